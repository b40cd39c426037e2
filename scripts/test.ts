/**
 * `npm test`: types, lint, build, unit and integration tests, browser tests, without slow ones (test/scope.ts); `--slow`
 * runs those. With other arguments only the tests that they select (test-selection.ts). The last line is the sum over all
 * of them, `N passed, N failed`; the exit code is 0
 * only if nothing failed.
 *
 * @module
 */
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inspect } from 'node:util';
import { readCommandLine } from './arguments.ts';
import { startChecks } from './check.ts';
import { run, start } from './program.ts';
import { readTestArguments, TEST_USAGE } from './test-selection.ts';
import {
  findNotRun,
  playwrightFailures,
  playwrightTally,
  type Tally,
  vitestFailures,
  vitestTally,
} from './test-tally.ts';

const asked = readCommandLine(TEST_USAGE, readTestArguments);
/** Null for all tests of a scope. */
const selection = typeof asked === 'string' ? null : asked;
if (typeof asked === 'string') process.env.INSTRUMENT_PANEL_SCOPE = asked;

using folder = mkdtempDisposableSync(join(tmpdir(), 'instrument-panel-test-'));
const scratch = folder.path;
// Tests start many processes of ours, each of which would compile the same modules anew.
process.env.NODE_COMPILE_CACHE = join(scratch, 'compiled');
// The type compiler collects garbage, for a fifth of its time, where a machine has room for all of it.
process.env.GOGC ??= '400';

function report(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Builds the packages once for all tests that install one (test/built-packages.ts). */
async function buildOnce(): Promise<{ isOk: boolean; output: string }> {
  process.env.INSTRUMENT_PANEL_BUILT = join(scratch, 'packages');
  try {
    // The bundler takes a second to load: not before an argument is refused, and not for a selection.
    const { buildPackages } = await import('./packages.ts');
    await buildPackages(process.env.INSTRUMENT_PANEL_BUILT);
    return { isOk: true, output: '' };
  } catch (error) {
    delete process.env.INSTRUMENT_PANEL_BUILT;
    return { isOk: false, output: inspect(error) };
  }
}

const titles = (option: string): string[] =>
  selection?.title === undefined ? [] : [option, selection.title];

interface Section {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly tally: (exitCode: number) => Tally;
}

function vitest(files: readonly string[], workers: readonly string[]): Section {
  const file = join(scratch, 'vitest.json');
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return {
    name: 'Unit and integration tests',
    program: 'vitest',
    args: ['run', ...reports, ...workers, ...files, ...titles('-t')],
    env: {},
    tally(exitCode) {
      failures.push(...vitestFailures(report(file)));
      const { passed, failed } = vitestTally(report(file), exitCode);
      return { passed, failed: failed + countNotRun(report(file)) };
    },
  };
}

/** In CI, which installs every server, a test that was skipped for want of one has failed. */
function countNotRun(read: unknown): number {
  if (process.env.CI !== 'true' || selection) return 0;
  const names = findNotRun(read);
  for (const name of names) console.log(`Not run, which CI has to: ${name}`);
  return names.length;
}

function playwright(files: readonly string[]): Section {
  const file = join(scratch, 'playwright.json');
  return {
    name: 'Browser tests',
    program: 'playwright',
    args: ['test', '--reporter=list,json', ...files, ...titles('-g')],
    // Node strips types itself; Playwright would send every module of ours through Babel.
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, PW_DISABLE_TS_ESM: '1' },
    tally(exitCode) {
      failures.push(...playwrightFailures(report(file)));
      return playwrightTally(report(file), exitCode);
    },
  };
}

const total = { passed: 0, failed: 0 };
const lines: string[] = [];
/** What failed, named again at the end, where a long run is read first. */
const failures: string[] = [];
function count(name: string, { passed, failed }: Tally): void {
  total.passed += passed;
  total.failed += failed;
  lines.push(`${name}: ${passed} passed, ${failed} failed`);
}

/** Checks and build, none of which needs another, and none of which alone keeps every core busy. */
async function runChecks(): Promise<void> {
  for (const { title, running } of [
    ...(asked === 'slow' ? [] : startChecks()),
    { title: 'Build of the packages', running: buildOnce() },
  ]) {
    console.log(`\n== ${title}`);
    const { isOk, output } = await running;
    if (!isOk) console.log(output);
    // What passes or fails as a whole counts as one test.
    count(title, { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 });
    if (!isOk) failures.push(`Failed: ${title}`);
  }
}

/** Output that is held until what began before has ended; more would keep its program waiting. */
const HELD_BYTES = 2 ** 26;

/** Starts a section; `show` prints what it says from its beginning, and gives at its end whether it succeeded. */
function begin({ program, args, env }: Section) {
  const child = start(program, args, { env: { ...process.env, ...env }, stdio: ['inherit', 'pipe', 'pipe'] });
  const said = new PassThrough({ highWaterMark: HELD_BYTES });
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(said, { end: false });
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', (error) => said.end(String(error), () => resolve(false)));
    child.on('close', (code) => said.end(() => resolve(code === 0)));
  });
  const show = async () => {
    await pipeline(said, process.stdout, { end: false });
    return ended;
  };
  return { show };
}

/** Runs both sections at once, since each waits for servers and disks at times; prints the one after the other. */
async function runTests(): Promise<void> {
  const { unit, browser } = selection ?? { unit: [], browser: [] };
  const asksUnit = !selection || unit.length > 0;
  const asksBrowser = !selection || browser.length > 0;
  const sections = [
    ...(asksUnit ? [vitest(unit, asksBrowser ? ['--maxWorkers=3'] : [])] : []),
    ...(asksBrowser ? [playwright(browser)] : []),
  ].map((section) => ({ ...section, ...begin(section) }));
  for (const { name, show, tally } of sections) {
    console.log(`\n== ${name}`);
    const named = failures.length;
    const sum = tally((await show()) ? 0 : 1);
    if (sum.failed > 0 && failures.length === named)
      failures.push(`Failed: ${name}: an error outside of every test; its stack stands above`);
    count(name, sum);
  }
}

if (selection) console.log(selection.summary);
if (selection?.watches) {
  const { isOk } = await run('vitest', ['watch', ...selection.unit, ...titles('-t')]);
  process.exitCode = isOk ? 0 : 1;
} else {
  if (!selection) await runChecks();
  await runTests();
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
  for (const failure of failures) console.log(failure);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}
