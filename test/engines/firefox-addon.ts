import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { GECKO_ID } from '../../extension/manifest.ts';
import type { Stack } from '../../scripts/stack.ts';
import { until } from '../extension/driven.ts';
import { findFirefox } from './firefox.ts';
import { setUp } from './set-up.ts';

/** By it the add-on's own pages are found; Firefox would choose another with each profile. */
const UUID = '3f7c9a5e-2b64-4d18-9c0a-6e5d7b1f8a20';

/** Builds the add-on for Firefox; `e2e` may read localhost and has open shadow roots. Gives its folder. */
export function buildAddon(mode: 'production' | 'e2e'): string {
  const { status, stderr } = spawnSync('node_modules/.bin/wxt', ['build', '-b', 'firefox', '--mode', mode], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return resolve('dist/extension', mode === 'e2e' ? 'firefox-mv3-e2e' : 'firefox-mv3');
}

/**
 * Firefox with the add-on, and the add-on's options in a tab. Its own pages are reached as Firefox allows with
 * `--remote-allow-system-access`.
 */
export async function startFirefoxWithOptions(
  folder: string,
  preferences: Readonly<Record<string, unknown>> = {},
): Promise<{ browser: Browser; desk: Page }> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? '',
    headless: true,
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'extensions.webextensions.uuids': JSON.stringify({ [GECKO_ID]: UUID }),
      ...preferences,
    },
  });
  await browser.installExtension(folder);
  const desk = await browser.newPage();
  const options = `moz-extension://${UUID}/options.html`;
  // Firefox never tells that such a page has loaded.
  desk.goto(options).catch(() => {});
  await until('the options page is there', () => desk.evaluate((url) => location.href === url, options));
  return { browser, desk };
}

/** Firefox with the add-on, which has the proxy's profiles, each enabled; signed in to the EHR and to the proxy. */
export async function startFirefoxWithAddon(
  folder: string,
  stack: Stack,
): Promise<{ browser: Browser; page: Page }> {
  const { browser, desk } = await startFirefoxWithOptions(folder);
  const page = await setUp(browser, desk, stack);
  await desk.close();
  return { browser, page };
}
