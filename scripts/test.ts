/**
 * `npm test`: types, lint, build, unit and integration tests, browser tests; with arguments only the tests that they
 * select (test-selection.ts). The last line is the sum over all of them, `N passed, N failed`; the exit code is 0
 * only if nothing failed.
 *
 * @module
 */
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { readCommandLine } from './arguments.ts';
import { startChecks } from './check.ts';
import { run } from './program.ts';
import { readTestArguments, TEST_USAGE } from './test-selection.ts';
import { playwrightTally, type Tally, vitestTally } from './test-tally.ts';

/** Null for all tests. */
const selection = readCommandLine(TEST_USAGE, readTestArguments);

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

async function vitest(files: readonly string[]): Promise<Tally> {
  const file = join(scratch, 'vitest.json');
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { isOk } = await run('vitest', ['run', ...reports, ...files, ...titles('-t')]);
  return vitestTally(report(file), isOk ? 0 : 1);
}

async function playwright(files: readonly string[]): Promise<Tally> {
  const file = join(scratch, 'playwright.json');
  // Node strips types itself; Playwright would send every module of ours through Babel.
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, PW_DISABLE_TS_ESM: '1' };
  const { isOk } = await run('playwright', ['test', '--reporter=list,json', ...files, ...titles('-g')], {
    env,
  });
  return playwrightTally(report(file), isOk ? 0 : 1);
}

const total = { passed: 0, failed: 0 };
const lines: string[] = [];
function count(name: string, { passed, failed }: Tally): void {
  total.passed += passed;
  total.failed += failed;
  lines.push(`${name}: ${passed} passed, ${failed} failed`);
}

/** Checks and build, none of which needs another, and none of which alone keeps every core busy. */
async function runChecks(): Promise<void> {
  for (const { title, running } of [
    ...startChecks(),
    { title: 'Build of the packages', running: buildOnce() },
  ]) {
    console.log(`\n== ${title}`);
    const { isOk, output } = await running;
    if (!isOk) console.log(output);
    // What passes or fails as a whole counts as one test.
    count(title, { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 });
  }
}

async function runTests(): Promise<void> {
  const sections = [
    ['Unit and integration tests', vitest, selection?.unit],
    ['Browser tests', playwright, selection?.browser],
  ] as const;
  for (const [name, section, files] of sections) {
    if (files?.length === 0) continue;
    console.log(`\n== ${name}`);
    count(name, await section(files ?? []));
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
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}
