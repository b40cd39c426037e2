import { existsSync } from 'node:fs';
import puppeteer, { type Page } from 'puppeteer-core';
import type { Driver } from './driver.ts';

const CANDIDATES = [
  process.env.INSTRUMENT_PANEL_FIREFOX,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** Path of a Firefox on this machine, or null. */
export const findFirefox = (): string | null => CANDIDATES.find((path) => path && existsSync(path)) ?? null;

/**
 * Goes to an address, and asks the page itself whether it is there: the driver's own wait is for events of the
 * protocol, and it never ends when one of them comes before it listens.
 */
async function goTo(page: Page, url: string): Promise<void> {
  await page.evaluate(`globalThis.isLeft = true; location.href = ${JSON.stringify(url)};`);
  const end = performance.now() + 30_000;
  for (;;) {
    const state = await page.evaluate(`'isLeft' in globalThis ? 'left' : document.readyState`).catch(String);
    if (state === 'complete') return;
    if (performance.now() > end) throw new Error(`Firefox: ${url} is not there after 30 s, but ${state}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Starts Firefox without a window. */
export async function startFirefox(): Promise<Driver> {
  const executablePath = findFirefox();
  if (executablePath === null)
    throw new Error('No Firefox is installed; set INSTRUMENT_PANEL_FIREFOX to its program.');
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  return {
    engine: 'Firefox',
    goto: (url) => goTo(page, url),
    evaluate: async <T>(body: string) => (await page.evaluate(`(() => { ${body} })()`)) as T,
    fill: (selector, text) => page.locator(selector).fill(text),
    click: (selector) => page.locator(selector).click(),
    press: (key) => page.keyboard.press(key),
    close: () => browser.close(),
  };
}
