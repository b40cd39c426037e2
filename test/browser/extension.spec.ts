import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { CHROMIUM_ARGS, findBrowser } from '../../scripts/browser.mjs';

const folder = resolve('dist/extension/chrome-mv3');

test('the extension builds, loads in Chromium, asks for no permission, and says what it does not do yet', async () => {
  const build = spawnSync('node_modules/.bin/wxt', ['build', '-b', 'chrome'], { encoding: 'utf8' });
  expect(build.status, build.stderr).toBe(0);
  const executablePath = findBrowser();
  const context = await chromium.launchPersistentContext('', {
    ...(executablePath === null ? {} : { executablePath }),
    headless: true,
    args: [...CHROMIUM_ARGS, `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
  });
  try {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    const manifest = await worker.evaluate(() => {
      const { chrome } = globalThis as unknown as {
        chrome: { runtime: { getManifest(): Record<string, unknown> } };
      };
      return chrome.runtime.getManifest();
    });
    expect(manifest.permissions).toBeUndefined();
    expect(manifest.host_permissions).toBeUndefined();
    const popup = await context.newPage();
    await popup.goto(new URL('/popup.html', worker.url()).href);
    await expect(popup.getByText('the panels for EHR pages are not built yet')).toBeVisible();
  } finally {
    await context.close();
  }
});
