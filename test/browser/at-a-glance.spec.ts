import type { Page } from '@playwright/test';
import { expect as expectPanel, test as panelTest } from './extension-panel-fixture.ts';
import { answerAna } from './extension-surfaces-ana.ts';
import { chart, test as surfaceTest } from './extension-surfaces-fixture.ts';
import { longUnless } from './long.ts';
import { ANA, phq9 } from './panel-data.ts';
import { attributes, test as elementTest } from './panel-fixture.ts';
import { expect, openPanel, signIn, test } from './stack-fixture.ts';

const LAPTOP = { width: 1366, height: 768 };

/** Opens the chart of a patient of the demonstration and its PHQ-9, and waits for the panel to be whole. */
async function openChart(page: Page) {
  await page.getByRole('link', { name: 'Camila Rocha' }).click();
  const panel = await openPanel(page, 'PHQ-9');
  await expect(panel.locator('[part=tools]')).toBeVisible();
  return panel;
}

/** Finds which of these parts of a page are not wholly in the window. */
const findOutOfSight = (page: Page, selectors: readonly string[]): Promise<string[]> =>
  page.evaluate((all) => {
    const overview = document.querySelector('instrument-overview')?.shadowRoot;
    const panel = (overview ?? document).querySelector('instrument-panel');
    const root = panel?.shadowRoot ?? overview ?? document;
    return all.filter((selector) => {
      const found = [...root.querySelectorAll(selector)].filter(
        (one) => one.checkVisibility() && one.textContent,
      );
      const isIn = (one: Element): boolean => {
        const { top, bottom, left, right, width } = one.getBoundingClientRect();
        return width > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
      };
      return found.length === 0 || !found.every(isIn);
    });
  }, selectors);

test('all instruments of the demo EHR are wholly in sight at 1366 x 768, without scrolling, and then one whole panel', async ({
  page,
  stack,
}) => {
  await page.setViewportSize(LAPTOP);
  await signIn(page, stack);
  await page.getByRole('link', { name: 'Camila Rocha' }).click();
  await expect(page.locator('instrument-overview tr.row').first()).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const facts = ['score b', 'class', 'last', 'change', 'next'].map((name) => `.row .${name}`);
  expect(await findOutOfSight(page, ['.row .risk span', ...facts])).toEqual([]);
  await expect(page.locator('instrument-overview .sparkline').last()).toBeInViewport({ ratio: 1 });
  const panel = await openPanel(page, 'PHQ-9');
  await expect(panel.locator('[part=tools]')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(
    await findOutOfSight(page, [
      '[part=risk]',
      '[part=score]',
      '[part=classification]',
      '[part=date]',
      '[part=changes]',
      '.score-graph',
      '.score-graph text',
      '[part=notes]',
      '[part=footer]',
    ]),
  ).toEqual([]);
});

surfaceTest('one course of the side panel is wholly in sight, with its graph', async ({ page, surface }) => {
  await page.setViewportSize({ width: 400, height: LAPTOP.height });
  answerAna(surface);
  await surface.open('side', chart());
  await page.getByText('PHQ-9', { exact: true }).click();
  await expect(page.locator('.score-graph')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

/** Presses Tab until the graph has the focus; returns how often. */
async function countStops(page: Page, isThere: () => Promise<boolean>): Promise<number> {
  for (let stops = 1; stops < 40; stops++) {
    await page.keyboard.press('Tab');
    if (await isThere()) return stops;
  }
  return Number.POSITIVE_INFINITY;
}

const countStopsToGraph = (page: Page): Promise<number> => countStops(page, () => isOnGraph(page));

const isOnGraph = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    return focused?.matches('#graph, .graph') ?? false;
  });

test('the keyboard is at the graph of the demo EHR within 6 stops, and past it with the next', async ({
  page,
  stack,
}) => {
  await page.setViewportSize(LAPTOP);
  await signIn(page, stack);
  await openChart(page);
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  expect(await countStopsToGraph(page)).toBeLessThanOrEqual(6);
  await page.keyboard.press('Tab');
  expect(await isOnGraph(page)).toBe(false);
});

elementTest(
  'the keyboard is at the graph of a flagged panel within 6 stops, and past it with the next',
  async ({ page, panels }) => {
    panels.answer(phq9({ flagged: [5] }));
    await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
    await expect(page.locator('[part=tools]')).toBeVisible();
    expect(await countStopsToGraph(page)).toBeLessThanOrEqual(6);
    await page.keyboard.press('Tab');
    expect(await isOnGraph(page)).toBe(false);
    await page.keyboard.press('Shift+Tab');
    expect(await isOnGraph(page)).toBe(true);
  },
);

/** Texts of the time axis of the first panel that lie over the one before. */
const findOverlaps = (page: Page): Promise<string[]> =>
  page.locator('.score-graph .times text').evaluateAll((texts) => {
    const boxes = texts.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
    const isOver = (index: number) => index > 0 && (boxes[index - 1]?.right ?? 0) > (boxes[index]?.left ?? 0);
    return boxes.length < 2 ? ['no dates'] : boxes.flatMap((_, at) => (isOver(at) ? [`date ${at}`] : []));
  });

const LANGUAGES = ['en', 'pt-BR', 'es'];
for (const [index, count] of [6, 12, 20].entries())
  for (const lang of LANGUAGES)
    elementTest(
      `the dates of a graph lie apart, narrow or with large text: ${count} answers, ${lang}`,
      // Each number of answers and each language once.
      longUnless(lang === LANGUAGES[index]),
      async ({ page, panels }) => {
        panels.answer(phq9({ scores: Array(count).fill(9) }));
        await panels.open(`<instrument-panel lang="${lang}" ${attributes(ANA)}></instrument-panel>`);
        await expect(page.locator('.score-graph .value')).toBeVisible();
        for (const [width, textSize] of [
          [340, '100%'],
          [420, '100%'],
          [520, '100%'],
          [360, '200%'],
          [900, '200%'],
        ] as const) {
          await page.setViewportSize({ width, height: 800 });
          await page.evaluate((size) => {
            document.documentElement.style.fontSize = size;
          }, textSize);
          expect(await findOverlaps(page), `${width} px, text ${textSize}`).toEqual([]);
        }
      },
    );

panelTest(
  'the keyboard is at the graph of the extension’s panel within 6 stops, and past it with the next',
  async ({ page, ehr }) => {
    await ehr.open();
    await ehr.show();
    await page.locator('#name').evaluate((name) => {
      name.tabIndex = -1;
      name.focus();
    });
    const line = page.locator('.strip [aria-expanded]');
    const isOnLine = (): Promise<boolean> => line.evaluate((one) => one.matches(':focus'));
    const toLine = await countStops(page, isOnLine);
    await page.keyboard.press('Enter');
    const row = page.locator('.row').first();
    await row.click();
    await expectPanel(page.locator('.score-graph')).toBeVisible();
    await line.focus();
    expect(toLine + (await countStopsToGraph(page))).toBeLessThanOrEqual(6);
    await page.keyboard.press('Tab');
    expect(await isOnGraph(page)).toBe(false);
  },
);
