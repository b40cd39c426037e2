import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import type { Driver } from './driver.ts';

const CANDIDATES = [
  process.env.INSTRUMENT_PANEL_FIREFOX,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** Path of a Firefox on this machine, or null. */
export const findFirefox = (): string | null => CANDIDATES.find((path) => path && existsSync(path)) ?? null;

/** Starts Firefox without a window. */
export async function startFirefox(): Promise<Driver> {
  const executablePath = findFirefox();
  if (executablePath === null)
    throw new Error('No Firefox is installed; set INSTRUMENT_PANEL_FIREFOX to its program.');
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  return {
    engine: 'Firefox',
    goto: async (url) => {
      await page.goto(url, { waitUntil: 'load' });
    },
    evaluate: async <T>(body: string) => (await page.evaluate(`(() => { ${body} })()`)) as T,
    fill: (selector, text) => page.locator(selector).fill(text),
    click: (selector) => page.locator(selector).click(),
    press: (key) => page.keyboard.press(key),
    close: () => browser.close(),
  };
}
