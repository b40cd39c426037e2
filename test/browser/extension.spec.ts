import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launchWithExtension, workerOf } from '../extension/browser.ts';
import { expect, test } from './own-page.ts';

const BUILT = resolve('dist/extension/chrome-mv3');

test('the build for the stores loads, may reach no site, has a content script for none, and says so', async () => {
  // A whole build is part of it.
  test.setTimeout(180_000);
  const build = spawnSync('node_modules/.bin/wxt', ['build', '-b', 'chrome'], { encoding: 'utf8' });
  expect(build.status, build.stderr).toBe(0);
  // Other tests may build meanwhile; what is loaded stays as it is.
  const folder = join(mkdtempSync(join(tmpdir(), 'instrument-panel-extension-')), 'extension');
  cpSync(BUILT, folder, { recursive: true });
  const site = gzipSync(readFileSync(join(folder, 'site.js')), { level: 9 });
  expect(site.length, 'the script that decides whether a page concerns us').toBeLessThanOrEqual(5 * 1024);
  const context = await launchWithExtension(folder);
  try {
    const worker = await workerOf(context);
    const told = await worker.evaluate(async () => {
      const { chrome } = globalThis as unknown as {
        chrome: {
          runtime: { getManifest(): Record<string, unknown> };
          permissions: { getAll(): Promise<{ permissions: string[]; origins: string[] }> };
          scripting: { getRegisteredContentScripts(): Promise<unknown[]> };
        };
      };
      return {
        manifest: chrome.runtime.getManifest(),
        granted: await chrome.permissions.getAll(),
        scripts: await chrome.scripting.getRegisteredContentScripts(),
      };
    });
    // docs/decisions/0014-extension-permissions.md
    expect([...told.granted.permissions].sort()).toEqual([
      'activeTab',
      'identity',
      'idle',
      'scripting',
      'sidePanel',
      'storage',
    ]);
    expect(told.granted.origins).toEqual([]);
    expect(told.scripts).toEqual([]);
    expect(told.manifest).not.toHaveProperty('content_scripts');
    expect(told.manifest).not.toHaveProperty('web_accessible_resources');
    const popup = await context.newPage();
    await popup.goto(new URL('/popup.html', worker.url()).href);
    await expect(popup.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(popup.getByText('It is a browser page')).toBeVisible();
  } finally {
    await context.close();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
});
