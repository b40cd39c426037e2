import { phq9 } from '../browser/panel-data.ts';
import { expect, test } from './panel-fixture.ts';

const tag = (attributes: string) => `<instrument-panel ${attributes} time-zone="UTC"></instrument-panel>`;

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
