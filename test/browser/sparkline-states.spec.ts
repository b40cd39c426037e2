import type { Locator } from '@playwright/test';
import { expect, patient, sparkline, submissionsOf, test } from './sparkline-fixture.ts';

const ANA = patient(1);
const COURSE = [19, 17, 18, 14, 11, 14];
const text = (part: string) => `instrument-sparkline [part=${part}]`;

const colorOf = (locator: Locator): Promise<string> =>
  locator.evaluate((element) => getComputedStyle(element).color);

test('risk has three different marks and sentences, above the score', async ({ page, lists }) => {
  const risk = page.locator(text('risk'));
  const mark = page.locator('instrument-sparkline #mark');
  lists.submissions = submissionsOf(ANA, COURSE, { flagged: [5] });
  await lists.open(sparkline(ANA));
  await expect(risk).toContainText('Risk flag, 10 Aug 2026');
  await expect(risk).toContainText('Risk flag. 10 Aug 2026.');
  await expect(mark).toHaveText('⚑');
  await expect(page.locator('instrument-sparkline path.flags')).toHaveCount(1);
  const [above, beneath] = await Promise.all([risk.boundingBox(), page.locator(text('score')).boundingBox()]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(beneath?.y ?? 0);

  const loud = await colorOf(risk);

  // Later answers to the same item do not have it: a dated fact, and not as loud as one of today.
  lists.submissions = submissionsOf(ANA, COURSE, { flagged: [2] });
  await lists.open(sparkline(ANA));
  await expect(risk).toContainText('Last flagged 29 Jun 2026 (1 of 6 answers).');
  await expect(mark).toHaveText('');
  const quiet = await colorOf(risk);
  expect(quiet).not.toBe(loud);

  lists.submissions = submissionsOf(ANA, COURSE);
  await lists.open(sparkline(ANA));
  await expect(risk).toContainText('No risk flag in the answer of 10 Aug 2026.');
  // A dash in a box looks like a control.
  await expect(mark).toHaveText('');
  expect(await colorOf(risk)).toBe(quiet);

  lists.submissions = submissionsOf(ANA, COURSE).map(({ hasHighRisk, riskFlagCount, ...without }) => without);
  await lists.open(sparkline(ANA));
  await expect(risk).toContainText('Risk data unavailable: check the answers.');
  await expect(mark).toHaveText('?');
});

for (const density of ['line', 'compact', 'comfortable'] as const) {
  test(`in density ${density} the same is said, whatever is seen of it`, async ({ lists, page }) => {
    lists.submissions = submissionsOf(ANA, COURSE, { flagged: [5] });
    await lists.open(sparkline(ANA, `density="${density}"`));
    await expect(page.locator('instrument-sparkline svg')).toHaveCount(1);
    const said = await lists.said();
    for (const sentence of [
      'Risk flag. 10 Aug 2026.',
      '14',
      'of 27',
      'Moderate',
      'Latest answer 10 Aug 2026',
    ])
      expect(said).toContain(sentence);
    await expect(page.locator('instrument-sparkline #mark')).toBeInViewport();
  });
}

test('a mark of one line stays one without a control where something could not be read', async ({
  lists,
  page,
}) => {
  const rows = submissionsOf(ANA, COURSE);
  lists.instead = (what) => (what === 'list' ? [...rows, { ...rows[0], id: 'one' }] : undefined);
  await lists.open(`${sparkline(ANA, 'density="line"')}${sparkline(ANA, 'density="compact"')}`);
  await expect(page.locator('instrument-sparkline:state(partial)')).toHaveCount(2);
  // What the row opens offers to read it again.
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
  const heights = await page
    .locator('instrument-sparkline')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(heights).toEqual([24, 52]);
});
