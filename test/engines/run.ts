/**
 * `npm run test:engines`: the main job, sparkline, overview, apply and caseload in Firefox and in WebKit, and the extension in Firefox.
 * Installs the two where it may (Debian, root).
 * The last line is `N passed, N failed`.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall } from '../../scripts/browser.mjs';
import { vitestFailures, vitestTally } from '../../scripts/test-tally.ts';
import { findFirefox } from './firefox.ts';
import { findWebKit } from './webkit.ts';

function install(name: string, packages: readonly string[]): void {
  console.log(`Installing ${name} for the tests …`);
  for (const [command = '', ...args] of aptInstall(...packages)) {
    if (spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) break;
  }
}

const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
if (mayInstall && findFirefox() === null) install('Firefox', ['firefox-esr']);
if (mayInstall && findWebKit() === null) install('WebKit', ['webkit2gtk-driver', 'xvfb', 'xauth']);

const scratch = mkdtempSync(join(tmpdir(), 'instrument-panel-engines-'));
const file = join(scratch, 'vitest.json');
const { status } = spawnSync(
  join('node_modules', '.bin', 'vitest'),
  [
    'run',
    '--config',
    'test/engines/vitest.config.ts',
    '--reporter=verbose',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
const report: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
rmSync(scratch, { recursive: true, force: true });
const { passed, failed } = vitestTally(report, status ?? 1);
for (const failure of vitestFailures(report)) console.log(failure);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
