import { expect, test } from './own-page.ts';
import { BIA, CHANGES, type Change } from './site/changes.ts';
import { ANA, CHART, type Pages, standing, start } from './site/chart.ts';
import { openBench } from './site/open.ts';

test('shows the patient whom the page names, at the first place that is there', async ({ page }) => {
  await start(page);
  await expect.poll(() => standing(page)).toBe('Ana');
  expect(await page.evaluate(() => bench.at())).toBe('spot after');
  expect(await page.evaluate(() => bench.log.slice(0, 2))).toEqual(['facts chart', 'load']);
  // A place that the site made for it has nothing in it yet, and so no height.
  await start(page, ANA.replace('<p id=spot>Scores</p>', '<p id=spot hidden></p><div id=spot></div>'));
  await expect.poll(() => page.evaluate(() => bench.at())).toBe('spot after');
});
test('blanks before anything is painted when the page says another, or nothing clear; shows again when it is clear', async ({
  page,
}) => {
  await openBench(page, { html: '<head><style>.off{display:none}</style></head>' });
  const seen = await page.evaluate(
    async ([changes, pages, usual]) => {
      const $ = (select: string) => document.querySelector(select);
      const add = (at: InsertPosition, html: string) => document.body.insertAdjacentHTML(at, html);
      const until = async (who: string | null): Promise<string | null> => {
        for (let turn = 0; turn < 40; turn++) {
          await bench.frame();
          if (turn > 4 && (bench.standing()?.name ?? null) === who) break;
        }
        return bench.standing()?.name ?? null;
      };
      const results: object[] = [];
      for (const { when, change, html, atLast } of changes) {
        document.body.innerHTML = html ?? usual;
        bench.start(pages);
        const first = await until('Ana');
        new Function('$', 'add', change)($, add);
        await null;
        const atOnce = bench.standing()?.name ?? null;
        results.push({ when, first, atOnce, atLast: await until(atLast) });
        bench.stop();
      }
      return results;
    },
    [CHANGES, CHART, ANA] as const as never as [readonly Change[], never, string],
  );
  expect(seen).toEqual(CHANGES.map(({ when, atOnce, atLast }) => ({ when, first: 'Ana', atOnce, atLast })));
});
const BY_ADDRESS: Pages = [
  {
    type: 'chart',
    element: '#banner',
    url: { path: '^/patients/' },
    patient: [
      { kind: 'key', from: 'url', part: 'path', pattern: '/(\\d+)$' },
      { kind: 'key', from: 'attribute', select: '#banner', attribute: 'data-key' },
      { kind: 'name', from: 'text', select: '#name' },
    ],
    places: [{ select: '#spot', at: 'before' }],
  },
];

test('shows nobody while address and page disagree, in whichever order they change', async ({ page }) => {
  await openBench(page, { path: '/patients/1', html: `<body>${ANA}</body>` });
  const seen = await page.evaluate(
    async ([pages, bia]) => {
      const who = (): string | null => bench.standing()?.name ?? null;
      const until = async (name: string): Promise<string | null> => {
        for (let turn = 0; turn < 40 && who() !== name; turn++) await bench.frame();
        return who();
      };
      bench.start(pages);
      const seen = [await until('Ana')];
      // Other frames of this origin hear it in the same turn.
      let isHeard = false;
      addEventListener('instrument-panel.site', () => (isHeard = true), { once: true });
      history.pushState(0, '', '/patients/2');
      // At once: the event of the new entry comes with it.
      seen.push(who());
      seen.push(isHeard ? 'heard' : null);
      const box = document.querySelector('#box') as HTMLElement;
      const ana = box.innerHTML;
      box.innerHTML = bia;
      seen.push(await until('Bia'));
      box.innerHTML = ana;
      await null;
      seen.push(who());
      await new Promise((resolve) => {
        addEventListener('popstate', resolve, { once: true });
        history.back();
      });
      seen.push(await until('Ana'));
      history.pushState(0, '', '/list');
      seen.push(who());
      return seen;
    },
    [BY_ADDRESS, BIA] as const as never as [never, string],
  );
  expect(seen).toEqual(['Ana', null, 'heard', 'Bia', null, 'Ana', null]);
});
test('steps into open shadow roots, and sees what changes there', async ({ page }) => {
  await openBench(page, { html: '<body><ehr-banner id=host></ehr-banner></body>' });
  const seen = await page.evaluate(async () => {
    const root = (document.querySelector('#host') as HTMLElement).attachShadow({ mode: 'open' });
    root.innerHTML = '<p data-key=1>Ana</p>';
    bench.start([
      {
        type: 'chart',
        element: 'ehr-banner >>> p',
        patient: [
          { kind: 'key', from: 'attribute', select: 'ehr-banner >>> p', attribute: 'data-key' },
          { kind: 'name', from: 'text', select: '#host >>> [data-key]' },
        ],
        places: [{ select: '#host', at: 'after' }],
      },
    ]);
    for (let turn = 0; turn < 40 && !bench.standing(); turn++) await bench.frame();
    const first = bench.standing()?.name;
    (root.firstChild?.firstChild as Text).data = 'Bia';
    await null;
    return [first, bench.standing()];
  });
  expect(seen).toEqual(['Ana', null]);
});
