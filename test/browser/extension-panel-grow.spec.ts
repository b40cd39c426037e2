import { FOOT } from './extension-panel/layouts.ts';
import { chart } from './extension-panel/service.ts';
import { type Ehr, expect, test } from './extension-panel-fixture.ts';

declare global {
  /** Whether what the page says in its box was cut off in any frame that was drawn while the panel stood in it. */
  var wasCut: boolean;
}

/** A box of the page that a loading line has room in, and a line with a risk flag has not. */
const CSS = '#meds{width:480px;height:98px;overflow:hidden}#meds p{margin:0}';
const MEDS = '<h2 id="name">Medication</h2><div id="meds"><p id="drug">Warfarin 5 mg</p></div>';
const PLACES = [
  { select: '#meds', at: 'first' },
  { select: '#foot', at: 'before' },
] as const;

/** Reads the chart only once the returned function is called. */
function holdBack(ehr: Ehr): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  ehr.answers['chart.read'] = async () => {
    await promise;
    return chart();
  };
  return resolve;
}

/** How far the page's own text reaches out of its box. */
const cutOff = (ehr: Ehr): Promise<number> =>
  ehr.page.evaluate(() => {
    const box = document.querySelector('#meds');
    return box ? box.scrollHeight - box.clientHeight : 0;
  });

test('a panel that grows where it pushes the page’s own text out of sight goes to the next place before it is painted', async ({
  page,
  ehr,
}) => {
  await ehr.open({ css: CSS, markup: MEDS + FOOT, places: PLACES });
  const read = holdBack(ehr);
  await ehr.show('epoch-of-ana', '#meds', 'first');
  await expect.poll(() => ehr.report()).toEqual({ at: 0, refused: [] });
  await page.evaluate(() => {
    globalThis.wasCut = false;
    // Computed of each frame as it is drawn, after everything that is put right within it.
    const observer = new IntersectionObserver(
      (entries) => {
        globalThis.wasCut ||= entries.some(({ intersectionRatio }) => intersectionRatio < 0.9);
      },
      { threshold: [0.9, 1] },
    );
    observer.observe(document.querySelector('#drug') as Element);
  });
  read();
  await expect(page.getByText('Ana Lima')).toBeVisible();
  await expect
    .poll(() => ehr.report())
    .toMatchObject({ at: 1, refused: [{ place: 0, fault: { why: 'pushes' } }] });
  expect(await page.evaluate(() => globalThis.wasCut)).toBe(false);
  expect(await cutOff(ehr)).toBe(0);
});

test('with no other place a panel that grew is taken out, nothing of the page is cut off, and it is said why', async ({
  page,
  ehr,
}) => {
  await ehr.open({ css: CSS, markup: MEDS, places: PLACES.slice(0, 1) });
  const read = holdBack(ehr);
  await ehr.show('epoch-of-ana', '#meds', 'first');
  await expect.poll(() => ehr.report()).toEqual({ at: 0, refused: [] });
  read();
  await expect
    .poll(() => ehr.report())
    .toMatchObject({ at: null, refused: [{ place: 0, fault: { why: 'pushes' } }] });
  await expect(page.locator('.panel')).toHaveCount(0);
  expect(await cutOff(ehr)).toBe(0);
});

test('a box that comes to cut off its own text is left, since a panel in it pushes more of that out of sight', async ({
  page,
  ehr,
}) => {
  await ehr.open({
    css: `${CSS}#meds{height:200px}`,
    markup: `${MEDS}${FOOT}`,
    places: PLACES,
  });
  await ehr.show('epoch-of-ana', '#meds', 'first');
  await expect(page.getByText('Ana Lima')).toBeVisible();
  await expect.poll(() => ehr.report()).toEqual({ at: 0, refused: [] });
  await page.evaluate(() => {
    const drug = document.querySelector<HTMLElement>('#drug');
    // More than the box has room for, with and without a panel.
    if (drug) drug.style.height = '400px';
  });
  await expect
    .poll(() => ehr.report())
    .toMatchObject({ at: 1, refused: [{ place: 0, fault: { why: 'pushes' } }] });
});

test('a list that is scrolled to its end stays where it is as the panel is judged again', async ({
  page,
  ehr,
}) => {
  await ehr.open({
    css: 'html,body,main{height:100%;margin:0;overflow:hidden}main{display:flex;flex-direction:column}#list{flex:1;min-height:0;overflow:auto}#list p{height:60px}',
    markup: `<h1 id="name">Lima, Ana</h1><div id="list">${'<p>Entry</p>'.repeat(60)}</div>`,
  });
  const read = holdBack(ehr);
  await ehr.show();
  await expect.poll(() => ehr.report()).toEqual({ at: 0, refused: [] });
  const atEnd = () =>
    page.evaluate(() => {
      const list = document.querySelector('#list');
      return list ? list.scrollHeight - list.clientHeight - list.scrollTop : Number.NaN;
    });
  await page.evaluate(() => document.querySelector('#list')?.scrollTo(0, 9_999));
  const top = await page.evaluate(() => document.querySelector('#list')?.scrollTop);
  expect(await atEnd()).toBeLessThan(2);
  read();
  await expect(page.getByText('Ana Lima')).toBeVisible();
  await expect.poll(() => ehr.report()).toEqual({ at: 0, refused: [] });
  expect(top).toBeGreaterThan(1_000);
  expect(await page.evaluate(() => document.querySelector('#list')?.scrollTop)).toBe(top);
});

test('nobody who has the panel open loses it as it grows', async ({ page, ehr }) => {
  await ehr.open({ css: `${CSS}#meds.high{height:300px}`, markup: MEDS, places: PLACES.slice(0, 1) });
  await page.evaluate(() => document.querySelector('#meds')?.classList.add('high'));
  await ehr.showOpened('epoch-of-ana', '#meds', 'first');
  await page.evaluate(() => document.querySelector('#meds')?.classList.remove('high'));
  await page.evaluate(() => globalThis.panels.changed());
  const now = await page.evaluate(() => performance.now());
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(now + 2_000);
  await expect(page.locator('#sheet')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect.poll(() => ehr.report()).toMatchObject({ at: null, refused: [{ place: 0 }] });
});

/** What the tester finds of a place. */
const judge = (ehr: Ehr, select: string, at: 'first' | 'after' | 'before') =>
  ehr.page.evaluate(
    ([select, at]) => {
      const anchor = document.querySelector(select);
      if (!anchor) throw new Error('no anchor');
      return globalThis.judgePlace({ anchor, at });
    },
    [select, at] as const,
  );

test('the tester finds of a place the same with the panel there, elsewhere and nowhere, of a panel that has loaded', async ({
  page,
  ehr,
}) => {
  await ehr.open({ css: `${CSS}#meds.high{height:300px}`, markup: MEDS + FOOT, places: PLACES });
  const nowhere = await judge(ehr, '#meds', 'first');
  expect(nowhere).toMatchObject({ why: 'pushes' });
  await ehr.show('epoch-of-ana', '#meds', 'first');
  await expect.poll(() => ehr.report()).toMatchObject({ at: 1 });
  expect(await judge(ehr, '#meds', 'first')).toEqual(nowhere);
  expect(await judge(ehr, '#foot', 'before')).toBeNull();
  await page.evaluate(() => document.querySelector('#meds')?.classList.add('high'));
  await ehr.blank();
  await ehr.show('epoch-of-ana', '#meds', 'first');
  await expect.poll(() => ehr.report()).toMatchObject({ at: 0 });
  expect(await judge(ehr, '#meds', 'first')).toBeNull();
  await expect(page.getByText('Ana Lima')).toBeVisible();
});

test('a place that moves a tab of the page far along its line is refused, also by the tester', async ({
  page,
  ehr,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await ehr.open({
    css: '#tabs{display:flex;gap:8px}#tabs a{padding:6px 12px;border:1px solid}',
    markup: `<h1 id="name">Lima, Ana</h1><div id="tabs"><a id="one">summary</a><a>labs</a><a>notes</a></div>`,
    places: [{ select: '#tabs', at: 'first' }],
  });
  expect(await judge(ehr, '#tabs', 'first')).toMatchObject({ why: 'pushes' });
  await ehr.show('epoch-of-ana', '#tabs', 'first');
  await expect.poll(() => ehr.report()).toMatchObject({ at: null, refused: [{ fault: { why: 'pushes' } }] });
});

test('where no place is good, it is said too of which of them nothing is on the page', async ({
  page,
  ehr,
}) => {
  await ehr.open({
    css: CSS,
    markup: MEDS,
    places: [{ select: '#elsewhere', at: 'after' }, ...PLACES.slice(0, 1)],
  });
  await ehr.show('epoch-of-ana', '#meds', 'first');
  await expect
    .poll(() => ehr.report())
    .toMatchObject({
      at: null,
      refused: [
        { place: 0, fault: { why: 'missing' } },
        { place: 1, fault: { why: 'pushes' } },
      ],
    });
  await expect(page.locator('.panel')).toHaveCount(0);
});
