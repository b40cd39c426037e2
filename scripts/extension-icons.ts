/**
 * `node scripts/extension-icons.ts`: draws the extension's icons from `extension/store/icon.svg`, in the sizes that
 * browsers and stores ask for.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findBrowser } from './browser.mjs';

const SIZES = [16, 32, 48, 96, 128];

const svg = readFileSync('extension/store/icon.svg', 'utf8');
const executablePath = findBrowser();
const browser = await chromium.launch({
  args: CHROMIUM_ARGS,
  ...(executablePath === null ? {} : { executablePath }),
});
try {
  for (const size of SIZES) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    await page.screenshot({ path: `extension/public/icon/${size}.png`, omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
