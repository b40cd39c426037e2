import type { Page } from '@playwright/test';
import { expect, test as panelTest } from './extension-panel-fixture.ts';
import { answerAna } from './extension-surfaces-ana.ts';
import { chart, test as surfaceTest, visitSections } from './extension-surfaces-fixture.ts';
import { answerOptions } from './extension-surfaces-profiles.ts';
import { longUnless } from './long.ts';
import { doubleText, findLostText } from './text-size.ts';

async function expectNoLoss(page: Page, what: string): Promise<void> {
  await doubleText(page);
  expect(await findLostText(page), what).toEqual([]);
}

for (const [width, lang] of [
  [1280, 'en'],
  [400, 'pt-BR'],
] as const) {
  panelTest(
    `the panel loses nothing with text of 200 %, ${width} px, ${lang}`,
    longUnless(width === 400),
    async ({ page, ehr }) => {
      await page.setViewportSize({ width, height: 800 });
      await ehr.open({ lang });
      await ehr.showOpened();
      await page.locator('.row').first().click();
      await expect(page.locator('.score-graph')).toBeVisible();
      for (const summary of await page.locator('summary').all()) await summary.click();
      await expectNoLoss(page, 'panel');
    },
  );
  surfaceTest(
    `the side panel loses nothing with text of 200 %, ${lang}`,
    longUnless(width === 400),
    async ({ page, surface }) => {
      await page.setViewportSize({ width: 400, height: 800 });
      answerAna(surface);
      await surface.open('side', chart(), lang);
      await expect(page.getByRole('banner')).toContainText('Ana Lima');
      await visitSections(page, (section) => expectNoLoss(page, section));
    },
  );
}

surfaceTest('the popup loses nothing with text of 200 %', async ({ page, surface }) => {
  await page.setViewportSize({ width: 400, height: 600 });
  answerAna(surface);
  await surface.open('popup', chart());
  await expect(page.getByText('Ana Lima, born 4 Mar 1990')).toBeVisible();
  await expectNoLoss(page, 'popup');
});

surfaceTest('the options lose nothing with text of 200 %', async ({ page, surface }) => {
  await page.setViewportSize({ width: 640, height: 800 });
  answerOptions(surface);
  await surface.open('options', chart(), 'pt-BR');
  await visitSections(page, (section) => expectNoLoss(page, section));
});
