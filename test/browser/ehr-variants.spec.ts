import AxeBuilder from '@axe-core/playwright';
import type { Told } from '../extension/sighting.ts';
import { installWatcher } from '../extension/watcher.ts';
import { expect, signIn, test } from './stack-fixture.ts';

test('the single page keeps 300 patients in the rows that fit, and uses rows again', async ({
  page,
  stack,
}) => {
  await signIn(page, stack);
  await page.getByRole('link', { name: 'Other front ends' }).click();
  await page.getByRole('link', { name: 'Single page', exact: true }).click();
  const rows = page.locator('.line:visible');
  await expect(rows.first()).toBeVisible();
  expect(await rows.count()).toBeLessThan(40);
  const first = page.locator('.line').first();
  await first.evaluate((row) => Object.assign(row, { isMarked: true }));
  const before = await first.getAttribute('data-record');
  await page.locator('.viewport').evaluate((list) => list.scrollTo(0, 4_000));
  await expect(first).not.toHaveAttribute('data-record', before ?? '');
  expect(await first.evaluate((row) => 'isMarked' in row)).toBe(true);

  await page.getByLabel('Filter').fill('souza');
  await expect(rows).toHaveText([/Maria Clara Souza/, /Maria Clara Souza/]);
  await page.getByLabel('Filter').fill('');
  await page.getByLabel('Rows').selectOption('In pages');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows).toHaveCount(25);
  await expect(page.getByText('2 / 14')).toBeVisible();
});

test('a chart’s address comes before its header where the server is slow, and both agree in the end', async ({
  page,
  stack,
}) => {
  await signIn(page, stack);
  await page.goto(`${stack.urls.ehr}/spa`);
  await page.getByLabel('Filter').fill('Rafael');
  await page.getByRole('link', { name: 'Rafael Teixeira' }).first().click();
  const record = page.locator('#patient-banner .number');
  await expect(record).toBeVisible();
  const first = (await record.textContent()) ?? '';
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/\/spa-data\/patients\/[\d-]+$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Next patient' }).click();
  expect(page.url()).not.toContain(first);
  expect(await record.textContent()).toBe(first);
  answer();
  await expect(record).not.toHaveText(first);
  expect(page.url()).toContain((await record.textContent()) ?? 'none');

  // The place leaves with its part of the chart, and comes back with it.
  await page.getByRole('tab', { name: 'Notes' }).click();
  await expect(page.locator('#scores-place')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Summary' }).click();
  await expect(page.locator('#scores-place')).toHaveCount(1);
  await page.goBack();
  await expect(record).toHaveText(first);
});

test('an address that never changes stays, and one that counts places names nobody', async ({
  page,
  stack,
}) => {
  await signIn(page, stack);
  await page.goto(`${stack.urls.ehr}/spa-still`);
  await page.locator('.line').nth(3).click();
  await expect(page.locator('#patient-banner')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/spa-still');
  await page.goto(`${stack.urls.ehr}/spa-position`);
  await page.locator('.line').nth(3).click();
  await expect(page.locator('#patient-banner')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/spa-position/4');
});

test('the framed page loads its frames one by one, the chart from another origin without a name', async ({
  page,
  stack,
}) => {
  await signIn(page, stack);
  await page.goto(`${stack.urls.ehr}/framed-cross`);
  const navigation = page.frameLocator('[name=navigation]');
  await navigation.getByRole('link', { name: 'Hiroshi Tanaka' }).click();
  await expect(page.frameLocator('[name=header]').getByRole('heading')).toHaveText('Hiroshi Tanaka');
  const chart = page.frameLocator('[name=chart]');
  await expect(chart.getByText('Demo')).toBeVisible();
  const [inChart] = page.frames().filter((frame) => frame.url().includes('/framed/visit/'));
  expect(new URL(inChart?.url() ?? '').hostname).not.toBe(new URL(page.url()).hostname);
  expect(await inChart?.content()).not.toContain('Tanaka');
  await navigation.getByRole('link', { name: 'Larissa Mendes' }).click();
  await expect(page.frameLocator('[name=header]').getByRole('heading')).toHaveText('Larissa Mendes');
  await expect(page.frameLocator('[name=earlier]').locator('h1')).toHaveText('Hiroshi Tanaka');
  await expect(page.locator('[name=earlier]')).toBeHidden();
});

test('the watcher of these pages sees a panel of somebody else, and is silent about the right one', async ({
  page,
  stack,
  truth,
}) => {
  await signIn(page, stack);
  const everybody = (await (await page.request.get(`${stack.urls.ehr}/spa-data/patients`)).json()) as {
    record: string;
    name: string;
  }[];
  const [one, other] = everybody.filter(({ name }) => /Aline Moreira|Daniel Azevedo/.test(name));
  expect(await truth.patient('Aline', 'Moreira')).toBeTruthy();
  const [right = '', wrong = ''] = [one?.record, other?.record];
  await page.addInitScript(installWatcher, {
    [right]: { name: one?.name ?? '', strings: ['score of the right one'] },
    [wrong]: { name: other?.name ?? '', strings: ['score of another'] },
  });
  await page.goto(`${stack.urls.ehr}/spa/patients/${right}`);
  await expect(page.locator('#scores-place')).toHaveCount(1);
  await expect(page.locator('#patient-banner')).toBeVisible();
  const plant = (text: string) =>
    page.evaluate(async (given) => {
      const host = document.createElement('div');
      const content = document.createElement('p');
      content.textContent = given;
      host.attachShadow({ mode: 'open' }).append(content);
      document.getElementById('scores-place')?.replaceChildren(host);
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const { watched } = globalThis as unknown as { watched: Told };
      return watched;
    }, text);
  const silent = await plant('score of the right one');
  expect(silent.sightings).toEqual([]);
  expect(silent.withPanel).toBeGreaterThan(0);
  const found = await plant('score of another');
  expect(new Set(found.sightings.map(({ when }) => when))).toEqual(new Set(['between', 'painted']));
  expect(found.sightings[0]).toMatchObject({ against: 'own', shown: [wrong], said: [right, right, right] });
});

test('the other front ends pass axe', { tag: '@long' }, async ({ page, stack }) => {
  await signIn(page, stack);
  for (const path of ['/spa', '/framed', '/spa-position/3', '/variants']) {
    await page.goto(`${stack.urls.ehr}${path}`);
    await expect(page.locator('.variants, .line, #frames, #scores-place').first()).toBeAttached();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([]);
  }
});
