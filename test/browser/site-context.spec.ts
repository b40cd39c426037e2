import { expect, type Page, test } from '@playwright/test';
import type { SiteRules } from '../../extension/site/facts.ts';
import { openBench } from './site/open.ts';

type Pages = SiteRules['pages'];

const CHART: Pages = [
  { type: 'none', element: '#login' },
  {
    type: 'chart',
    element: '#banner',
    patient: [
      { kind: 'key', from: 'attribute', select: '#banner', attribute: 'data-key' },
      { kind: 'name', from: 'text', select: '#name' },
    ],
    places: [
      { select: '#spot', at: 'after' },
      { select: '#banner', at: 'last' },
    ],
  },
  {
    type: 'list',
    element: '#list',
    rows: {
      select: 'li',
      patient: [{ kind: 'key', from: 'text', select: 'b' }],
      place: { select: 'b', at: 'after' },
    },
  },
];
const ANA =
  '<div id=box><div id=banner data-key=1><h1 id=name>Ana</h1><p id=spot>Scores</p></div></div><div id=more></div>';

async function start(page: Page, html = ANA, pages: Pages = CHART): Promise<void> {
  await openBench(page, { html: `<body>${html}</body>` });
  await page.evaluate((given) => bench.start(given), pages);
  await page.waitForFunction(() => bench.log.length > 0);
}
const standing = (page: Page): Promise<string | undefined> => page.evaluate(() => bench.standing()?.name);

test('shows the patient whom the page names, at the first place that is there', async ({ page }) => {
  await start(page);
  await expect.poll(() => standing(page)).toBe('Ana');
  expect(await page.evaluate(() => bench.at())).toBe('spot after');
  expect(await page.evaluate(() => bench.log.slice(0, 2))).toEqual(['facts chart', 'load']);
});

interface Change {
  readonly when: string;
  readonly change: string;
  /** Who stands at the microtask after it, before anything is painted; null: nobody. */
  readonly atOnce: string | null;
  /** Who stands at last. */
  readonly atLast: string | null;
  readonly html?: string;
}
const BIA = '<div id=banner data-key=2><h1 id=name>Bia</h1><p id=spot>S</p></div>';
const TWO = ANA.replace('<h1', '<h1 id=name hidden>Bia</h1><h1');
const CHANGES: readonly Change[] = [
  {
    when: 'the text of the name changes',
    change: `$('#name').firstChild.data = 'Bia'`,
    atOnce: null,
    atLast: 'Bia',
  },
  { when: 'the text is set', change: `$('#name').textContent = 'Bia'`, atOnce: null, atLast: 'Bia' },
  { when: 'the key changes', change: `$('#banner').dataset.key = '2'`, atOnce: null, atLast: 'Ana' },
  {
    when: 'the banner is replaced by another patient’s',
    change: `$('#box').innerHTML = '${BIA}'`,
    atOnce: null,
    atLast: 'Bia',
  },
  // What stood within it went with it, and comes back.
  {
    when: 'the banner is replaced by one that is the same',
    change: `$('#banner').replaceWith($('#banner').cloneNode(true))`,
    atOnce: null,
    atLast: 'Ana',
  },
  { when: 'the banner goes', change: `$('#banner').remove()`, atOnce: null, atLast: null },
  { when: 'the name goes', change: `$('#name').textContent = ''`, atOnce: null, atLast: null },
  {
    when: 'a login appears',
    change: `add('afterbegin', '<form id=login>Sign in</form>')`,
    atOnce: null,
    atLast: null,
  },
  {
    when: 'a password is asked',
    change: `add('beforeend', '<input type=password>')`,
    atOnce: 'Ana',
    atLast: null,
  },
  {
    when: 'another name is put before',
    change: `add('afterbegin', '<h1 id=name>Bia</h1>')`,
    atOnce: null,
    atLast: 'Bia',
  },
  {
    when: 'another name is put after',
    change: `add('beforeend', '<h1 id=name>Bia</h1>')`,
    atOnce: 'Ana',
    atLast: 'Ana',
  },
  {
    when: 'a hidden other name is put before',
    change: `add('afterbegin', '<h1 id=name hidden>Bia</h1>')`,
    atOnce: null,
    atLast: 'Ana',
  },
  {
    when: 'a hidden copy is put before',
    change: `add('afterbegin', '<h1 id=name hidden>Ana</h1>')`,
    atOnce: 'Ana',
    atLast: 'Ana',
  },
  { when: 'the place goes', change: `$('#spot').remove()`, atOnce: 'Ana', atLast: 'Ana' },
  { when: 'something else changes', change: `$('#more').textContent = 'Bia'`, atOnce: 'Ana', atLast: 'Ana' },
  {
    when: 'the banner is hidden by its class',
    change: `$('#banner').className = 'off'`,
    atOnce: 'Ana',
    atLast: null,
  },
  {
    when: 'two patients change places by an attribute',
    html: TWO,
    change: `for (const one of document.querySelectorAll('h1')) one.hidden = !one.hidden`,
    atOnce: null,
    atLast: 'Bia',
  },
  {
    when: 'another tab is chosen by an attribute far above',
    html: `<main class=a><style>.a .b,.b .a{display:none}</style><p id=name class=a>Ana</p><p id=name class=b>Bia</p><p id=banner data-key=1>x</p></main>`,
    change: `$('main').className = 'b'`,
    atOnce: null,
    atLast: 'Bia',
  },
  {
    when: 'the address changes before the document',
    change: `history.pushState(0, '', '/patients/2')`,
    html: ANA.replace('data-key=1', 'data-key=1 data-url'),
    atOnce: 'Ana',
    atLast: 'Ana',
  },
  {
    when: 'the whole document is written anew',
    change: `document.open(); document.write('${BIA}'); document.close()`,
    atOnce: null,
    atLast: 'Bia',
  },
];

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
      history.pushState(0, '', '/patients/2');
      // At once: the event of the new entry comes with it.
      seen.push(who());
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
  expect(seen).toEqual(['Ana', null, 'Bia', null, 'Ana', null]);
});

test('heeds the background: nobody is shown that it does not confirm, for the facts that are', async ({
  page,
}) => {
  await start(page);
  await expect.poll(() => standing(page)).toBe('Ana');
  const seen = await page.evaluate(async () => {
    const none = { type: 'context', mounts: true, context: { state: 'settling' } } as const;
    const version = bench.facts()?.version ?? 0;
    const turn = () => new Promise((resolve) => setTimeout(resolve, 20));
    const seen: unknown[] = [];
    // Old news of nobody is heeded too: another frame may have said something else.
    bench.tell({ ...none, version: version - 1 });
    await turn();
    seen.push(bench.standing());
    const identity = { keys: [{ system: '', value: '9' }], name: 'Zoe' };
    bench.tell({ ...none, version: version - 1, context: { state: 'known', epoch: 'x', identity } });
    await turn();
    seen.push(bench.standing());
    bench.tell({ ...none, version, mounts: false, context: { state: 'known', epoch: 'x', identity } });
    await turn();
    seen.push(bench.standing());
    bench.tell({ ...none, version, context: { state: 'known', epoch: 'x', identity } });
    await turn();
    seen.push(bench.standing()?.name);
    return seen;
  });
  expect(seen).toEqual([null, null, null, 'Zoe']);
});

test('reads the page anew before it answers what is to be applied', async ({ page }) => {
  await start(page, '<div id=banner data-key=1><input id=name value=Ana><p id=spot>S</p></div>');
  await expect.poll(() => standing(page)).toBe('Ana');
  const log = await page.evaluate(async () => {
    // A field's value changes without any event.
    (document.querySelector('#name') as HTMLInputElement).value = 'Bia';
    bench.log.length = 0;
    bench.tell({ type: 'reread', id: 7 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    return bench.log.slice(0, 3);
  });
  expect(log).toEqual(['blank', 'facts chart', expect.stringMatching(/^reread 7 /)]);
});

test('connects again when the background was stopped, and tells anew; what was asked is lost', async ({
  page,
}) => {
  await start(page);
  await expect.poll(() => standing(page)).toBe('Ana');
  const problem = await page.evaluate(() => {
    const asked = bench.handle().ask(null, 'list.read', {}, new AbortController().signal);
    bench.log.length = 0;
    bench.disconnect();
    return asked.catch((error: unknown) => Reflect.get(error as object, 'problem'));
  });
  expect(problem).toMatchObject({ code: 'lost', isOutcomeUnknown: true });
  await page.waitForFunction(() => bench.log.includes('facts chart'));
  await expect.poll(() => standing(page)).toBe('Ana');
});

test('wakes no stopped background from a page that does not concern us', async ({ page }) => {
  await openBench(page, { html: '<body></body>' });
  const connections = await page.evaluate(async () => {
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    bench.start([], { rests: true });
    await pause(20);
    bench.disconnect();
    // Who comes back does so within a tenth of a second.
    await pause(400);
    return bench.connections();
  });
  expect(connections).toBe(1);
});

test('leaves nobody behind when the extension is updated', async ({ page }) => {
  await start(page);
  await expect.poll(() => standing(page)).toBe('Ana');
  await page.evaluate(() => bench.invalidate());
  await page.waitForFunction(() => bench.log.includes('orphaned'));
  // The sentence that it was updated goes where the panel stood; nobody's data stays with it.
  expect(await page.evaluate(() => [bench.standing(), bench.log.slice(-2)])).toEqual([
    null,
    ['orphaned', 'blank'],
  ]);
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

test('tells of every change of a list before it is painted, and when it is none any more', async ({
  page,
}) => {
  await start(page, '<ul id=list><li><b>1</b></ul>');
  await page.waitForFunction(() => bench.log.includes('list'));
  const log = await page.evaluate(async () => {
    bench.log.length = 0;
    (document.querySelector('b') as HTMLElement).textContent = '2';
    await null;
    const seen = [...bench.log];
    document.querySelector('#list')?.remove();
    await null;
    return [seen, bench.log.slice(-2)];
  });
  expect(log).toEqual([['list'], ['no list', 'facts none']]);
});

test('a page that does not concern us has no observer, no listener, and nothing of ours', async ({
  page,
}) => {
  await openBench(page, { html: `<body>${ANA}</body>` });
  const seen = await page.evaluate(async () => {
    const used: string[] = [];
    const observe = MutationObserver.prototype.observe;
    const listen = EventTarget.prototype.addEventListener;
    MutationObserver.prototype.observe = function (...given) {
      used.push('observer');
      return observe.apply(this, given);
    };
    EventTarget.prototype.addEventListener = function (...given: Parameters<typeof listen>) {
      used.push(given[0]);
      return listen.apply(this, given);
    };
    bench.start([], { rests: true });
    await bench.settled();
    return used;
  });
  expect(seen).toEqual(['pagehide', 'pageshow']);
});
