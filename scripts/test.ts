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
import { buildPackage } from './build-package.ts';
import { playwrightTally, type Tally, vitestTally } from './test-tally.ts';

const scratch = mkdtempSync(join(tmpdir(), 'instrument-panel-test-'));
// Tests start many processes of ours, each of which would compile the same modules anew.
process.env.NODE_COMPILE_CACHE = join(scratch, 'compiled');

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

/** A check that passes or fails as a whole counts as one test. */
const whole = (isOk: boolean): Tally => ({ passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 });

async function check(program: string, args: readonly string[]): Promise<Tally> {
  return whole((await run(program, args)) === 0);
}

/** Builds the package once for all tests that install it (test/built-package.ts). */
async function build(): Promise<Tally> {
  const folder = join(scratch, 'dist');
  try {
    await buildPackage(folder);
  } catch (error) {
    console.error(error);
    return whole(false);
  }
  process.env.INSTRUMENT_PANEL_BUILT = folder;
  return whole(true);
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
  });
  return playwrightTally(report(file), code);
}

const SECTIONS: readonly (readonly [string, () => Promise<Tally>])[] = [
  ['Type check', () => check('tsc', ['--noEmit'])],
  [
    'Lint, format and the import rule between rooms',
    () => check('biome', ['check', '--error-on-warnings', '.']),
  ],
  ['Build of the package', build],
  ['Unit and integration tests', vitest],
  ['Browser tests', playwright],
];

const total = { passed: 0, failed: 0 };
const lines: string[] = [];
for (const [name, section] of SECTIONS) {
  console.log(`\n== ${name}`);
  const { passed, failed } = await section();
  total.passed += passed;
  total.failed += failed;
  lines.push(`${name}: ${passed} passed, ${failed} failed`);
}
rmSync(scratch, { recursive: true, force: true });
console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
