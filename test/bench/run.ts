/**
 * `npm run bench`: size of what shows headline and graph, and what mounting a graph costs the main thread,
 * against uPlot, Chart.js, lightweight-charts, echarts and recharts, each with its best options, and a hand-written
 * SVG of the same picture.
 *
 * Warm: one page, contenders in turn, the order rotated every round, the median of the rounds. Cold: a page of
 * its own for each, from the navigation to the first mount, its script included. `-- --graph` ends there, and
 * `--rounds 3` takes as many at most; `--graph --against FOLDER` measures the graph of another checkout, installed, in
 * turn with this one instead. Then what the
 * extension costs a page (about seven minutes); the sandbox: that no list grows with its table (about two minutes);
 * and the proxy against others (about five minutes). These are left out with `-- --widget`; `-- --extension`,
 * `-- --proxy` (with `--against FOLDER` of another checkout beside it), `-- --caseload` (a list of 2,000 patients through the proxy and in a page), `-- --lists` (of sparklines), `-- --requests` (what a page of panels asks for), `-- --moments` (first course, later ones, pointer, one more answer) and `-- --axis`
 * (all instruments of a patient on one time axis) run one of them alone. A limit that is not kept ends with exit code 1.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findBrowser } from '../../scripts/browser.mjs';
import { sparklineSizes, WIDGET_ENTRY_LIMIT_BYTES, widgetSizes } from '../../scripts/build-widget.ts';
import { benchAxis } from './axis/run.ts';
import { type Bundle, bundle, bundleOurs } from './bundle.ts';
import { benchExtension } from './extension.ts';
import { benchLoad } from './extension-load.ts';
import { benchRest } from './extension-rest.ts';
import { benchSwitch } from './extension-switch.ts';
import { coldMeter, median, meter, rotated } from './measure.ts';
import { benchMoments, reportMoments } from './moments.ts';
import { reportProxies } from './proxy/bench.ts';
import { reportCaseload } from './proxy/caseload.ts';
import { reportRequests } from './requests.ts';
import { benchSandbox } from './sandbox-scale.ts';
import { benchSparklines } from './sparklines/run.ts';

const most = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || Number.POSITIVE_INFINITY;
const rounds = (wanted: number): number => Math.min(wanted, most);
const ROUNDS = { judged: rounds(15), others: rounds(7), cold: rounds(9) };
const MOUNTS = 5;
const ANSWERS = [12, 52, 500, 10_000] as const;
const JUDGED = 52;

const ENTRY = new URL('../../widget/define.ts', import.meta.url);
const against = process.argv.includes('--against')
  ? resolve(process.argv[process.argv.indexOf('--against') + 1] ?? '')
  : undefined;
const OURS = 'score graph';
const OTHER = 'score graph of the other checkout';
const ALL_CONTENDERS: Readonly<Record<string, string>> = {
  [OURS]: './contenders/score-graph.ts',
  ...(existsSync(ENTRY) ? { '<instrument-panel>': './contenders/panel.ts' } : {}),
  'hand-written SVG': './contenders/hand-written.ts',
  uPlot: './contenders/uplot.ts',
  'Chart.js': './contenders/chartjs.ts',
  'lightweight-charts': './contenders/lightweight-charts.ts',
  echarts: './contenders/echarts.ts',
  recharts: './contenders/recharts.ts',
};
const LIBRARIES = ['uPlot', 'Chart.js', 'lightweight-charts', 'echarts', 'recharts'] as const;
const CONTENDERS: Readonly<Record<string, string>> =
  against === undefined
    ? ALL_CONTENDERS
    : {
        [OURS]: './contenders/score-graph.ts',
        [OTHER]: `${against}/test/bench/contenders/score-graph.ts`,
      };
const BY_US: ReadonlySet<string> = new Set([OURS, OTHER, '<instrument-panel>']);

const failures: string[] = [];
const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** Prints a limit with what was measured, and remembers one that is not kept. */
function judge(what: string, measured: number, limit: number, strict: boolean, shown: string): void {
  const kept = strict ? measured < limit : measured <= limit;
  if (!kept) failures.push(what);
  console.log(`  ${kept ? 'kept  ' : 'MISSED'}  ${what}: ${shown}`);
}

function table(
  title: string,
  rows: ReadonlyMap<string, readonly number[]>,
  columns: readonly string[],
): void {
  console.log(`\n${title.padEnd(36)}${columns.map((column) => column.padStart(10)).join('')}`);
  for (const [name, values] of rows)
    console.log(`  ${name.padEnd(34)}${values.map((value) => value.toFixed(2).padStart(10)).join('')}`);
}

const source = (name: string, file: string): string =>
  `import { mount } from '${file}'; (globalThis.contenders ??= {})['${name}'] = mount;`;

async function warm(browser: Browser, scripts: readonly string[], styles: readonly string[]) {
  const names = ['nothing', ...Object.keys(CONTENDERS)];
  const costs = new Map(names.map((name) => [name, [] as number[]]));
  const page = await meter(browser, scripts, styles);
  for (const answers of ANSWERS) {
    for (const name of names) await page.cost(name, answers, MOUNTS * 2);
    const rounds = new Map(names.map((name) => [name, [] as number[]]));
    for (let round = 0; round < (answers === JUDGED ? ROUNDS.judged : ROUNDS.others); round++) {
      for (const name of rotated(names, round))
        rounds.get(name)?.push(await page.cost(name, answers, MOUNTS));
    }
    for (const [name, values] of rounds) costs.get(name)?.push(median(values));
  }
  await page.close();
  return costs;
}

async function cold(
  browser: Browser,
  pageScript: string,
  scripts: ReadonlyMap<string, Bundle>,
  style: string,
) {
  const names = ['nothing', ...scripts.keys()];
  const costs = new Map(names.map((name) => [name, [] as number[]]));
  const codes = new Map([...scripts].map(([name, { code }]) => [name, code]));
  const pages = await coldMeter(browser, pageScript, codes, new Map([['uPlot', style]]));
  for (const answers of ANSWERS) {
    const rounds = new Map(names.map((name) => [name, [] as number[]]));
    for (let round = 0; round < (answers === JUDGED ? ROUNDS.cold : ROUNDS.others); round++) {
      for (const name of rotated(names, round)) rounds.get(name)?.push(await pages.cost(name, answers));
    }
    for (const [name, values] of rounds) costs.get(name)?.push(median(values));
  }
  pages.close();
  return costs;
}

/** What an empty box costs is taken off every row. */
function less(costs: ReadonlyMap<string, readonly number[]>): ReadonlyMap<string, readonly number[]> {
  const nothing = costs.get('nothing') ?? [];
  return new Map(
    [...costs]
      .filter(([name]) => name !== 'nothing')
      .map(([name, values]) => [name, values.map((value, index) => value - (nothing[index] ?? 0))]),
  );
}

if (process.argv.includes('--proxy')) {
  await reportProxies(judge, { ...(Number.isFinite(most) ? { rounds: most } : {}), against });
  process.exit(failures.length ? 1 : 0);
}

/** What the extension's script costs a page that does not concern us, and one that changes without end. */
async function judgeExtension(browser: Browser): Promise<void> {
  console.log('\nThe script of the extension in a page, main thread');
  const { first, next, world } = await benchRest();
  for (const [which, ms] of [
    ['first page', first],
    ['next page', next],
  ] as const)
    judge(`does not concern us, ${which} of a process, below 1 ms`, ms, 1, true, `${ms.toFixed(2)} ms`);
  console.log(
    `          the world that the browser makes for any script of an extension: ${world.toFixed(2)} ms`,
  );
  const { busy, single } = await benchExtension(browser);
  for (const [how, share] of [
    ['20 in a task', busy],
    ['one in a task', single],
  ] as const) {
    const shown = `${(share.median * 100).toFixed(2)} % ± ${(share.error * 100).toFixed(2)}`;
    judge(`5,000 insertions a second, ${how}, below 1 %`, share.median, 0.01, true, shown);
  }
  console.log(
    `\n${'The demo EHR, ms; with and without, in turn'.padEnd(50)}   with  without  ratio  quartiles`,
  );
  for (const { page, measure, spread, ...one } of await benchLoad()) {
    const numbers = [one.with.toFixed(1).padStart(7), one.without.toFixed(1).padStart(8)];
    const ratio = one.ratio.toFixed(2).padStart(6);
    const quartiles = spread.map((ratio) => ratio.toFixed(2)).join(' to ');
    console.log(`  ${`${page}: ${measure}`.padEnd(48)}${numbers.join(' ')} ${ratio}  ${quartiles}`);
  }
  const { recognised, settled, ratio, spread } = await benchSwitch();
  console.log('\nFrom the heading of a patient who is linked to their panel, ms; in turn');
  console.log(
    `  recognised ${recognised.toFixed(0)}, settled ${settled.toFixed(0)}, ratio ${ratio.toFixed(2)}  ` +
      spread.map((one) => one.toFixed(2)).join(' to '),
  );
}

const executablePath = findBrowser();
const launch = (): Promise<Browser> =>
  chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });

if (process.argv.includes('--caseload')) {
  const browser = await launch();
  await reportCaseload(judge, browser).finally(() => browser.close());
  process.exit(failures.length ? 1 : 0);
}

if (process.argv.includes('--requests')) {
  const browser = await launch();
  await reportRequests(browser).finally(() => browser.close());
  process.exit(0);
}

if (process.argv.includes('--extension')) {
  const browser = await launch();
  await judgeExtension(browser).finally(() => browser.close());
  process.exit(failures.length ? 1 : 0);
}

/** Lists of sparklines: at most 1.3 times the hand-written SVG, under 1 MB of heap, ahead of canvas and uPlot. */
async function judgeLists(browser: Browser): Promise<void> {
  const lists = await benchSparklines(browser);
  const rows = new Map([...lists].map(([name, { ms, heap }]) => [name, [...ms, heap]]));
  table('Sparklines, ms of main thread; rows:', rows, ['200', '2,000', 'heap, MB']);
  const { entry, later } = await sparklineSizes();
  judge('sparkline entry, at most 9 KB', entry, 9 * 1024, false, `${kb(entry)}, ${entry} bytes`);
  console.log(`          what reads, fetched beside it: ${kb(later.source ?? Number.NaN)}`);
  const ours = lists.get('sparkline');
  for (const [at, count] of ['200', '2,000'].entries()) {
    for (const [other, limit] of [
      ['hand-written SVG', 1.3],
      ['canvas', 1],
      ['uPlot', 1],
    ] as const) {
      const ratio = (ours?.ms[at] ?? Number.NaN) / (lists.get(other)?.ms[at] ?? Number.NaN);
      judge(`${count} sparklines / ${other}, at most ${limit}`, ratio, limit, false, ratio.toFixed(2));
    }
  }
  for (const name of ['sparkline', '<instrument-sparkline>']) {
    const heap = lists.get(name)?.heap ?? Number.NaN;
    judge(`heap of 2,000 of ${name}, below 1 MB`, heap, 1, true, `${heap.toFixed(2)} MB`);
  }
}

if (process.argv.includes('--lists')) {
  const browser = await launch();
  await judgeLists(browser).finally(() => browser.close());
  process.exit(failures.length ? 1 : 0);
}

const pageScript = (await bundle(`import { install } from './page.ts'; install();`)).code;

/** One time axis of six series with events: at most six uPlots, drawn for the first time and again. */
async function judgeAxis(browser: Browser): Promise<void> {
  const costs = await benchAxis(browser, pageScript, ROUNDS.cold);
  console.log('\nSix series of 300 answers on one time axis, with 60 events; ms of main thread');
  for (const [kind, { explorer, uPlot }] of Object.entries(costs)) {
    const shown = `${explorer.toFixed(2)} / ${uPlot.toFixed(2)} = ${(explorer / uPlot).toFixed(2)}`;
    judge(`${kind}, explorer / six uPlots, at most 1`, explorer / uPlot, 1, false, shown);
  }
}

if (process.argv.includes('--axis')) {
  const browser = await launch();
  await judgeAxis(browser).finally(() => browser.close());
  process.exit(failures.length ? 1 : 0);
}

const bundles = new Map<string, Bundle>();
for (const [name, file] of Object.entries(CONTENDERS)) {
  bundles.set(name, await (BY_US.has(name) ? bundleOurs : bundle)(source(name, file)));
}
const style = readFileSync(createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css'), 'utf8');

console.log('Minified and gzipped');
for (const [name, { gzipped }] of bundles) console.log(`  ${name.padEnd(34)}${kb(gzipped).padStart(10)}`);

const browser = await launch();
const codes = new Map([...bundles].map(([name, { code }]) => [name, code]));
const judgeMoments = async () =>
  reportMoments(await benchMoments(browser, pageScript, codes, [style], ROUNDS.others), judge);
if (process.argv.includes('--moments')) {
  await judgeMoments().finally(() => browser.close());
  process.exit(failures.length ? 1 : 0);
}
try {
  const warmCosts = less(
    await warm(browser, [pageScript, ...[...bundles.values()].map(({ code }) => code)], [style]),
  );
  const coldCosts = less(await cold(browser, pageScript, bundles, style));
  table('Warm mount, ms of main thread; answers:', warmCosts, ANSWERS.map(String));
  table('Cold page, ms of main thread; answers:', coldCosts, ANSWERS.map(String));
  if (against !== undefined) {
    for (const costs of [warmCosts, coldCosts]) {
      const [here, there] = [costs.get(OURS), costs.get(OTHER)];
      const ratios = ANSWERS.map((_, index) =>
        ((here?.[index] ?? Number.NaN) / (there?.[index] ?? Number.NaN)).toFixed(2),
      );
      console.log(
        `  ${costs === warmCosts ? 'warm' : 'cold'}, this checkout / the other: ${ratios.join(' ')}`,
      );
    }
    process.exit(0);
  }

  console.log('\nLimits');
  if (existsSync(ENTRY)) {
    const { entry, later, single } = await widgetSizes();
    judge(
      `widget entry, at most ${kb(WIDGET_ENTRY_LIMIT_BYTES)}`,
      entry,
      WIDGET_ENTRY_LIMIT_BYTES,
      false,
      `${kb(entry)}, ${entry} bytes`,
    );
    const rest = Object.entries(later).map(([name, bytes]) => `${name} ${kb(bytes)}`);
    console.log(`          fetched later: ${rest.join(', ')}; all in a single file: ${kb(single)}`);
  } else {
    failures.push('widget entry');
    console.log('  MISSED  widget entry: widget/define.ts is not there');
  }
  const at = ANSWERS.indexOf(JUDGED);
  const ratio = (costs: ReadonlyMap<string, readonly number[]>, name: string, other: string, index: number) =>
    (costs.get(name)?.[index] ?? Number.NaN) / (costs.get(other)?.[index] ?? Number.NaN);
  for (const [kind, costs] of [
    ['warm', warmCosts],
    ['cold', coldCosts],
  ] as const) {
    for (const [index, answers] of ANSWERS.entries()) {
      for (const other of LIBRARIES) {
        const measured = ratio(costs, OURS, other, index);
        judge(`${kind}, ${answers}, score graph / ${other}, below 1`, measured, 1, true, measured.toFixed(2));
      }
    }
  }
  const byHand = ratio(warmCosts, OURS, 'hand-written SVG', at);
  judge('warm, score graph / hand-written SVG, at most 1.5', byHand, 1.5, false, byHand.toFixed(2));
  if (existsSync(ENTRY)) {
    console.log('\nThe whole <instrument-panel> (headline, risk and table too), for information');
    for (const other of ['hand-written SVG', ...LIBRARIES]) {
      const ratios = (costs: ReadonlyMap<string, readonly number[]>): string =>
        ANSWERS.map((_, index) => ratio(costs, '<instrument-panel>', other, index).toFixed(2)).join(' ');
      console.log(`  / ${other.padEnd(18)} warm ${ratios(warmCosts)}, cold ${ratios(coldCosts)}`);
    }
  }
  await judgeAxis(browser);
  await judgeMoments();
  if (!process.argv.includes('--graph')) await judgeLists(browser);
  if (!process.argv.includes('--widget') && !process.argv.includes('--graph')) await judgeExtension(browser);
} finally {
  await browser.close();
}
if (!process.argv.includes('--widget') && !process.argv.includes('--graph')) {
  const limit = 2;
  const grown = await benchSandbox(limit);
  for (const { read, ratio } of grown)
    judge(`sandbox, ${read}, at most ${limit}`, ratio, limit, false, ratio.toFixed(2));
  if (grown.length === 0)
    console.log(`  kept    every list and the score graph, 100,000 / 1,000, at most ${limit}`);
  await reportProxies(judge);
  const page = await launch();
  await reportCaseload(judge, page).finally(() => page.close());
}
if (failures.length) process.exitCode = 1;
