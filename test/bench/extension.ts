import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { build } from 'esbuild';
import { median } from './measure.ts';

/** A share of the main thread; 0.01 is one percent. */
export interface Share {
  readonly median: number;
  /** Standard error of the median. */
  readonly error: number;
}

/** What the script of a site costs the main thread. */
export interface ExtensionCost {
  /** On a page with 5,000 insertions a second and a chart. */
  readonly busy: Share;
  /** The same where every insertion is a task of its own. */
  readonly single: Share;
}

const SECONDS = 2;
/** From one pair to the next the difference varies by more than the limit. */
const ROUNDS = 41;
const HTML =
  '<!doctype html><title>EHR</title><main><header id=banner data-key=1><h1>Ana Souza</h1><p>MRN: 1</p></header><div id=log></div></main>';

/** Processor time of the page's main thread so far, in milliseconds. */
async function spent(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

async function open(browser: Browser, code: string): Promise<{ page: Page; session: CDPSession }> {
  const page = await browser.newPage();
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: HTML }));
  await page.goto('http://ehr.test/patients/1');
  await page.addScriptTag({ content: code });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, session };
}

/** Processor time of a page that inserts for {@link SECONDS}, with and without the script, in milliseconds. */
async function flood(browser: Browser, code: string, isWith: boolean, each: number): Promise<number> {
  const { page, session } = await open(browser, code);
  if (isWith) {
    await page.evaluate(() => floods.start());
    await page.waitForFunction(() => floods.standing());
  }
  const before = await spent(session);
  await page.evaluate(([count, seconds]) => floods.flood(count, seconds), [each, SECONDS] as const);
  const cost = (await spent(session)) - before;
  await page.close();
  return cost;
}

async function share(browser: Browser, code: string, each: number): Promise<Share> {
  const differences: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // In turn, and each first as often as second.
    const order = round % 2 === 0 ? [true, false] : [false, true];
    const costs = new Map<boolean, number>();
    for (const isWith of order) costs.set(isWith, await flood(browser, code, isWith, each));
    differences.push((costs.get(true) ?? Number.NaN) - (costs.get(false) ?? Number.NaN));
  }
  const shares = differences.map((ms) => ms / (SECONDS * 1000)).sort((a, b) => a - b);
  const [low = Number.NaN, high = Number.NaN] = [1 / 4, 3 / 4].map(
    (at) => shares[Math.round((ROUNDS - 1) * at)],
  );
  // Estimates the deviation from the quartiles, and the median's error from it, as for a normal distribution.
  const deviation = (high - low) / 1.349;
  return { median: median(shares), error: (1.2533 * deviation) / Math.sqrt(ROUNDS) };
}

/** Measures the script of a site in a page of its own, with and without it in turn. */
export async function benchExtension(browser: Browser): Promise<ExtensionCost> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./extension-page.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2024',
  });
  const code = outputFiles[0]?.text ?? '';
  return {
    busy: await share(browser, code, 20),
    single: await share(browser, code, 1),
  };
}
