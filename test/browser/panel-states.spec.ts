import type { Route } from '@playwright/test';
import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { dass21, phq9 } from './panel-data.ts';
import { type Answers, expect, fromCourse, test } from './panel-fixture.ts';

const failing = (status: number, code: string) => (_: string, __: string, route: Route) =>
  route.fulfill({ status, json: { code, message: 'refused' } });
const tag = (attributes: string) => `<instrument-panel ${attributes}></instrument-panel>`;

test('subscales are chosen by radio buttons, and the headline follows', async ({ page, panels }) => {
  panels.answer(dass21());
  await panels.open(tag(panels.attributes));
  await expect(page.locator('[part=score]')).toHaveText('10 of 42');
  await expect(page.locator('[part=date]')).toContainText('Depression · ');
  await page.getByRole('radio', { name: 'Depression' }).press('ArrowRight');
  await expect(page.locator('[part=score]')).toHaveText('14 of 42');
  await expect(page.locator('[part=date]')).toContainText('Anxiety · ');
  await expect(page.locator('[part=classification]')).toHaveText('Moderate (10–14)');
  await expect(page.getByRole('radio', { name: 'Anxiety' })).toBeFocused();
});

const STATES: Readonly<Record<string, Answers>> = {
  ready: fromCourse(phq9({ flagged: [1], missed: [20] })),
  choice: fromCourse(dass21()),
  empty: fromCourse(phq9({ scores: [] })),
  error: failing(403, 'FORBIDDEN'),
  loading: () => new Promise(() => {}),
};
for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, answers] of Object.entries(STATES)) {
    test(
      `axe finds nothing: ${name}, ${colorScheme}`,
      longUnless(colorScheme === 'dark' ? name === 'ready' : name !== 'ready'),
      async ({ page, panels }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        panels.answer(answers);
        await panels.open(tag(panels.attributes));
        const state = name === 'choice' ? 'ready' : name;
        await expect(page.locator(`instrument-panel:state(${state})`)).toHaveCount(1);
        if (name === 'ready') await page.locator('#summary').click();
        expect((await axeOf(page).analyze()).violations).toEqual([]);
      },
    );
  }
}
