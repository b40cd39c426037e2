/**
 * Finds the Chromium that tests and benchmarks drive, and says how one can be installed. Plain JavaScript,
 * since the set-up uses it on whatever Node the machine has.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Switches that keep a driven Chromium quiet and let it run as root and without a network. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Those, and without a process for graphics: what tests look at is drawn by the processor in any case, and handing
 * each frame to a process of its own takes a twentieth of all their processor time.
 */
export const TEST_ARGS = [...CHROMIUM_ARGS, '--disable-gpu', '--in-process-gpu'];

/** Where Playwright keeps, or would keep, its own Chromium; null before the packages are installed. */
function playwrightChromium() {
  try {
    return createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath();
  } catch {
    return null;
  }
}

/** A Chromium that is there but lacks a library fails this, and the next candidate gets its turn. */
const starts = (path) =>
  existsSync(path) && spawnSync(path, ['--version'], { timeout: 120_000 }).status === 0;

/**
 * Path of a Chromium that starts, or null. `INSTRUMENT_PANEL_CHROMIUM` names one outright; then come
 * Playwright's, the system's, and Chrome (which loads no unpacked extension, and so comes last).
 */
export function findBrowser() {
  const candidates = [
    process.env.INSTRUMENT_PANEL_CHROMIUM,
    playwrightChromium(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return candidates.find((path) => path && starts(path)) ?? null;
}

/**
 * Path of the lightest Chromium that starts, or null. The engine without its windows loads no extension, and takes a
 * fifth less processor time for pages.
 */
export function findHeadless() {
  const shell = '/usr/bin/chromium-headless-shell';
  return !process.env.INSTRUMENT_PANEL_CHROMIUM && starts(shell) ? shell : findBrowser();
}

const isRoot = process.getuid?.() === 0;

/** Whether Debian's packages can be installed: on Linux, by root. */
export const canApt = () => process.platform === 'linux' && isRoot && existsSync('/usr/bin/apt-get');

/** Ways to install a Chromium, in the order in which they are tried. */
export function browserInstallers() {
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  const install = [process.execPath, cli, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'];
  return [
    { name: 'Playwright’s own Chromium', commands: [install] },
    ...(canApt() ? [{ name: 'Debian’s chromium', commands: aptInstall('chromium') }] : []),
  ];
}

/** Commands that install Debian packages without asking anything. */
export function aptInstall(...packages) {
  const install = 'env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends'.split(
    ' ',
  );
  return [
    ['apt-get', 'update', '-qq'],
    [...install, ...packages],
  ];
}
