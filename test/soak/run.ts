/**
 * `npm run test:soak`: the tests of this folder, of test/truth and of test/conformance in their long form, and the
 * browser tests' whole matrix of widths, schemes and cases (test/browser/long.ts), and walks in Firefox. The last line is
 * `N passed, N failed`.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playwrightTally, type Tally, vitestTally } from '../../scripts/test-tally.ts';

const scratch = mkdtempSync(join(tmpdir(), 'instrument-panel-soak-'));

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): number {
  const { status } = spawnSync(join('node_modules', '.bin', program), args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, INSTRUMENT_PANEL_SOAK: '1', ...env },
  });
  return status ?? 1;
}

const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

function longTests(): Tally {
  const file = join(scratch, 'vitest.json');
  const reports = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${file}`];
  // One after the other: each of them has a load of its own.
  const code = run('vitest', [
    'run',
    'test/soak',
    'test/truth',
    'test/conformance',
    '--maxWorkers=1',
    '--testTimeout=3600000',
    ...reports,
  ]);
  return vitestTally(read(file), code);
}

function wholeMatrix(): Tally {
  const file = join(scratch, 'playwright.json');
  const args = ['test', '--grep', '@long|whatever it is fed|every broken', '--reporter=list,json'];
  const code = run('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  return playwrightTally(read(file), code);
}

function firefoxWalks(): Tally {
  const file = join(scratch, 'engines.json');
  const reports = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${file}`];
  const config = ['--config', 'test/engines/vitest.config.ts'];
  const code = run('vitest', ['run', ...config, 'test/engines/walks.engine.ts', ...reports]);
  return vitestTally(read(file), code);
}

const tallies = [longTests(), wholeMatrix(), firefoxWalks()];
rmSync(scratch, { recursive: true, force: true });
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
