import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { type ExtensionApi, giveProfiles, launchWithExtension, workerOf } from '../extension/browser.ts';
import { median } from './measure.ts';

/** What the extension does to a page that does not concern it, in milliseconds of its main thread's own time. */
export interface RestCost {
  /** Our script, in the first page of a renderer process and in one after another. */
  readonly first: number;
  readonly next: number;
  /** The world that the browser makes for it, in the first page. */
  readonly world: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Microseconds of the thread's processor time. */
  readonly tdur?: number;
  readonly args?: unknown;
}

const PAGES = 15;
/** Milliseconds in which the background answers. */
const AFTER = 300;

/** An origin for whose other pages the extension is enabled. */
async function serve(): Promise<{ origin: string; close(): void }> {
  const body = `<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>${'<p>text of a page</p>'.repeat(200)}`;
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(body);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => void server.close() };
}

async function enableBeside(context: BrowserContext, origin: string): Promise<void> {
  const pages = [{ type: 'none', element: 'h1' }];
  const given = { id: 'bench', name: 'Bench', version: 1, proxy: origin, match: [`${origin}/ehr/*`], pages };
  await giveProfiles(context, [given]);
  const worker = await workerOf(context);
  await worker.evaluate(async (wanted) => {
    interface Api extends ExtensionApi {
      readonly scripting: { getRegisteredContentScripts(): Promise<{ matches: string[] }[]> };
    }
    const { chrome } = globalThis as unknown as { chrome: Api };
    for (;;) {
      const scripts = await chrome.scripting.getRegisteredContentScripts();
      if (scripts.some(({ matches }) => matches.some((one) => one.startsWith(wanted)))) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, origin);
}

/** Opens a page and gives what our script, and the making of its world, took of the main thread. */
async function trace(
  browser: CDPSession,
  page: Page,
  url: string,
): Promise<{ script: number; world: number }> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]));
  browser.on('Tracing.dataCollected', collect);
  const traceConfig = { recordMode: 'recordUntilFull', includedCategories: ['v8', 'devtools.timeline'] };
  await browser.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig } as never);
  await page.goto(url);
  await page.waitForTimeout(AFTER);
  const over = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve));
  await browser.send('Tracing.end');
  await over;
  browser.off('Tracing.dataCollected', collect);
  const whole = events.filter(({ ph }) => ph === 'X');
  const ours = whole.filter(
    ({ name, args }) =>
      (name === 'EvaluateScript' || name === 'FunctionCall') &&
      JSON.stringify(args ?? {}).includes('chrome-extension://'),
  );
  const run = ours.find(({ name }) => name === 'EvaluateScript');
  if (!run) throw new Error('The script of the extension did not run: is the site enabled?');
  const isWithin = ({ ts, name }: TraceEvent) =>
    name !== 'EvaluateScript' && ts >= run.ts && ts < run.ts + (run.dur ?? 0);
  const sum = (all: readonly TraceEvent[]) => all.reduce((total, { tdur = 0 }) => total + tdur / 1000, 0);
  const world = whole
    .filter(
      ({ name, ts, pid, tid }) =>
        name === 'ContextCreatedNotification' && pid === run.pid && tid === run.tid && ts < run.ts,
    )
    .slice(-1);
  return {
    script: sum(ours.filter((one) => one.pid === run.pid && !isWithin(one))),
    world: sum(world),
  };
}

/** Measures the extension as it is built, in pages of a site that is enabled which are none of its profile's. */
export async function benchRest(): Promise<RestCost> {
  const site = await serve();
  const context = await launchWithExtension();
  try {
    await enableBeside(context, site.origin);
    const browser = await context.browser()?.newBrowserCDPSession();
    if (!browser) throw new Error('The browser gives no session for tracing.');
    const costs = { first: [] as number[], next: [] as number[], world: [] as number[] };
    for (let round = 0; round < PAGES; round++) {
      const page = await context.newPage();
      const first = await trace(browser, page, `${site.origin}/first`);
      const next = await trace(browser, page, `${site.origin}/next`);
      costs.first.push(first.script);
      costs.world.push(first.world);
      costs.next.push(next.script);
      await page.close();
    }
    return { first: median(costs.first), next: median(costs.next), world: median(costs.world) };
  } finally {
    await context.close();
    site.close();
  }
}
