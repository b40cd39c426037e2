/**
 * The moments that a user feels: the first course of a page, later ones, a pointer that walks along the course, one more
 * answer; 52 answers and 5,000. Main-thread time of the graph and of the whole panel against uPlot and a hand-written SVG, and
 * beside them what the browser needs without a script of ours.
 *
 * @module
 */
import type { Browser, CDPSession } from '@playwright/test';
import { floorScripts } from './floors.ts';
import { median, meter, rotated, taskMs } from './measure.ts';

const NAMES = [
  'nothing',
  'score graph',
  '<instrument-panel>',
  "panel's bare tree",
  'moving box',
  'hand-written SVG',
  'uPlot',
] as const;
type Name = (typeof NAMES)[number];
const MOMENTS = ['first of a page', 'later', 'hover', 'append', '5,000, later', '5,000, append'] as const;
type Moment = (typeof MOMENTS)[number];

const FEW = 52;
const MANY = 5_000;
const TIMES = 5;
/** Places along the plot where the pointer stops. */
const STOPS = 40;

/** Milliseconds of the main thread for each moment, less what an empty box costs. */
export type MomentCosts = ReadonlyMap<Moment, Readonly<Record<Name, number>>>;

type Meter = Awaited<ReturnType<typeof meter>>;

/** Of one stop of the pointer. */
async function hover({ page }: Meter, session: CDPSession, name: Name): Promise<number> {
  await page.evaluate(([given, count]) => globalThis.sample(given, count, 1), [name, FEW] as const);
  const { left, right, middle } = await page.evaluate(() => globalThis.plotBox());
  const go = (stop: number) => page.mouse.move(left + ((right - left) * (stop + 0.5)) / STOPS, middle);
  // What only the first stop needs is not every stop's.
  await go(0);
  const before = await taskMs(session);
  for (let stop = 1; stop < STOPS; stop++) await go(stop);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  const cost = (await taskMs(session)) - before;
  await page.evaluate(() => globalThis.clear());
  return cost / (STOPS - 1);
}

/** Of one answer more. */
async function append({ page }: Meter, session: CDPSession, name: Name, answers: number): Promise<number> {
  await page.evaluate(([given, count]) => globalThis.sample(given, count, 1), [name, answers] as const);
  // The courses are made before they are shown.
  await page.evaluate(([count, times]) => globalThis.prepare(count, times), [answers, TIMES] as const);
  const before = await taskMs(session);
  await page.evaluate(([count, times]) => globalThis.append(count, times), [answers, TIMES] as const);
  const cost = (await taskMs(session)) - before;
  await page.evaluate(() => globalThis.clear());
  return cost / TIMES;
}

/**
 * Measures all moments in turn, the order rotated every round, and prints nothing.
 *
 * @param scripts of the contenders by name
 */
export async function benchMoments(
  browser: Browser,
  pageScript: string,
  scripts: ReadonlyMap<string, string>,
  styles: readonly string[],
  rounds: number,
): Promise<MomentCosts> {
  const samples = new Map<string, number[]>();
  const note = (moment: Moment, name: Name, cost: number): void => {
    const key = `${moment} ${name}`;
    samples.set(key, [...(samples.get(key) ?? []), cost]);
  };
  const recorder = await meter(browser, [pageScript, scripts.get('<instrument-panel>') ?? ''], styles);
  const all = new Map([...scripts, ...(await floorScripts(recorder.page, FEW, 2 * TIMES))]);
  await recorder.close();
  const script = (name: Name): readonly string[] => {
    const code = all.get(name);
    return code === undefined ? [] : [code];
  };
  const page = await meter(browser, [pageScript, ...NAMES.flatMap(script)], styles);
  const session = await page.page.context().newCDPSession(page.page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const walks: Readonly<Record<Exclude<Moment, 'first of a page'>, (name: Name) => Promise<number>>> = {
    later: (name) => page.cost(name, FEW, TIMES),
    hover: (name) => hover(page, session, name),
    append: (name) => append(page, session, name, FEW),
    '5,000, later': (name) => page.cost(name, MANY, TIMES),
    '5,000, append': (name) => append(page, session, name, MANY),
  };
  // One round to warm up, which does not count.
  for (let round = -1; round < rounds; round++) {
    for (const name of rotated(NAMES, round + 1)) {
      const fresh = await meter(browser, [pageScript, ...script(name)], styles);
      const first = await fresh.cost(name, FEW, 1);
      await fresh.close();
      if (round >= 0) note('first of a page', name, first);
    }
    for (const [moment, walk] of Object.entries(walks) as [keyof typeof walks, (typeof walks)['later']][])
      for (const name of rotated(NAMES, round + 1)) {
        const cost = await walk(name);
        if (round >= 0) note(moment, name, cost);
      }
  }
  await page.close();
  return new Map(
    MOMENTS.map((moment) => {
      const of = (name: Name) => median(samples.get(`${moment} ${name}`) ?? []);
      const costs = NAMES.map((name) => [name, of(name) - of('nothing')]);
      return [moment, Object.fromEntries(costs) as Record<Name, number>] as const;
    }),
  );
}

/** At most so many times what uPlot costs. */
const LIMITS: Readonly<Partial<Record<Name, Partial<Record<Moment, number>>>>> = {
  'score graph': {
    'first of a page': 0.45,
    later: 0.3,
    hover: 0.6,
    append: 1,
    '5,000, later': 0.6,
  },
  '<instrument-panel>': {
    'first of a page': 1,
    later: 0.7,
    append: 1.5,
    '5,000, later': 1,
  },
};

/** Prints the costs, and judges those that have a limit. */
export function reportMoments(
  costs: MomentCosts,
  judge: (what: string, measured: number, limit: number, strict: boolean, shown: string) => void,
): void {
  const names = NAMES.filter((name) => name !== 'nothing');
  console.log(
    `\n${'Moments, ms of main thread'.padEnd(30)}${names.map((name) => name.padStart(20)).join('')}`,
  );
  for (const [moment, cost] of costs)
    console.log(`  ${moment.padEnd(28)}${names.map((name) => cost[name].toFixed(2).padStart(20)).join('')}`);
  for (const [name, limits] of Object.entries(LIMITS) as [Name, Partial<Record<Moment, number>>][])
    for (const [moment, limit] of Object.entries(limits) as [Moment, number][]) {
      const cost = costs.get(moment);
      const ratio = (cost?.[name] ?? Number.NaN) / (cost?.uPlot ?? Number.NaN);
      judge(`${moment}, ${name} / uPlot, at most ${limit}`, ratio, limit, false, ratio.toFixed(2));
    }
  const shown = (moment: Moment, name: Name): string =>
    `${moment} ${((costs.get(moment)?.[name] ?? Number.NaN) / (costs.get(moment)?.uPlot ?? Number.NaN)).toFixed(2)}`;
  const ofTree = (['first of a page', 'later', 'append'] as const).map((one) =>
    shown(one, "panel's bare tree"),
  );
  console.log(
    `          without a script of ours, / uPlot: panel's bare tree, ${ofTree.join(', ')}; moving box, ${shown('hover', 'moving box')}`,
  );
}
