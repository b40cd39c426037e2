import type { Page } from '@playwright/test';
import { DEMO_CREDENTIALS, DEMO_STAFF } from '../../sandbox/seed/clinic.ts';
import {
  checkProfessional,
  getScoreGraph,
  listLibrary,
  listPatients,
} from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { expect, test } from './own-page.ts';
import { type ServedSandbox, serveSandbox } from './sandbox-fixture.ts';

/** A seeded sandbox, 18 November 2026. */
let sandbox: ServedSandbox;
test.beforeAll(async () => {
  sandbox = await serveSandbox({ seed: 1, roster: 'fixtures', now: '2026-11-18T15:00:00Z' });
});
test.afterAll(() => sandbox.close());

const COLOURFUL = ['overview', 'Simulations', 'refused form'];

async function check(page: Page, what: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `${what}: pixels beyond the window`).toBeLessThanOrEqual(0);
  // The markup is the same at every width; these pages have all colours there are.
  const isWide = (page.viewportSize()?.width ?? 0) > 400;
  if (isWide && !COLOURFUL.includes(what)) return;
  // Rows are made alike: a few of a long table stand for all.
  const axe = axeOf(page).exclude('tbody tr:nth-child(n + 4)');
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found, what).toEqual([]);
}

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 360],
] as const) {
  test(
    `the control pages are clean to axe and fit, ${colorScheme}, ${width} px`,
    longUnless(width === 360),
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${sandbox.url}/sandbox`);
      await check(page, 'overview');
      const parts = page.getByRole('navigation', { name: 'Sandbox pages' }).getByRole('link');
      const names = await parts.allTextContents();
      expect(names).toHaveLength(7);
      for (const name of names.slice(1)) {
        await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
        await check(page, name);
      }
      await page.goto(`${sandbox.url}/sandbox/pages/people`);
      await page.getByRole('link', { name: 'Camila Rocha' }).click();
      await expect(page.getByRole('rowheader', { name: 'PHQ-9' })).toBeVisible();
      await check(page, 'patient');
      await page.goto(`${sandbox.url}/sandbox/pages/faults`);
      await page.getByRole('button', { name: 'Turn on' }).click();
      await expect(page.getByRole('alert')).toContainText('Nothing was changed');
      await check(page, 'refused form');
    },
  );
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('advancing a week says what happened on the way', async ({ page }) => {
    await page.goto(`${sandbox.url}/sandbox`);
    await page.getByRole('button', { name: 'Advance clock: 1 week' }).click();
    const happened = page.getByRole('table', { name: 'Changes in the last move' });
    await expect(happened.getByRole('row', { name: /^Submissions LATE \d+$/ })).toBeVisible();
    await expect(happened.getByRole('row', { name: /^Messages in the outbox \d+$/ })).toBeVisible();
  });

  test('a story ends with new points in the patient’s score graph', async ({ page }) => {
    const client = createClient({ baseUrl: sandbox.url, auth: DEMO_CREDENTIALS, locale: 'en' });
    const { data: professional } = await client(checkProfessional, { query: { email: DEMO_STAFF[0].email } });
    const professionalId = professional.serviceId ?? '';
    const { data: patients } = await client(listPatients, { params: { professionalId } });
    const patientId = patients.find(
      ({ name, surname }) => `${name} ${surname}` === 'Rafael Teixeira',
    )?.serviceId;
    const { data: library } = await client(listLibrary);
    const formId = library.find(({ shortTitle }) => shortTitle === 'PHQ-9')?.id ?? '';
    const points = async () => {
      const params = { professionalId, patientId: patientId ?? '', formId };
      const { data } = await client(getScoreGraph, { params });
      return data.series[0]?.points ?? [];
    };
    const before = await points();

    await page.goto(`${sandbox.url}/sandbox/pages/people`);
    await page.getByRole('link', { name: 'Rafael Teixeira' }).click();
    await page.getByRole('link', { name: 'Run a simulation' }).click();
    await expect(page.getByText('changes this patient only')).toBeVisible();
    await page.getByLabel('Instrument').selectOption('PHQ-9');
    await page.getByLabel('Trend').selectOption('risk');
    await page.getByLabel('Weeks').fill('6');
    await page.getByRole('button', { name: 'Run simulation' }).click();

    const status = page.getByRole('status');
    // A story that takes longer says so first, and is looked at again.
    await expect(async () => {
      const again = page.getByRole('link', { name: 'Refresh' });
      if (await again.isVisible()) await again.click();
      await expect(status).toHaveText(/^Simulated /, { timeout: 1_000 });
    }).toPass();
    const told = (await status.textContent()) ?? '';
    const answers = Number(/^Simulated (\d+) answers over 6 weeks\.$/.exec(told)?.[1]);
    const after = await points();
    expect(answers).toBeGreaterThan(3);
    // What was answered in these weeks is replaced, and what was before them kept.
    const kept = before.filter((one) => after.some(({ submissionId }) => submissionId === one.submissionId));
    expect(kept.length).toBeGreaterThan(before.length - 4);
    expect(after.slice(0, kept.length).map(({ score }) => score)).toEqual(kept.map(({ score }) => score));
    expect(after.length).toBe(kept.length + answers);
    await expect(page.getByText(`${after.at(-1)?.score} (Minimal)`)).toBeVisible();
    await expect(page.getByText('1 risk flag in the latest answers')).toBeVisible();
  });
});
