import { type Ehr, expect, test } from './extension-panel-fixture.ts';

declare global {
  /** Ids of the elements that the panel stood in at each frame that was drawn. */
  var painted: string[];
}

const CHART = '<h1 id="name">Lima, Ana</h1>';
const TEXT = '<p class="note">Sleeps better. Appetite is back. Walks every day.</p>';
/** Below the chart, in normal flow. */
const FOOT = '<p id="foot">Seen by Dr Reis.</p>';

/** Layouts in which a panel after the name stands badly, and what is measured of it. */
const BAD: readonly {
  readonly name: string;
  readonly css: string;
  readonly markup: string;
  readonly why: string;
}[] = [
  {
    name: 'under what is positioned absolutely',
    markup: `${CHART}<div id="cover">${TEXT.repeat(12)}</div>`,
    css: 'main{position:relative;min-height:600px}#cover{position:absolute;inset:60px 0 0;background:#fff}',
    why: 'covered',
  },
  {
    name: 'over content that is positioned above it in the page',
    markup: `<div id="chart">${CHART}</div><div id="under">${TEXT.repeat(4)}</div>`,
    css: 'main{position:relative}#chart{position:absolute;top:0;left:0;right:0;z-index:1}#under{padding-top:40px}',
    why: 'covers',
  },
  {
    name: 'under a part of the page that is fixed',
    markup: `${CHART}<div id="shell">${TEXT.repeat(4)}</div>`,
    css: 'html{overflow:hidden}#shell{position:fixed;inset:40px 0 0;background:#fff}',
    why: 'covered',
  },
  {
    name: 'in a box that cuts it off',
    markup: `<div id="box">${CHART}</div>`,
    css: '#box{height:80px;overflow:hidden}',
    why: 'clipped',
  },
  {
    name: 'in a box in which it pushes the page’s content out of sight',
    markup: `<div id="box">${CHART}${TEXT.repeat(3)}</div>`,
    css: '#box{height:560px;overflow:hidden}#box .note{height:140px}',
    why: 'pushes',
  },
  {
    name: 'in a row whose columns it takes the room of',
    markup: `<div id="row">${CHART}${`<section>${TEXT}</section>`.repeat(4)}</div>`,
    css: '#row{display:flex}section{flex:1 1 0;min-width:0}',
    why: 'squeezes',
  },
  {
    name: 'in a column of the width of an icon',
    markup: `<nav>${CHART}</nav>${TEXT}`,
    css: 'nav{width:48px;float:left;overflow:hidden}h1{font-size:8px}',
    why: 'clipped',
  },
  {
    name: 'out of the window',
    markup: `<div id="off">${CHART}</div>${TEXT}`,
    css: '#off{position:absolute;left:-3000px;width:600px}',
    why: 'clipped',
  },
  {
    name: 'in a part that is drawn small',
    markup: `<div id="mini">${CHART}</div>`,
    css: '#mini{transform:scale(.3);transform-origin:0 0}',
    why: 'scaled',
  },
  {
    name: 'in a part that is turned',
    markup: `<div id="turned">${CHART}</div>`,
    css: '#turned{transform:rotate(30deg);margin:200px}',
    why: 'turned',
  },
  {
    name: 'among rows of a virtual list',
    markup: `<div id="list"><div id="rows">${CHART}${Array.from({ length: 20 }, (_, at) => `<p class="row" style="top:${at * 30}px">Row ${at}</p>`).join('')}</div></div>`,
    css: '#list{height:400px;overflow:auto}#rows{position:relative;height:6000px}.row{position:absolute;left:0;right:0;margin:0;height:30px;background:#fff}',
    why: 'covered',
  },
];

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
  return box !== null && box.width >= 240 && box.height >= 40;
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

for (const [name, css, markup] of [
  [
    'beside a float that leaves no room',
    '#side{float:left;width:calc(100% - 20px);height:120px;background:#eee}',
    `<div id="side">Menu</div>${CHART}${TEXT}`,
  ],
  [
    'beside a float that leaves room',
    '#side{float:left;width:200px;height:120px;background:#eee}',
    `<div id="side">Menu</div>${CHART}${TEXT}`,
  ],
  [
    'between floats on both sides',
    '.side{width:300px;height:160px}.one{float:left}.two{float:right}',
    `<div class="side one">Menu</div><div class="side two">News</div>${CHART}${TEXT}`,
  ],
  [
    'in a box without height, with content after it',
    '#box{height:0}',
    `<div id="box"><div id="slot"><i id="name"></i></div></div>${TEXT.repeat(6)}`,
  ],
  ['in a page that is zoomed to a half', 'html{zoom:.5}', `${CHART}${TEXT}`],
  ['in a page that is zoomed to the double', 'html{zoom:2}', `${CHART}${TEXT}`],
  [
    'below a header that is fixed',
    '#head{position:fixed;inset:0 0 auto;height:60px;background:#fff}main{padding-top:60px}',
    `<div id="head">Lima, Ana</div>${CHART}${TEXT.repeat(30)}`,
  ],
  [
    'in a column that scrolls by itself, far below what is seen of it',
    'html,body,main{height:100%;margin:0;overflow:hidden}#column{height:calc(100% - 40px);margin-top:40px;overflow:auto}',
    `<div id="column">${TEXT.repeat(60)}${CHART}${TEXT.repeat(30)}</div>`,
  ],
] as const) {
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
  await ehr.show();
  await page.getByRole('button', { name: /^PHQ-9/ }).click();
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
