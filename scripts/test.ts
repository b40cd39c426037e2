/**
 * `npm test`: types, lint, build, unit and integration tests, browser tests; with arguments only the tests that they
 * select (test-selection.ts). The last line is the sum over all of them, `N passed, N failed`; the exit code is 0
 * only if nothing failed.
 *
 * @module
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { layWordTypes, runCheck, SOURCE_CHECKS, type SourceCheck } from './check.ts';
import { buildPackages } from './packages.ts';
import { readTestArguments, TEST_USAGE, type TestSelection } from './test-selection.ts';
import { playwrightTally, type Tally, vitestTally } from './test-tally.ts';

const read = readTestArguments(process.argv.slice(2));
if (read.kind === 'help') {
  console.log(TEST_USAGE);
  process.exit(0);
}
if (read.kind === 'wrong') {
  console.error(`${read.message}.\n\n${TEST_USAGE}`);
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'instrument-panel-test-'));
// Tests start many processes of ours, each of which would compile the same modules anew.
process.env.NODE_COMPILE_CACHE = join(scratch, 'compiled');
// The type compiler collects garbage, for a fifth of its time, where a machine has room for all of it.
process.env.GOGC ??= '400';

/** Runs a program with its output on ours; gives its exit code, 1 where it could not be started. */
function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join('node_modules', '.bin', program), args, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

function report(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

interface Check extends Tally {
  readonly said: string;
}

/** A check that passes or fails as a whole counts as one test. */
const whole = (isOk: boolean): Tally => ({ passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 });

const check = (one: SourceCheck): Promise<Check> =>
  runCheck(one).then(({ isOk, output }) => ({ ...whole(isOk), said: isOk ? '' : output }));

/** Builds the packages once for all tests that install one (test/built-packages.ts). */
async function build(): Promise<Check> {
  const folder = join(scratch, 'packages');
  try {
    await buildPackages(folder);
  } catch (error) {
    return { ...whole(false), said: inspect(error) };
  }
  process.env.INSTRUMENT_PANEL_BUILT = folder;
  return { ...whole(true), said: '' };
}

async function vitest(files: readonly string[], title?: string): Promise<Tally> {
  const file = join(scratch, 'vitest.json');
  const titles = title === undefined ? [] : ['-t', title];
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('vitest', ['run', ...reports, ...files, ...titles]);
  return vitestTally(report(file), code);
}

async function playwright(files: readonly string[], title?: string): Promise<Tally> {
  const file = join(scratch, 'playwright.json');
  const titles = title === undefined ? [] : ['-g', title];
  const code = await run('playwright', ['test', '--reporter=list,json', ...files, ...titles], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    // Node strips types itself; Playwright would send every module of ours through Babel.
    PW_DISABLE_TS_ESM: '1',
  });
  return playwrightTally(report(file), code);
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
  layWordTypes();
  // The build holds this process up while its compiler runs, and so begins last.
  const checks: readonly (readonly [string, Promise<Check>])[] = [
    ...SOURCE_CHECKS.map((one) => [one.title, check(one)] as const),
    ['Build of the packages', build()],
  ];
  for (const [name, checking] of checks) {
    console.log(`\n== ${name}`);
    const { said, ...tally } = await checking;
    if (said) console.log(said.trimEnd());
    count(name, tally);
  }
}

/** Runs tests: all, or those of a selection. */
async function runTests(selection?: TestSelection): Promise<void> {
  const sections = [
    ['Unit and integration tests', vitest, selection?.unit],
    ['Browser tests', playwright, selection?.browser],
  ] as const;
  for (const [name, section, files] of sections) {
    if (files?.length === 0) continue;
    console.log(`\n== ${name}`);
    count(name, await section(files ?? [], selection?.title));
  }
}

if (read.kind === 'some' && read.selection.watches) {
  console.log(read.selection.summary);
  const { unit, title } = read.selection;
  process.exitCode = await run('vitest', ['watch', ...unit, ...(title === undefined ? [] : ['-t', title])]);
} else {
  if (read.kind === 'some') console.log(read.selection.summary);
  else await runChecks();
  await runTests(read.kind === 'some' ? read.selection : undefined);
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}
rmSync(scratch, { recursive: true, force: true });
