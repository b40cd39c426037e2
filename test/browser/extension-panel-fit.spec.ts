import { BAD, CHART, FOOT, GOOD } from './extension-panel/layouts.ts';
import { type Ehr, expect, test } from './extension-panel-fixture.ts';

declare global {
  /** Ids of the elements that the panel stood in at each frame that was drawn. */
  var painted: string[];
}

/** How the page's own elements lie: to compare before and after. */
const layoutOf = (ehr: Ehr) =>
  ehr.page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((one) => !one.shadowRoot)
      .map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return [left, top, width, height].map(Math.round);
      }),
  );

for (const { name, css, markup, why } of BAD) {
  test(`${name} no panel is shown, the page is as before, and it is said why`, async ({ page, ehr }) => {
    await page.setViewportSize({ width: 900, height: 800 });
    await ehr.open({ css, markup });
    const before = await layoutOf(ehr);
    await ehr.show();
    await expect
      .poll(() => ehr.report())
      .toMatchObject({ at: null, refused: [{ place: 0, fault: { why } }] });
    await expect(page.locator('.panel')).toHaveCount(0);
    expect(await layoutOf(ehr)).toEqual(before);
  });
}

const PLACES = [
  { select: '#name', at: 'after' },
  { select: '#foot', at: 'before' },
] as const;

const isShown = async (ehr: Ehr): Promise<boolean> => {
  const box = await ehr.page.locator('.panel').boundingBox();
  return box !== null && box.width >= 240 && box.height >= 23;
};

test('where the first place is bad, the panel stands at the next one before anything is painted', async ({
  page,
  ehr,
}) => {
  await ehr.open({
    css: '#box{height:80px;overflow:hidden}',
    markup: `<div id="box">${CHART}</div>${FOOT}`,
    places: PLACES,
  });
  await page.evaluate(() => {
    globalThis.painted = [];
    const look = (): void => {
      const host = [...document.querySelectorAll('span')].find((one) => one.shadowRoot);
      if (host) globalThis.painted.push(host.parentElement?.id ?? '');
      requestAnimationFrame(look);
    };
    look();
  });
  await ehr.show();
  await expect.poll(() => ehr.report()).toMatchObject({ at: 1, refused: [{ place: 0 }] });
  await expect(page.getByText('Ana Lima')).toBeVisible();
  expect(await page.evaluate(() => globalThis.painted.includes('box'))).toBe(false);
});

for (const { name, css, markup } of GOOD) {
  test(`${name} the panel stands well`, async ({ page, ehr }) => {
    await page.setViewportSize({ width: 900, height: 800 });
    await ehr.open({ css, markup });
    await ehr.show();
    await expect.poll(() => ehr.report()).toEqual({ at: 0, refused: [] });
    await page.getByText('Ana Lima').scrollIntoViewIfNeeded();
    await expect(page.getByText('Ana Lima')).toBeVisible();
    expect(await isShown(ehr)).toBe(true);
    await expect.poll(() => ehr.report()).toEqual({ at: 0, refused: [] });
    const overlaps = await page.evaluate(() => {
      const host = [...document.querySelectorAll('span')].find((one) => one.shadowRoot);
      const box = host?.getBoundingClientRect();
      return [...document.querySelectorAll('.note,#name')].filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return box && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 4;
      }).length;
    });
    expect(overlaps).toBe(0);
  });
}

test('it is said once how the places turn out, and again of the next patient', async ({ page, ehr }) => {
  await ehr.open({ css: '#box{height:80px;overflow:hidden}', markup: `<div id="box">${CHART}</div>` });
  await ehr.show();
  await expect.poll(() => ehr.report()).toMatchObject({ at: null });
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(4_000);
  expect(await page.evaluate(() => globalThis.reports.length)).toBe(1);
  await ehr.blank();
  await ehr.show('epoch-of-bruno');
  await expect.poll(() => page.evaluate(() => globalThis.reports.length)).toBe(2);
  expect(await ehr.report()).toMatchObject({ at: null, refused: [{ fault: { why: 'clipped' } }] });
});

test('a place that was bad is looked at again: as the page changes, as a part opens, as the window gets wider', async ({
  page,
  ehr,
}) => {
  await ehr.open({
    css: '#box{height:80px;overflow:hidden}#box.open{height:auto}',
    markup: `<div id="box">${CHART}</div>`,
  });
  await ehr.show();
  await expect.poll(() => ehr.report()).toMatchObject({ at: null });
  // Later than all the times at which it is tried whether the page has changed or not.
  await expect.poll(() => ehr.page.evaluate(() => performance.now())).toBeGreaterThan(4_000);
  await page.evaluate(() => document.querySelector('#box')?.classList.add('open'));
  await expect(page.getByText('Ana Lima')).toBeVisible();
  await page.evaluate(() => document.querySelector('#box')?.classList.remove('open'));
  await expect.poll(() => ehr.report()).toMatchObject({ at: null, refused: [{ fault: { why: 'clipped' } }] });
  await expect(page.locator('.panel')).toHaveCount(0);
  await page.evaluate(() => document.querySelector('#box')?.classList.add('open'));
  await expect.poll(() => ehr.report()).toMatchObject({ at: 0 });
});

test('a menu or a dialog of the page over the panel does not take it away, and a cover that stays does', async ({
  page,
  ehr,
}) => {
  await ehr.open({ css: '#over{position:absolute;inset:0;background:#fff}' });
  await ehr.show();
  await expect(page.getByText('Ana Lima')).toBeVisible();
  await page.evaluate(() => {
    const over = document.createElement('div');
    over.id = 'over';
    over.role = 'menu';
    document.body.append(over);
  });
  const now = await page.evaluate(() => performance.now());
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(now + 4_500);
  expect(await ehr.report()).toEqual({ at: 0, refused: [] });
  await page.evaluate(() => document.querySelector('#over')?.removeAttribute('role'));
  await expect
    .poll(() => ehr.report())
    .toMatchObject({ at: null, refused: [{ fault: { why: 'covered', measure: 100 } }] });
});

test('nobody who is at the panel has it taken away, and paper changes nothing', async ({ page, ehr }) => {
  await ehr.open({
    css: '#box.low{height:60px;overflow:hidden}@media print{#box{height:60px;overflow:hidden}}',
    markup: `<div id="box">${CHART}</div>`,
  });
  await ehr.showOpened();
  await page.evaluate(() => document.querySelector('#box')?.classList.add('low'));
  const wait = async (milliseconds: number) => {
    const now = await page.evaluate(() => performance.now());
    await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(now + milliseconds);
  };
  await wait(2_500);
  expect(await ehr.report()).toMatchObject({ at: 0 });
  await page.evaluate(() => document.querySelector('#box')?.classList.remove('low'));
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.emulateMedia({ media: 'print' });
  await wait(2_500);
  expect(await ehr.report()).toMatchObject({ at: 0 });
});
