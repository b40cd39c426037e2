import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Folder of the build whose shadow roots are open and whose hosts are granted; otherwise the same code. */
const BUILT = resolve('dist/extension/chrome-mv3-e2e');

function run(args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(join('node_modules', '.bin', 'wxt'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`wxt ${args.join(' ')}: ${said}`))));
  });
}

/**
 * Builds the extension for these tests, once for all workers of one run of Playwright; or takes the build in the
 * folder that INSTRUMENT_PANEL_EXTENSION names.
 */
export async function buildForTests(): Promise<string> {
  const given = process.env.INSTRUMENT_PANEL_EXTENSION;
  if (given) return given;
  // Workers of one run have one parent.
  const mark = join(tmpdir(), `instrument-panel-e2e-${process.ppid}`);
  const done = join(mark, 'done');
  const folder = join(mark, 'extension');
  // Of a run that is long over, whose parent had the same number.
  const isOld = existsSync(mark) && Date.now() - statSync(mark).mtimeMs > 3_600_000;
  if (isOld) rmSync(mark, { recursive: true, force: true });
  try {
    mkdirSync(mark);
  } catch {
    while (!existsSync(done)) await pause(100);
    return folder;
  }
  try {
    await run(['build', '-b', 'chrome', '--mode', 'e2e']);
    // Whoever builds meanwhile does not change what is being tested.
    cpSync(BUILT, folder, { recursive: true });
  } finally {
    writeFileSync(done, '');
  }
  return folder;
}
