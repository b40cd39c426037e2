import { applications, faults, readyToApply, stopBackground } from '../extension/applying.ts';
import { updateExtension, workerOf } from '../extension/browser.ts';
import { openDesk } from '../extension/desk.ts';
import { expect, people, settled, test } from '../extension/fixture.ts';
import { press } from './press.ts';

/** Milliseconds: longer than it takes to stop or update, which end the wait. */
const SLOW = 20_000;

/** A stop of the background at one moment of an apply, each with a patient of its own. */
const MOMENTS = [
  {
    when: 'before it was sent',
    name: 'Gustavo Ferreira',
    instruments: ['WHO-5'],
    slow: { kind: 'latency', ms: SLOW, match: { endpoint: 'getPatient' } },
    made: 0,
  },
  {
    when: 'between request and answer',
    name: 'Daniel Azevedo',
    instruments: ['WHO-5'],
    slow: { kind: 'latency', ms: SLOW, match: { endpoint: 'createApplication' } },
    made: 1,
  },
  {
    when: 'at the second of three instruments',
    name: 'Juliana Castro',
    instruments: ['WHO-5', 'PHQ-2', 'K10'],
    slow: { kind: 'latency', ms: 6_000, match: { endpoint: 'createApplication' } },
    made: 2,
  },
] as const;

for (const { when, name, instruments, slow, made } of MOMENTS) {
  test(`a background that is stopped ${when} loses nothing: each instrument is there once, and that is said`, {
    tag: '@long',
  }, async ({ page, context, stack, truth }) => {
    const [person] = await people(page, stack, [name]);
    const [first = '', last = ''] = name.split(' ');
    const { id } = await truth.patient(first, last);
    const count = async (): Promise<number> => (await applications(page, stack, id)) - before;
    const before = await applications(page, stack, id);
    await page.goto(`${stack.urls.ehr}/spa/patients/${person?.record}`);
    await settled(page);
    const confirm = await readyToApply(page, instruments);
    await faults(page, stack, [slow]);
    await press(confirm);
    await expect(page.getByRole('heading', { name: 'Sending' })).toBeVisible();
    // While patients are read slowly the EHR's own chart does not come, by which is counted: then nothing is made yet.
    if (made > 0) await expect.poll(count, { intervals: [50] }).toBe(made);
    await stopBackground(context, page);
    await faults(page, stack, []);
    expect(await count()).toBe(made);
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(async () => {
      // Where it says that nothing was applied, the person applies it again.
      if (await again.isVisible()) await again.click();
      if (await confirm.isVisible()) await press(confirm);
      const done = page.getByText(`${instruments.at(-1)} was sent to ${name}.`);
      await expect(done).toBeVisible({ timeout: 8_000 });
    }).toPass({ timeout: 60_000 });
    for (const one of instruments) {
      await expect(page.getByText(`${one} was sent to ${name}.`)).toBeVisible();
    }
    expect(await count()).toBe(instruments.length);
  });
}

test('an update in the middle of an apply says that its outcome is unknown; the new version’s panel has it once', {
  tag: '@long',
}, async ({ page, context, stack, truth }) => {
  const [camila] = await people(page, stack, ['Camila Rocha']);
  const { id } = await truth.patient('Camila', 'Rocha');
  const before = await applications(page, stack, id);
  await page.goto(`${stack.urls.ehr}/spa/patients/${camila?.record}`);
  await settled(page);
  const confirm = await readyToApply(page, ['WHO-5']);
  const slow = { kind: 'latency', ms: SLOW, match: { endpoint: 'createApplication' } };
  await faults(page, stack, [slow]);
  await press(confirm);
  await expect.poll(() => applications(page, stack, id), { intervals: [50] }).toBe(before + 1);
  await updateExtension(context);
  const alert = page.getByRole('alert').filter({ hasText: 'We could not confirm a change' });
  await expect(alert).toBeVisible();
  await faults(page, stack, []);
  await settled(page);
  await press(page.getByRole('button', { name: '2 instruments' }));
  await press(page.getByRole('button', { name: 'WHO-5', exact: true }));
  await expect(page.locator('.requests')).toContainText('1 request');
  await expect(page.getByText('The extension was updated')).toHaveCount(0);
  // What is opened lies over the page until it is closed.
  await page.keyboard.press('Escape');
  await alert.getByRole('button', { name: 'Got it' }).click();
  await expect(alert).toHaveCount(0);
  expect(await applications(page, stack, id)).toBe(before + 1);
});

test('without a connection nothing is sent, and that is said; once it is back what was wanted is read and can be done', {
  tag: '@long',
}, async ({ page, context, stack, truth }) => {
  const [thiago] = await people(page, stack, ['Thiago Barbosa']);
  const { id } = await truth.patient('Thiago', 'Barbosa');
  const before = await applications(page, stack, id);
  await page.goto(`${stack.urls.ehr}/spa/patients/${thiago?.record}`);
  await settled(page);
  const side = await context.newPage();
  await side.goto(new URL('/sidepanel.html', (await workerOf(context)).url()).href);
  await page.bringToFront();
  await expect(side.getByRole('banner')).toContainText('Thiago Barbosa');
  const confirm = await readyToApply(page, ['K10']);

  await context.setOffline(true);
  await press(confirm);
  await expect(page.getByText('You are offline. Connect, then try again.')).toBeVisible();
  await side.getByRole('combobox', { name: 'More' }).selectOption('library');
  await expect(side.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(side.getByText(/^\d+ instruments$/)).toBeVisible();
  expect(await applications(page, stack, id)).toBe(before);

  await press(confirm);
  await expect(page.getByText('K10 was sent to Thiago Barbosa.')).toBeVisible();
  expect(await applications(page, stack, id)).toBe(before + 1);
  await side.close();
});

test('a sign-in during which the background is stopped says so, and counts where the person had gone through it', {
  tag: '@long',
}, async ({ page, context, stack }) => {
  const desk = await openDesk(context);
  await desk.ask('sign.out', { proxy: stack.urls.proxy });
  await desk.close();
  const [hiroshi] = await people(page, stack, ['Hiroshi Tanaka']);
  await page.goto(`${stack.urls.ehr}/spa/patients/${hiroshi?.record}`);
  await expect(page.getByText('You are not signed in')).toBeVisible();
  const popup = await context.newPage();
  await popup.goto(new URL('/popup.html', (await workerOf(context)).url()).href);
  await page.bringToFront();
  // Who is not known to the EHR either has to sign in there first.
  await context.clearCookies();
  const opening = context.waitForEvent('page');
  await popup.getByRole('button', { name: 'Sign in' }).evaluate((button: HTMLElement) => button.click());
  const window = await opening;
  await expect(window.getByLabel('E-mail')).toBeVisible();
  await stopBackground(context, page);
  await expect(popup.getByText('Sign-in was interrupted')).toBeVisible();
  const [ana] = stack.signIns;
  await window.getByLabel('E-mail').fill(ana?.email ?? '');
  await window.getByLabel('Password').fill(ana?.password ?? '');
  await Promise.all([
    window.waitForEvent('close'),
    window.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ]);
  await settled(page);
  await expect(page.getByRole('button', { name: '1 instrument' })).toBeVisible();
  await expect(popup.getByText('Sign-in was interrupted')).toHaveCount(0);
  await popup.close();
});
