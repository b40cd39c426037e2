import { expect, test } from './own-page.ts';
import { ANA, CHART, standing, start } from './site/chart.ts';
import { openBench } from './site/open.ts';

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

test('takes what it may have missed of a document from the first script, and without that has missed something', async ({
  page,
}) => {
  await openBench(page, { html: `<body>${ANA}</body>` });
  const versions = await page.evaluate(async (pages) => {
    const told: string[] = [];
    const begin = async (early?: typeof globalThis.mayBeParted): Promise<void> => {
      globalThis.mayBeParted = early;
      bench.start(pages);
      // A page that has just opened may have drawn two frames before it has laid anything out.
      while (!bench.standing()) await bench.frame();
      told.push(`${bench.facts()?.version} ${bench.standing()?.name}`);
      bench.stop();
    };
    await begin((elements) => ![...elements].some(({ textContent }) => textContent === 'Ana'));
    await begin(() => true);
    await begin();
    return told;
  }, CHART as never);
  expect(versions).toEqual(['1 Ana', '2 Ana', '2 Ana']);
});

test('shows nobody in a document that goes, says so, and says all again where it comes back', async ({
  page,
}) => {
  await start(page);
  await expect.poll(() => standing(page)).toBe('Ana');
  const gone = await page.evaluate(() => {
    dispatchEvent(new Event('pagehide'));
    return [bench.standing(), bench.log.slice(-2)];
  });
  expect(gone).toEqual([null, ['blank', 'left']]);
  await page.evaluate(() => dispatchEvent(new Event('pageshow')));
  await expect.poll(() => standing(page)).toBe('Ana');
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
    const before = bench.log.length;
    dispatchEvent(new Event('pagehide'));
    return [...used, ...bench.log.slice(before)];
  });
  expect(seen).toEqual(['pagehide', 'pageshow']);
});
