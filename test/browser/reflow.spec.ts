import type { Page } from '@playwright/test';
import { answered, answerSubmissions, course } from './item-fixture.ts';
import { test as overviewTest } from './overview-fixture.ts';
import { asListed, phq9, who5 } from './panel-data.ts';
import { attributes, expect, test } from './panel-fixture.ts';
import { asInstrument, GAD7, WHO5 } from './several-instruments.ts';
import { patient, sparkline, test as sparklineTest, submissionsOf } from './sparkline-fixture.ts';
import { findLostText } from './text-size.ts';

/** WCAG 2.2, 1.4.10: the width of a page of 1,280 pixels at 400 %. */
const NARROW = { width: 320, height: 640 };
const SMALLEST_PX = 12;

/** Texts of a page that are smaller than any may be, shadow roots included. */
const findSmallText = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const all = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
    return all(document.body)
      .filter(
        (one) =>
          one.checkVisibility() &&
          [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
      )
      .map(
        (one) =>
          [Number.parseFloat(getComputedStyle(one).fontSize), one.textContent?.trim().slice(0, 40)] as const,
      )
      .filter(([px]) => px < least)
      .map(([px, text]) => `${px} px: ${text}`);
  }, SMALLEST_PX);

async function expectWhole(page: Page, what: string): Promise<void> {
  expect(await findLostText(page), what).toEqual([]);
  expect(await findSmallText(page), what).toEqual([]);
}

for (const lang of ['en', 'pt-BR', 'es']) {
  test(`a panel, its table and its answers lose nothing at 320 px, and no text is under 12 px, ${lang}`, async ({
    page,
    panels,
  }) => {
    await page.setViewportSize(NARROW);
    await answerSubmissions(page, (id) => answered(id));
    panels.answer(course());
    await panels.open(`<instrument-panel ${attributes(undefined, `lang="${lang}"`)}></instrument-panel>`);
    await expect(page.locator('[part=tools]')).toBeVisible();
    await expectWhole(page, 'panel');
    await page.locator('[part=summary]').click();
    await expect(page.locator('[part=table] tbody tr')).toHaveCount(6);
    await expectWhole(page, 'table');
    await page.locator('[part=tools] button').first().click();
    await expect(page.locator('#item .all li')).toHaveCount(9);
    await expect(page.locator('#item .heads')).not.toHaveText('');
    expect(await findSmallText(page), 'answers').toEqual([]);
    expect(await page.locator('#item').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });
}

overviewTest(
  'an overview and its time axis lose nothing at 320 px, and no text is under 12 px',
  async ({ page, overviews }) => {
    await page.setViewportSize(NARROW);
    overviews.courses = [
      asListed(phq9({ scores: [19, 17, 12, 9, 14], flagged: [4], missed: [30, 31] })),
      asListed(asInstrument(phq9({ scores: [9, 8, 15] }), GAD7, 'GAD-7')),
      asListed(asInstrument(who5({ scores: [28, 36, 60] }), WHO5, 'WHO-5')),
    ];
    await overviews.open('lang="es"');
    await expect(page.locator('instrument-overview tr.row')).toHaveCount(3);
    await expectWhole(page, 'overview');
    await page.locator('[part=time-axis]').click();
    await expect(page.locator('#explore .said li')).toHaveCount(3);
    await expectWhole(page, 'time axis');
  },
);

sparklineTest('sparklines lose nothing at 320 px, and no text is under 12 px', async ({ page, lists }) => {
  await page.setViewportSize(NARROW);
  const ana = patient(1);
  lists.submissions = submissionsOf(ana, [19, 17, 18, 14], { flagged: [3] });
  await lists.open(
    ['line', 'compact', 'comfortable']
      .map((one) => `<p>${sparkline(ana, `density="${one}" lang="es"`)}</p>`)
      .join(''),
  );
  await expect(page.locator('instrument-sparkline svg')).toHaveCount(3);
  await expectWhole(page, 'sparklines');
});

sparklineTest(
  'in a page of a small font a sparkline keeps 12 px, within what is reserved',
  async ({ page, lists }) => {
    const ana = patient(1);
    lists.submissions = submissionsOf(ana, [19, 17, 18, 14], { flagged: [3] });
    await lists.open(
      ['line', 'compact', 'comfortable'].map((one) => sparkline(ana, `density="${one}"`)).join(''),
    );
    await expect(page.locator('instrument-sparkline svg')).toHaveCount(3);
    for (const width of [1280, 360])
      for (const size of [15, 14, 13, 12]) {
        await page.setViewportSize({ width, height: 640 });
        const over = await page.locator('main').evaluate((main, px) => {
          main.style.fontSize = `${px}px`;
          return [...main.querySelectorAll('instrument-sparkline')].map(
            (one) =>
              one.getBoundingClientRect().height - Number.parseFloat(getComputedStyle(one).minBlockSize),
          );
        }, size);
        expect(await findSmallText(page), `${size} px`).toEqual([]);
        expect(Math.max(...over), `${size} px at ${width}: ${over}`).toBeLessThan(0.5);
      }
  },
);
