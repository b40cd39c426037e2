import { expect, test } from './apply-fixture.ts';
import { GAD7, WHO5 } from './apply-service.ts';
import { PHQ9 } from './panel-data.ts';

test.beforeEach(({ page }) => page.clock.setFixedTime('2026-11-23T12:00:00Z'));

test('a battery is sent from the next visit, with patient, instruments and day on the button', async ({
  page,
  forms,
}) => {
  forms.batteries = [{ name: 'Intake', instruments: [PHQ9, GAD7] }];
  forms.service.endings = ['works', { status: 422, code: 'INVALID_STATE' }];
  await forms.open('time-zone="America/Sao_Paulo" next-visit="2026-11-30"');
  const battery = page.getByRole('button', { name: 'Intake PHQ-9 and GAD-7' });
  await battery.press('Enter');
  await expect(battery).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'On the next visit: Mon, 30 Nov 2026' }).press('Enter');
  await expect(page.getByLabel('First request on')).toHaveValue('2026-11-30');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page
    .getByRole('button', { name: 'Send PHQ-9 and GAD-7 to Ana Lima, on Mon, 30 Nov 2026', exact: true })
    .click();
  await expect(page.getByText('PHQ-9 is scheduled for Ana Lima.')).toBeVisible();
  await expect(page.locator('#live')).toHaveText('1 of 2 scheduled. GAD-7 was not sent.');
  await expect(page.getByText('GAD-7 was not sent.', { exact: true })).toBeVisible();
  expect(forms.service.sent.map(({ formId, startedAt }) => [formId, startedAt])).toEqual([
    [PHQ9, '2026-11-30T11:00:00.000Z'],
    [GAD7, '2026-11-30T11:00:00.000Z'],
  ]);
});

test('a chosen battery shows a check mark, and which instruments were chosen with it is said', async ({
  page,
  forms,
}) => {
  forms.batteries = [{ name: 'Intake', instruments: [PHQ9, GAD7] }];
  await forms.open();
  const battery = page.getByRole('button', { name: 'Intake PHQ-9 and GAD-7', exact: true });
  const mark = () => battery.evaluate((button) => getComputedStyle(button, '::before').content);
  await expect(battery).toHaveAttribute('aria-pressed', 'false');
  expect(await mark()).not.toContain('✓');
  await battery.click();
  await expect(battery).toHaveAttribute('aria-pressed', 'true');
  expect(await mark()).toContain('✓');
  await expect(page.locator('#live')).toHaveText('Selected: PHQ-9 and GAD-7');
  await battery.click();
  expect(await mark()).not.toContain('✓');
  await expect(page.locator('#live')).toHaveText('');
});

test('one click on a battery checks that one alone, and a click on another one takes its place', async ({
  page,
  forms,
}) => {
  forms.service.hold(PHQ9, { recurrenceCycle: 'NOW', status: 'FINISHED' });
  forms.batteries = [
    { name: 'Intake', instruments: [PHQ9, GAD7, WHO5] },
    { name: 'Follow-up', instruments: [PHQ9, GAD7] },
  ];
  await forms.open();
  const checked = page.locator('[part=set][aria-pressed=true]');
  const chips = page.locator('[part=remove]');
  await page.getByRole('button', { name: 'Intake' }).click();
  await expect(checked).toHaveText([/Intake/]);
  await page.getByRole('button', { name: 'Follow-up' }).click();
  await expect(checked).toHaveText([/Follow-up/]);
  await expect(chips).toHaveText([/PHQ-9/, /GAD-7/]);
  await expect(page.locator('#live')).toHaveText('Selected: PHQ-9 and GAD-7');
  await page.getByRole('button', { name: 'Remove GAD-7' }).click();
  await expect(checked).toHaveText([/Repeat PHQ-9/]);
});

test('what was sent once and has been answered is said to be answered, and separate sends are not one', async ({
  page,
  forms,
}) => {
  const once = { recurrenceCycle: 'NOW', nextAnswerAt: null } as const;
  const answered = { id: 1, score: 3, completedFillAt: '2026-11-22T12:05:00Z' };
  const dated = { startedAt: '2026-11-22T12:00:00Z', createdAt: '2026-11-22T12:00:00Z' };
  forms.service.hold(PHQ9, { ...once, ...dated, lastSubmission: answered });
  await forms.open('time-zone="America/Sao_Paulo"');
  const facts = page.locator('[part=sets]').getByRole('listitem');
  await expect(facts).toHaveText(['PHQ-9: once, now, answered Sun, 22 Nov 2026']);
  for (const minute of [10, 12])
    forms.service.hold(GAD7, { ...once, createdAt: `2026-11-22T12:${minute}:00Z` });
  await forms.open('time-zone="America/Sao_Paulo"');
  await expect(facts).toHaveText(['GAD-7: once, now, in progress']);
  await expect(page.getByRole('button', { name: /^Repeat/ })).toHaveText([/^Repeat GAD-7, once, now/]);
});

test('no abbreviation of an instrument breaks at its hyphen, however narrow the form is', async ({
  page,
  forms,
}) => {
  forms.batteries = [{ name: 'Intake', instruments: [PHQ9, GAD7, WHO5] }];
  await forms.open();
  const battery = page.getByRole('button', { name: 'Intake PHQ-9, GAD-7 and WHO-5' });
  await expect(battery).toBeVisible();
  for (let width = 260; width <= 420; width += 10) {
    await page.setViewportSize({ width, height: 740 });
    const broken = await battery.evaluate((button) => {
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        for (const { index, 0: name } of (node.nodeValue ?? '').matchAll(/[A-Z]+-\d/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + name.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(name);
        }
      return found;
    });
    expect(broken, `${width} px`).toEqual([]);
  }
});

test('a first day that is over is said to be wrong as soon as it is entered, and no longer once it is right', async ({
  page,
  forms,
}) => {
  await forms.open('time-zone="America/Sao_Paulo"');
  await page.getByLabel('Every week').check();
  const start = page.getByLabel('First request on');
  const fault = page.getByText('Choose today or later.', { exact: true }).and(page.locator('.fault'));
  await expect(fault).toBeHidden();
  await start.fill('2026-11-22');
  await expect(fault).toBeVisible();
  await expect(start).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#live')).toHaveText('Choose today or later.');
  // A year of which the first digit is typed.
  await start.fill('0002-11-30');
  await expect(fault).toBeHidden();
  await start.fill('2026-11-23');
  await expect(fault).toBeHidden();
  await expect(start).not.toHaveAttribute('aria-invalid');
  await expect(page.locator('#live')).toHaveText('');
});
