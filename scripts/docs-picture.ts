/**
 * `node scripts/docs-picture.ts`: takes the README's picture, a patient's chart of the demo EHR, and writes
 * docs/images/demo.png. Take it again after a change that shows in it.
 *
 * @module
 */
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findBrowser } from './browser.mjs';
import { startStack } from './stack.ts';

const executablePath = findBrowser();
if (executablePath === null) throw new Error('No Chromium was found; npm test installs one.');
const stack = await startStack({ portBase: 0, now: '2026-11-22T12:00:00Z' });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage({ viewport: { width: 1120, height: 780 }, locale: 'en-US' });
  const [signIn] = stack.signIns;
  if (!signIn) throw new Error('The demonstration has no sign-in.');
  await page.goto(stack.urls.ehr);
  await page.getByLabel('E-mail').fill(signIn.email);
  await page.getByLabel('Password').fill(signIn.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Sofia Ribeiro' }).click();
  await page.locator('instrument-panel:state(ready)').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: 'docs/images/demo.png' });
  console.log('Wrote docs/images/demo.png.');
} finally {
  await browser.close();
  await stack.close();
}
