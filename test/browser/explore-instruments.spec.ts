import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { type Answers, expect, openTool, type Panels, test } from './panel-fixture.ts';
import { fromCourses, threeCourses } from './several-instruments.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const plot = (page: Page) => dialog(page).getByRole('application');
const rows = (page: Page) => page.locator('#explore .said li');
const box = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name });

async function explore(page: Page, panels: Panels, answers: Answers): Promise<void> {
  panels.answer(answers);
  await panels.open(`<instrument-panel ${panels.attributes} time-zone="UTC"></instrument-panel>`);
  await (await openTool(page, 'Explore')).click();
  await expect(dialog(page)).toBeVisible();
}

test('each has a row with its name, its latest answer and the way its scale runs', async ({
  page,
  panels,
}) => {
  await explore(page, panels, fromCourses(threeCourses()));
  const height = async () => (await plot(page).boundingBox())?.height ?? 0;
  const before = await height();
  for (const name of ['GAD-7', 'WHO-5']) await box(page, name).check();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText('PHQ-9 · 14 of 27 · Moderate (10–14)');
  await expect(rows(page).nth(1)).toContainText('GAD-7 · 15 of 27 · Moderately severe (15–19)');
  await expect(rows(page).nth(2)).toContainText('WHO-5 · 60 of 100 · Not low (51–100)');
  await expect(rows(page).nth(2)).toContainText('higher is better');
  expect(await height()).toBeGreaterThan(before);
  await expect(plot(page)).toHaveAttribute('aria-label', /PHQ-9.*GAD-7.*WHO-5/);
  await box(page, 'GAD-7').uncheck();
  await expect(rows(page)).toHaveText([/^PHQ-9/, /^WHO-5/]);
});

test('what the rows hold stands beside their names, and below them only where there is no room', async ({
  page,
  panels,
}) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await explore(page, panels, fromCourses(threeCourses()));
  await box(page, 'GAD-7').check();
  await expect(rows(page)).toHaveCount(2);
  const height = async () => (await rows(page).locator('..').boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(2);
  await page.setViewportSize({ width: 400, height: 800 });
  expect(await height()).toBeGreaterThan(30);
});

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const) {
  test(
    `several instruments are clean to axe and fit, ${colorScheme}, ${width} px`,
    longUnless(width === 360),
    async ({ page, panels }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await explore(page, panels, fromCourses(threeCourses()));
      for (const name of ['GAD-7', 'WHO-5']) await box(page, name).check();
      await expect(rows(page)).toHaveCount(3);
      expect((await axeOf(page).analyze()).violations).toEqual([]);
      const over = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(over).toBeLessThanOrEqual(0);
    },
  );
}
