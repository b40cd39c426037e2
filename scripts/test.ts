/**
 * `npm test`: type check, lint, build, unit and integration tests, browser tests. The last line is the sum over all
 * of them, `N passed, N failed`; the exit code is 0 only where nothing failed.
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
import { playwrightTally, type Tally, vitestTally } from './test-tally.ts';

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
      stdio: ['ignore', 'inherit', 'inherit'],
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

async function vitest(): Promise<Tally> {
  const file = join(scratch, 'vitest.json');
  const code = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  return vitestTally(report(file), code);
}

async function playwright(): Promise<Tally> {
  const file = join(scratch, 'playwright.json');
  const code = await run('playwright', ['test', '--reporter=list,json'], {
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

// None of them needs another, and none alone keeps every core busy. The build holds this process up while its
// compiler runs, and so begins last.
layWordTypes();
const CHECKS: readonly (readonly [string, Promise<Check>])[] = [
  ...SOURCE_CHECKS.map((one) => [one.title, check(one)] as const),
  ['Build of the packages', build()],
];
for (const [name, checking] of CHECKS) {
  console.log(`\n== ${name}`);
  const { said, ...tally } = await checking;
  if (said) console.log(said.trimEnd());
  count(name, tally);
}

const SECTIONS: readonly (readonly [string, () => Promise<Tally>])[] = [
  ['Unit and integration tests', vitest],
  ['Browser tests', playwright],
];
for (const [name, section] of SECTIONS) {
  console.log(`\n== ${name}`);
  count(name, await section());
}
rmSync(scratch, { recursive: true, force: true });
console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
