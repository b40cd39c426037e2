/**
 * What the list of 2,000 patients costs the main thread of its page: from the first byte until all is read, and a jump
 * through it, against a page by hand that reads the same answers and writes the same rows.
 *
 * @module
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { request } from 'undici';
import { bundle, bundleOurs } from '../bundle.ts';
import { median, taskMs } from '../measure.ts';

const ROUNDS = 5;
const JUMPS = 20;
const VIEWPORT = { width: 1366, height: 900 };
const NAMES = ['nothing', 'by hand', 'element', 'worker'] as const;
type Name = (typeof NAMES)[number];

interface Kept {
  readonly body: Buffer;
  readonly headers: Record<string, string>;
}

/**
 * Milliseconds of the main thread for the whole list and for a jump, of the clock until all was read, and megabytes of the
 * page, those of its worker not among them.
 */
export interface ListCost {
  readonly ms: number;
  readonly jump: number;
  readonly task: number;
  readonly whole: number;
  readonly heap: number;
  /** Of the clock until a name with a fact was painted; NaN where there is no such row. */
  readonly firstRow: number;
}

const sourceOf = (file: string, name = 'run'): string =>
  `import { ${name} as run } from './caseload/${file}'; globalThis.run = (paths) => run(document.getElementById('host'), paths);`;
const DOCUMENT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><style>body{margin:0;font:16px sans-serif}</style><div id="host"></div><script src="/script.js"></script>';

/** Asks the proxy as a browser does, and says how many bytes came. */
async function ask(url: string, authorization: string) {
  const headers = { authorization, origin: 'https://ehr.example', 'accept-encoding': 'br' };
  const reply = await request(url, { headers });
  const sent = Buffer.from(await reply.body.arrayBuffer());
  const isCompressed = reply.headers['content-encoding'] === 'br';
  return {
    status: reply.statusCode,
    bytes: sent.length,
    body: isCompressed ? brotliDecompressSync(sent) : sent,
    date: String(reply.headers.date ?? ''),
  };
}

/** A page's origin that answers as the proxy did the first time, so that no process of the proxy takes the processor. */
async function serve(proxyUrl: string, authorization: string, script: (path: string) => string | undefined) {
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    const send = ({ body, headers }: Kept) => response.writeHead(200, headers).end(body);
    if (url === '/')
      return void send({ body: Buffer.from(DOCUMENT), headers: { 'content-type': 'text/html' } });
    const code = script(url);
    if (code !== undefined)
      return void send({ body: Buffer.from(code), headers: { 'content-type': 'text/javascript' } });
    // Nothing is kept of what was seen, and there is no icon.
    if (request.method !== 'GET' || url === '/favicon.ico') return void response.writeHead(204).end();
    const known = kept.get(url);
    if (known) return void send(known);
    ask(`${proxyUrl}${url}`, authorization)
      .then(({ status, body, date, bytes: sent }) => {
        const headers = { 'content-type': 'application/json', date };
        bytes += sent;
        if (status === 200) kept.set(url, { body, headers });
        else console.log(`          ${url} was answered ${status}`);
        response.writeHead(status, headers).end(body);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { origin, paths: () => [...kept.keys()], bytes: () => bytes, close: () => server.close() };
}

/** Two frames: the first draws what was written, and the second says that it has been drawn. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

async function jumpMs(page: Page, spent: () => Promise<number>): Promise<number> {
  const jump = (by: number): Promise<void> =>
    page.evaluate(
      (part) =>
        new Promise((resolve) => {
          const { list } = globalThis as unknown as { list?: HTMLElement };
          if (list) list.scrollTop = list.scrollHeight * part;
          requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
        }),
      by,
    );
  const costs: number[] = [];
  for (let at = 0; at < JUMPS; at++) {
    const before = await spent();
    await jump(((at * 7) % JUMPS) / JUMPS);
    costs.push((await spent()) - before);
  }
  return median(costs);
}

async function measure(browser: Browser, origin: string, paths: readonly string[]): Promise<ListCost> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    await page.goto(origin);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = () => taskMs(session);
    await drawn(page);
    const before = await spent();
    const { whole, task, firstRow } = await page.evaluate(async (all) => {
      const of = globalThis as unknown as {
        run?: (all: readonly string[]) => Promise<unknown>;
        list: unknown;
      };
      let longest = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      });
      observer.observe({ type: 'longtask' });
      const since = performance.now();
      let firstRow = Number.NaN;
      const look = (): void => {
        const { shadowRoot } = document.querySelector('instrument-caseload') ?? {};
        const said = ['.row .name', '.row .reasons'].map(
          (one) => shadowRoot?.querySelector(one)?.textContent,
        );
        // The frame after the one in which it was written.
        requestAnimationFrame(said.every(Boolean) ? () => (firstRow = performance.now() - since) : look);
      };
      if (all.length === 0) look();
      of.list = await of.run?.(all);
      return { whole: performance.now() - since, task: longest, firstRow };
    }, paths);
    await drawn(page);
    await drawn(page);
    const ms = (await spent()) - before;
    const jump = await jumpMs(page, spent);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { ms, jump, whole, task, firstRow, heap: usedSize / 1_048_576 };
  } finally {
    await page.close();
  }
}

/** Measures all in turn, and prints nothing. The proxy was asked nothing before. */
export async function benchList(browser: Browser, proxyUrl: string, authorization: string) {
  const scripts: Readonly<Record<Name, string>> = {
    nothing: '',
    'by hand': (await bundle(sourceOf('by-hand.ts'))).code,
    element: (await bundleOurs(sourceOf('element.ts'))).code,
    worker: (await bundleOurs(sourceOf('element.ts', 'runApart'))).code,
  };
  const thread = (await bundleOurs("import '../../widget/caseload/worker.ts';")).code;
  let name: Name = 'element';
  const page = await serve(
    proxyUrl,
    authorization,
    (path) => ({ '/script.js': scripts[name], '/worker.js': thread })[path],
  );
  try {
    const first = await measure(browser, page.origin, []);
    const [paths, bytes] = [page.paths(), page.bytes()];
    const rounds = new Map<Name, ListCost[]>(NAMES.map((one) => [one, []]));
    for (let round = 0; round < ROUNDS; round++)
      for (name of NAMES) rounds.get(name)?.push(await measure(browser, page.origin, paths));
    const of = (one: Name, field: keyof ListCost): number =>
      median((rounds.get(one) ?? []).map((cost) => cost[field]));
    const costs = Object.fromEntries(
      NAMES.map((one) => [
        one,
        {
          ms: of(one, 'ms') - (one === 'nothing' ? 0 : of('nothing', 'ms')),
          jump: of(one, 'jump') - (one === 'nothing' ? 0 : of('nothing', 'jump')),
          task: of(one, 'task'),
          whole: of(one, 'whole'),
          heap: of(one, 'heap') - (one === 'nothing' ? 0 : of('nothing', 'heap')),
          firstRow: Number.NaN,
        },
      ]),
    ) as Record<Name, ListCost>;
    const { whole: coldMs, firstRow: firstRowMs } = first;
    return { costs, coldMs, firstRowMs, requests: paths.length, bytes };
  } finally {
    page.close();
  }
}
