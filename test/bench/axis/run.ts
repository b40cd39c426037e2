/**
 * One time axis: six series of 300 answers with 60 events of treatment, drawn for the first time in a page and again,
 * against six uPlots of the same series.
 *
 * @module
 */
import type { Browser } from '@playwright/test';
import { bundle, bundleOurs } from '../bundle.ts';
import { median, meter } from '../measure.ts';
import { AXIS_ANSWERS } from './rows.ts';

const MOUNTS = 4;
const NAMES = ['nothing', 'uPlot', 'explorer'] as const;
type Name = (typeof NAMES)[number];

/** Milliseconds of the main thread, less what an empty box costs. */
export type AxisCost = Readonly<Record<'first' | 'again', Readonly<Record<Name, number>>>>;

const source = (name: Name, file: string): string =>
  `import { mount } from './axis/${file}'; (globalThis.contenders ??= {})['${name}'] = mount;`;

function costsOf(rounds: ReadonlyMap<Name, readonly number[]>): Readonly<Record<Name, number>> {
  const nothing = median(rounds.get('nothing') ?? []);
  return Object.fromEntries(NAMES.map((name) => [name, median(rounds.get(name) ?? []) - nothing])) as Record<
    Name,
    number
  >;
}

/** Measures both ways, in turn, and prints nothing. */
export async function benchAxis(browser: Browser, pageScript: string, rounds: number): Promise<AxisCost> {
  const scripts: Readonly<Record<Name, string>> = {
    nothing: '',
    uPlot: (await bundle(source('uPlot', 'uplot-six.ts'))).code,
    explorer: (await bundleOurs(source('explorer', 'explorer.ts'))).code,
  };
  const first = new Map(NAMES.map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++)
    for (const name of NAMES) {
      const page = await meter(browser, [pageScript, scripts[name]].filter(Boolean), []);
      first.get(name)?.push(await page.cost(name, AXIS_ANSWERS, 1));
      await page.close();
    }
  const page = await meter(browser, [pageScript, scripts.uPlot, scripts.explorer], []);
  const again = new Map(NAMES.map((name) => [name, [] as number[]]));
  for (const name of NAMES) await page.cost(name, AXIS_ANSWERS, MOUNTS * 2);
  for (let round = 0; round < rounds; round++)
    for (const name of NAMES) again.get(name)?.push(await page.cost(name, AXIS_ANSWERS, MOUNTS));
  await page.close();
  return { first: costsOf(first), again: costsOf(again) };
}
