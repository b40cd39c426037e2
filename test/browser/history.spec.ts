import { phq9 } from './panel-data.ts';
import { expect, test } from './panel-fixture.ts';

const tag = (attributes: string, more = '') =>
  `<instrument-panel ${attributes} time-zone="UTC" ${more}></instrument-panel>`;
/** A course with one request that the next one replaced, and its deadline. */
function course() {
  const made = phq9({ missed: [20] });
  const submissions = made.submissions.map((one) =>
    one.id === 1000 ? { ...one, deadline: '2026-06-24T12:00:00Z' } : one,
  );
  return { ...made, submissions };
}

test('a request without an answer says why, when it was made, and until when: by keys, pointer and table', async ({
  page,
  panels,
}) => {
  panels.answer(course());
  await panels.open(tag(panels.attributes));
  const graph = page.getByRole('application');
  await expect(graph).toHaveAccessibleName(/Arrow keys/);
  await graph.press('Home');
  await graph.press('ArrowRight');
  await graph.press('ArrowRight');
  const facts = [
    'Not answered: replaced by the next request.',
    'No answer came in time; the request for the next period took its place.',
    'Asked 21 Jun 2026, 12:00.',
    'To be answered by 24 Jun 2026, 12:00.',
  ].join(' ');
  await expect(page.getByRole('status').first()).toHaveText(facts);
  await expect(page.locator('instrument-panel .tip')).toContainText('Asked 21 Jun 2026');
  await graph.press('Escape');
  const box = await page.locator('instrument-panel .score-graph').boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * (20 / 70), (box?.y ?? 0) + 20);
  await expect(page.locator('instrument-panel .tip')).toContainText('Asked 21 Jun 2026');
  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('row', { name: /21 Jun 2026/ })).toContainText(facts);
});

test('says in Portuguese why', async ({ page, panels }) => {
  panels.answer(course());
  await panels.open(tag(panels.attributes, 'lang="pt-BR"'));
  await page.getByText('Tabela', { exact: true }).click();
  await expect(page.getByRole('row', { name: /21 jun/ })).toContainText('tomou o lugar dela');
});

for (const [what, status, json, sentence] of [
  ['none', 200, { hasAnalysis: false }, ''],
  [
    'one that is stale',
    200,
    { hasAnalysis: true, isStale: true, analysisGeneratedAt: '2026-08-01T12:00:00Z' },
    'AI summary of 1 Aug 2026 (before the latest answers)',
  ],
  ['a plan without it', 403, { code: 'PLAN_WITHOUT_AI_ANALYSIS', message: 'no' }, ''],
  [
    'a service that fails',
    400,
    { code: 'VALIDATION_ERROR', message: 'no' },
    'AI summary: not known whether there is one',
  ],
] as const) {
  test(`the line on the AI analysis, ${what}; the panel stands all the same`, async ({ page, panels }) => {
    await page.route(/longitudinal-analysis\/status$/, (route) => route.fulfill({ status, json }));
    panels.answer(phq9());
    await panels.open(tag(panels.attributes));
    await expect(page.locator('[part=analysis]')).toHaveText(sentence);
    await expect(page.locator('instrument-panel:state(ready)')).toHaveCount(1);
  });
}
