/**
 * Opens the demonstration in a browser: the person's own, or one that has the extension.
 *
 * @module
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findBrowser } from '../browser.mjs';
import { run } from '../program.ts';

/** The program that opens an address on this system, or null where nobody would see it. */
function opener(): readonly [string, ...string[]] | null {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', ''];
  return hasDisplay() ? ['xdg-open'] : null;
}

const hasDisplay = (): boolean => Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** Opens an address in the person's browser where there is one; never fails, and tells whether it tried. */
export function openBrowser(url: string): boolean {
  const found = opener();
  if (!found) return false;
  const [program, ...args] = found;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return true;
}

const FOLDER = join('dist', 'extension', 'chrome-mv3');

/** A sentence for who asked for the extension, which says why it does not come. */
export class DemoExtensionError extends Error {
  override readonly name = 'DemoExtensionError';
}

/** Builds the extension as the stores get it, while the demo goes on answering; gives its folder. */
export async function buildExtension(): Promise<string> {
  const { isOk, output } = await run('wxt', ['build', '-b', 'chrome'], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (!isOk) throw new DemoExtensionError(`The extension could not be built.\n${output}`);
  return FOLDER;
}

/**
 * A Chromium whose windows somebody sees, and that takes an extension from a folder.
 *
 * @throws DemoExtensionError where there is none, or nobody would see it
 */
export function browserForExtension(): string {
  const byHand = `Load ${FOLDER} into a Chromium yourself: chrome://extensions, developer mode, "Load unpacked".`;
  if (process.platform === 'linux' && !hasDisplay())
    throw new DemoExtensionError(`There is no screen here to open a browser on. ${byHand}`);
  const found = findBrowser();
  const version = found === null ? '' : String(spawnSync(found, ['--version']).stdout);
  // Chrome itself takes extensions from a folder by hand only.
  if (found === null || /^Google Chrome (?!for Testing)/.test(version))
    throw new DemoExtensionError(`There is no Chromium here. ${byHand}`);
  return found;
}

const PROFILE_SETTLE_MS = 250;
const PROFILE_REMOVALS_MAX = 20;

export type ExtensionBrowser = ReturnType<typeof openWithExtension>;

/** Opens a page in a browser that has the extension, and a profile of its own, which is thrown away with it. */
export function openWithExtension(
  program: string,
  folder: string,
  url: string,
  more: readonly string[] = [],
) {
  const profile = mkdtempSync(join(tmpdir(), 'instrument-panel-demo-'));
  const args = [
    `--user-data-dir=${profile}`,
    `--load-extension=${folder}`,
    '--no-first-run',
    '--no-default-browser-check',
    // Without it Chromium does not start for root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...more,
  ];
  const child = spawn(program, [...args, url], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
    child.on('error', () => resolve());
  });
  return {
    profile,
    async close(): Promise<void> {
      child.kill();
      await ended;
      // Helpers of the browser outlive it for a moment, and may write the profile once more.
      for (let tries = 0; tries < PROFILE_REMOVALS_MAX && existsSync(profile); tries++) {
        rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
        await setTimeout(PROFILE_SETTLE_MS);
      }
    },
  };
}
