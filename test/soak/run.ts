/**
 * `npm run test:soak`: the tests of this folder in their long form. The last line is `N passed, N failed`.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vitestTally } from '../../scripts/test-tally.ts';

const scratch = mkdtempSync(join(tmpdir(), 'instrument-panel-soak-'));
const file = join(scratch, 'vitest.json');
const { status } = spawnSync(
  join('node_modules', '.bin', 'vitest'),
  [
    'run',
    'test/soak',
    '--testTimeout=3600000',
    '--reporter=verbose',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ],
  { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, INSTRUMENT_PANEL_SOAK: '1' } },
);
const report: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
rmSync(scratch, { recursive: true, force: true });
const { passed, failed } = vitestTally(report, status ?? 1);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
