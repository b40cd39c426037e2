import { readFileSync } from 'node:fs';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findBrowser } from '../../scripts/browser.mjs';
import { type Stack, startStack } from '../../scripts/stack.ts';
import { launchWithExtension } from '../extension/browser.ts';
import { setUp, signInToEhr } from '../extension/desk.ts';
import { frontEnds } from '../front-ends/index.ts';
import { median } from './measure.ts';

/** What is measured of a page, in milliseconds. */
const MEASURES = ['load event', 'largest paint', 'click to next paint', 'processor'] as const;
type Measure = (typeof MEASURES)[number];
type Sample = Readonly<Record<Measure, number>>;

/** With the extension, without it, and their ratio: medians, and the quartiles of the ratios pair by pair. */
export interface Compared {
  readonly page: string;
  readonly measure: Measure;
  readonly with: number;
  readonly without: number;
  readonly ratio: number;
  readonly spread: readonly [number, number];
}

const ROUNDS = 15;
/** Milliseconds in which a page does what it does after its load, and a panel is drawn. */
const AFTER = 700;

interface Side {
  readonly page: Page;
  readonly browser: CDPSession;
}

/**
 * Processor time of the main threads of all renderers so far, in milliseconds by process: to the nanosecond where the
 * kernel tells (Linux, schedstat), else of the whole processes as the browser tells it.
 */
async function spent({ browser }: Side): Promise<ReadonlyMap<number, number>> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const of = (id: number, cpuTime: number): number => {
    try {
      return Number(readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      return cpuTime * 1000;
    }
  };
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return new Map(renderers.map(({ id, cpuTime }) => [id, of(id, cpuTime)]));
}

/** Loads a page, clicks in it, and gives what that took. */
async function sample(side: Side, url: string, clicked: string): Promise<Sample> {
  const { page } = side;
  await page.goto('about:blank');
  const before = await spent(side);
  await page.goto(url);
  await page.locator(clicked).first().waitFor();
  await page.waitForTimeout(AFTER);
  const loaded = await page.evaluate(
    () =>
      new Promise<{ load: number; paint: number }>((resolve) => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        new PerformanceObserver((list) => {
          const paint = list.getEntries().at(-1)?.startTime ?? Number.NaN;
          resolve({ load: navigation?.loadEventEnd ?? Number.NaN, paint });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  const painted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const clicked = ({ timeStamp }: Event) =>
          // A task after the frame's callbacks runs once the frame is handed on.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - timeStamp);
            port2.postMessage(0);
          });
        addEventListener('click', clicked, { capture: true, once: true });
      }),
  );
  await page.locator(clicked).first().click();
  const click = await painted;
  await page.waitForTimeout(AFTER);
  const after = await spent(side);
  const processor = [...after].reduce((sum, [id, ms]) => sum + ms - (before.get(id) ?? 0), 0);
  return {
    'load event': loaded.load,
    'largest paint': loaded.paint,
    'click to next paint': click,
    processor,
  };
}

const quartile = (values: readonly number[], at: number): number =>
  values.toSorted((one, other) => one - other)[Math.round((values.length - 1) * at)] ?? Number.NaN;

async function sideOf(context: BrowserContext, page: Page): Promise<Side> {
  const browser = await context.browser()?.newBrowserCDPSession();
  if (!browser) throw new Error('The browser gives no session for its processes.');
  return { page, browser };
}

async function compare(stack: Stack, contexts: readonly [BrowserContext, BrowserContext]) {
  const [having, bare] = contexts;
  const pages = await Promise.all(contexts.map(async (one) => one.pages()[0] ?? one.newPage()));
  const [first, second] = pages;
  if (!first || !second) throw new Error('No page was opened.');
  await setUp(having, first, stack);
  await signInToEhr(second, stack);
  const sides = [await sideOf(having, first), await sideOf(bare, second)] as const;
  const list = await first.request.get(`${stack.urls.ehr}/spa-data/patients`);
  const [patient] = (await list.json()) as { record: string }[];
  const { ehr } = stack.urls;
  const compared: Compared[] = [];
  for (const [name, url, clicked] of [
    ['page that does not concern us', `${ehr}/patients`, 'h1'],
    ['list of patients', `${ehr}/spa`, '.line a'],
    ['chart', `${ehr}/spa/patients/${patient?.record}`, '#tab-notes'],
  ] as const) {
    const pairs: (readonly [Sample, Sample])[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      // In turn, and each first as often as second.
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      const samples: Sample[] = [];
      for (const at of order) samples[at] = await sample(sides[at as 0 | 1], url, clicked);
      const [one, other] = samples;
      // The first pair warms both up.
      if (round >= 0 && one && other) pairs.push([one, other]);
    }
    for (const measure of MEASURES) {
      const ratios = pairs.map(([one, other]) => one[measure] / other[measure]);
      const mid = (side: 0 | 1) => median(pairs.map((pair) => pair[side][measure]));
      compared.push({
        page: name,
        measure,
        with: mid(0),
        without: mid(1),
        ratio: mid(0) / mid(1),
        spread: [quartile(ratios, 0.25), quartile(ratios, 0.75)],
      });
    }
  }
  return compared;
}

/** Loads pages of the demo EHR and clicks in them, in a browser with the extension and in one without, in turn. */
export async function benchLoad(): Promise<readonly Compared[]> {
  const stack = await startStack({ portBase: 0, frontEnds, seed: 1, now: '2026-11-18T15:00:00Z' });
  const executablePath = findBrowser();
  const contexts: BrowserContext[] = [];
  try {
    const having = await launchWithExtension();
    contexts.push(having);
    const bare = await chromium.launchPersistentContext('', {
      ...(executablePath === null ? {} : { executablePath }),
      headless: true,
      locale: 'en-GB',
      timezoneId: 'America/Sao_Paulo',
      viewport: { width: 1280, height: 900 },
      args: CHROMIUM_ARGS,
    });
    contexts.push(bare);
    return await compare(stack, [having, bare]);
  } finally {
    for (const context of contexts) await context.close();
    await stack.close();
  }
}
