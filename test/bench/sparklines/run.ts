/**
 * Lists of sparklines: main-thread time of 200 and 2,000 (12 answers, 100 by 24 px), interleaved, and the heap of
 * 2,000, against a hand-written SVG drawn as rows come into view, one canvas each, and uPlot each.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from '@playwright/test';
import { bundleOurs } from '../bundle.ts';
import { median, meter } from '../measure.ts';

/** Those that are compared closely run by themselves: what thousands of canvases leave would be collected in their time. */
const GROUPS = [
  { names: ['sparkline', 'hand-written SVG'], rounds: 31 },
  { names: ['<instrument-sparkline>', 'canvas', 'uPlot'], rounds: 7 },
] as const;
const NAMES = GROUPS.flatMap(({ names }) => [...names]);
const ROWS = [200, 2_000] as const;

/** What one way to draw a list costs. */
export interface ListCost {
  /** Milliseconds of the main thread, for 200 and for 2,000 rows; what the empty rows cost is taken off. */
  readonly ms: readonly number[];
  /** Megabytes of JavaScript heap that 2,000 rows hold, beyond the empty rows. */
  readonly heap: number;
}

/** Measures every way, and prints nothing. */
export async function benchSparklines(browser: Browser): Promise<ReadonlyMap<string, ListCost>> {
  const source = `import { install } from './sparklines/page.ts'; import '../../widget/sparkline/define.ts'; install();`;
  const { code } = await bundleOurs(source);
  const style = readFileSync(createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css'), 'utf8');
  const page = await meter(browser, [code], [style]);
  const session = await page.page.context().newCDPSession(page.page);
  await session.send('Performance.enable');
  const ms = new Map(NAMES.map((name) => [name, [] as number[]]));
  for (const rows of ROWS) {
    for (const { names: group, rounds } of GROUPS) {
      const names = ['nothing', ...group];
      const costs = new Map(names.map((name) => [name, [] as number[]]));
      // The first rounds warm up.
      for (let round = -2; round < rounds; round++) {
        const first = (round + names.length) % names.length;
        for (const name of [...names.slice(first), ...names.slice(0, first)]) {
          const cost = await page.cost(name, rows, 1);
          if (round >= 0) costs.get(name)?.push(cost);
        }
      }
      const nothing = median(costs.get('nothing') ?? []);
      for (const name of group) ms.get(name)?.push(median(costs.get(name) ?? []) - nothing);
    }
  }
  const used = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 2 ** 20;
  };
  const heap = new Map<string, number>();
  for (const name of ['nothing', ...NAMES]) {
    const before = await used();
    await page.page.evaluate((given) => globalThis.sample(given, 2_000, 1), name);
    heap.set(name, (await used()) - before);
    await page.page.evaluate(() => globalThis.clear());
  }
  await page.close();
  return new Map(
    NAMES.map((name) => [
      name,
      {
        ms: ms.get(name) ?? [],
        heap: (heap.get(name) ?? Number.NaN) - (heap.get('nothing') ?? 0),
      },
    ]),
  );
}
