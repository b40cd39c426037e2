import type { Page } from '@playwright/test';
import { test as applyTest, choose } from './apply-fixture.ts';
import { axeOf } from './axe.ts';
import { test as ehrTest } from './extension-panel-fixture.ts';
import { answerAna } from './extension-surfaces-ana.ts';
import { chart, test as surfaceTest, visitSections } from './extension-surfaces-fixture.ts';
import { answerOptions } from './extension-surfaces-profiles.ts';
import { longUnless } from './long.ts';
import { ANA, phq9 } from './panel-data.ts';
import { attributes, expect, test as panelTest } from './panel-fixture.ts';
import { patient, sparkline, test as sparklineTest, submissionsOf } from './sparkline-fixture.ts';

/** As Windows' contrast themes show a page: few colours, all the user's own. */
async function force(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
}
const faults = async (page: Page) => (await axeOf(page).analyze()).violations;

/** Colours in which parts of a picture are drawn, and that of the page's text; empty where they cannot be told. */
const paints = (page: Page, tag: string, selectors: readonly string[]) =>
  page.locator(tag).evaluate(
    ({ shadowRoot }, names) => ({
      text: getComputedStyle(document.body).color,
      ground: getComputedStyle(document.documentElement).backgroundColor,
      strokes: names.map((name) => {
        const part = shadowRoot?.querySelector(name);
        return part ? getComputedStyle(part).stroke : '';
      }),
    }),
    selectors,
  );

for (const scheme of ['light', 'dark'] as const) {
  panelTest(
    `a panel can be read in forced colours, ${scheme}`,
    longUnless(scheme === 'light'),
    async ({ page, panels }) => {
      await force(page, scheme);
      panels.answer(phq9({ flagged: [1], missed: [20] }));
      await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
      await expect(page.locator('[part=score]')).toHaveText('14 of 27');
      await page.locator('#summary').click();
      await expect(page.getByRole('table')).toBeVisible();
      expect(await faults(page)).toEqual([]);
      const { text, ground, strokes } = await paints(page, 'instrument-panel', ['.line', '.dots', '.flags']);
      const [line, dots, flags] = strokes;
      // The course in the user's colour of text, flags in another one, and neither in that of the ground.
      expect(line).toBe(text);
      expect(dots).toBe(text);
      expect([text, ground, '']).not.toContain(flags);
      // Where bands have no tint, their edges and names still part them.
      await expect(page.locator('instrument-panel .tint').first()).toBeHidden();
      await expect(page.locator('instrument-panel .names text').first()).toBeVisible();
    },
  );

  panelTest(
    `a panel that fails says so in forced colours, ${scheme}`,
    longUnless(scheme === 'light'),
    async ({ page, panels }) => {
      await force(page, scheme);
      panels.answer((_, __, route) => route.fulfill({ status: 403, json: { code: 'NO', message: 'no' } }));
      await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
      await expect(page.locator('[part=message]')).toContainText('You do not have permission');
      expect(await faults(page)).toEqual([]);
    },
  );

  sparklineTest(
    `a sparkline can be read in forced colours, ${scheme}`,
    longUnless(scheme === 'light'),
    async ({ page, lists }) => {
      await force(page, scheme);
      lists.submissions = submissionsOf(patient(1), [19, 17, 18, 14, 11, 14], { flagged: [1], missed: [20] });
      await lists.open(sparkline(patient(1)));
      await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(1);
      expect(await faults(page)).toEqual([]);
      const { text, ground, strokes } = await paints(page, 'instrument-sparkline', ['.line', '.flags']);
      const [line, flags] = strokes;
      expect(line).toBe(text);
      expect([text, ground, '']).not.toContain(flags);
    },
  );

  applyTest(
    `an instrument can be applied in forced colours, ${scheme}`,
    longUnless(scheme === 'light'),
    async ({ page, forms }) => {
      await force(page, scheme);
      await forms.open();
      await expect(page.getByRole('option').first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await choose(page, 'PHQ-9');
      await expect(page.getByRole('heading', { name: 'Review and confirm' })).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
      await expect(page.getByRole('img', { name: 'QR code to answer PHQ-9' })).toBeVisible();
      expect(await faults(page)).toEqual([]);
    },
  );

  ehrTest(
    `the extension’s panel can be read in forced colours, ${scheme}`,
    longUnless(scheme === 'dark'),
    async ({ page, ehr }) => {
      await force(page, scheme);
      await ehr.open();
      await ehr.showOpened();
      await page.locator('.row').first().click();
      await expect(page.locator('.score-graph')).toBeVisible();
      expect((await axeOf(page).exclude('#name').analyze()).violations).toEqual([]);
      const [text, line] = await page
        .locator('.score-graph .line')
        .evaluate((one) => [getComputedStyle(document.body).color, getComputedStyle(one).stroke]);
      expect(line).toBe(text);
    },
  );

  for (const [name, width] of [
    ['side', 400],
    ['options', 800],
  ] as const) {
    surfaceTest(
      `each section of the page ${name} can be read and told from the others in forced colours, ${scheme}`,
      async ({ page, surface }) => {
        await page.setViewportSize({ width, height: 800 });
        await force(page, scheme);
        answerAna(surface);
        answerOptions(surface);
        await surface.open(name, chart());
        await visitSections(page, async (section) => {
          // In a dark scheme axe takes what the shadow roots declare for what is drawn.
          const axe = axeOf(page).include(scheme === 'light' ? 'body' : '.tabs');
          expect((await axe.analyze()).violations, section).toEqual([]);
          const grounds = await page
            .locator('.tabs :is([role=tab], select)')
            .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
          const chosen = grounds.filter((ground) => grounds.filter((one) => one === ground).length === 1);
          expect(chosen, `${section} is marked as the one that is shown`).toHaveLength(1);
        });
      },
    );
  }

  surfaceTest(
    `the popup can be read in forced colours, ${scheme}`,
    longUnless(scheme === 'dark'),
    async ({ page, surface }) => {
      await page.setViewportSize({ width: 400, height: 600 });
      await force(page, scheme);
      answerAna(surface);
      await surface.open('popup', chart());
      await expect(page.getByText('Ana Lima, born 4 Mar 1990')).toBeVisible();
      await surface.audit();
    },
  );
}
