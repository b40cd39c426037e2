/**
 * `npm run dev`: playground and demo, started again at each change of a source, with the pages that show them; or
 * with `--extension` WXT's own development mode.
 *
 * @module
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { readCommandLine, readOptions, UsageError } from './arguments.ts';
import { onStop, start } from './program.ts';

const USAGE = `Usage: npm run dev [-- --no-open]
       npm run dev -- --extension [--browser chrome|firefox]
  Without --extension: the playground (port 4400) and the demo (ports 4100, 4200 and 4300), restarted at each change.
  --no-open     leave the browser closed
  --extension   the extension in WXT's development mode, in a browser of its own
  --browser     that browser. Default: chrome`;

const WATCHED = ['shared', 'widget', 'proxy', 'sandbox', 'scripts'];
/** An editor writes several files at once. */
const DEBOUNCE_MS = 150;
/** Keeps the demo's data over restarts. */
const DATABASE = join('.cache', 'dev.db');

const values = readCommandLine(USAGE, (args) => {
  const flag = { type: 'boolean' } as const;
  const options = { extension: flag, 'no-open': flag, browser: { type: 'string' } } as const;
  const { values: read } = readOptions({ args, options });
  const { extension, browser } = read;
  if (browser !== undefined && !extension) throw new UsageError('--browser goes with --extension');
  if (browser !== undefined && !['chrome', 'firefox'].includes(browser))
    throw new UsageError(`--browser must be chrome or firefox; got "${browser}"`);
  return read;
});

const startDev = (program: string, ...args: readonly string[]): ChildProcess =>
  start(program, args, { env: { ...process.env, INSTRUMENT_PANEL_DEV: '1' } });

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function runServers(opens: boolean): void {
  mkdirSync('.cache', { recursive: true });
  let children: ChildProcess[] = [];
  const startAll = (...more: readonly string[]): void => {
    children = [
      startDev(process.execPath, join('scripts', 'playground.ts'), ...more),
      startDev(process.execPath, join('scripts', 'demo.ts'), '--db', DATABASE, ...more),
    ];
  };
  const stopAll = async (): Promise<void> => {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map(ended));
  };
  const restart = async (file: string): Promise<void> => {
    console.log(`\n${file} changed: starting again …`);
    await stopAll();
    if (file.endsWith('.json'))
      await ended(startDev(process.execPath, join('scripts', 'words', 'compile.ts')));
    startAll('--no-open');
  };
  let changed = '';
  let restarting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const settle = async (): Promise<void> => {
    await restarting;
    if (changed === '') return;
    const file = changed;
    changed = '';
    restarting = restart(file);
  };
  for (const folder of WATCHED) {
    watch(folder, { recursive: true }, (_, name) => {
      if (name === null || /(?:^|\/)(?:node_modules|compiled)\/|\.(?:test|fixture)\.ts$/.test(name)) return;
      if (!/\.(?:tsx?|css|html|json)$/.test(basename(name))) return;
      changed = join(folder, name);
      clearTimeout(timer);
      timer = setTimeout(() => void settle(), DEBOUNCE_MS);
    });
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stopAll().then(() => process.exit(0)));
  }
  startAll(...(opens ? [] : ['--no-open']));
}

if (values.extension) {
  const child = startDev('wxt', '-b', values.browser ?? 'chrome');
  onStop((signal) => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 0));
} else {
  runServers(values['no-open'] !== true);
}
