/**
 * `node test/pictures/take.ts [FOLDER]`: takes the pictures of docs/design.md and the README, one for each surface, of
 * the demonstration at a fixed time. Default of FOLDER: docs/images. Take them again after a change that shows.
 *
 * @module
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findBrowser } from '../../scripts/browser.mjs';
import { type Stack, startStack } from '../../scripts/stack.ts';
import { launchWithExtension } from '../extension/browser.ts';
import { setUp } from '../extension/desk.ts';
import { frontEnds } from '../front-ends/index.ts';

const NOW = '2026-11-22T12:00:00Z';
const folder = process.argv[2] ?? 'docs/images';
const picture = (name: string): { path: string } => ({ path: join(folder, `${name}.png`) });

/** Signs in to the demo EHR, whatever the language of its page. */
async function signIn(page: Page, { urls, signIns }: Stack): Promise<void> {
  await page.goto(urls.ehr);
  await page.locator('#email').fill(signIns[0]?.email ?? '');
  await page.locator('#password').fill(signIns[0]?.password ?? '');
  await page.locator('form button[type=submit]').click();
}

async function openChart(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click();
  await page.locator('instrument-panel:state(ready)').first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function takeChart(context: BrowserContext, stack: Stack, name: string): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, stack);
  await openChart(page, 'Sofia Ribeiro');
  await page.screenshot(picture(name));
  return page;
}

/** What opens over a chart: the answers, and the explorer. */
async function takeDialogs(page: Page): Promise<void> {
  const panel = page.locator('instrument-panel').first();
  const close = () => page.keyboard.press('Escape');
  await panel.getByRole('button', { name: /View answers|Answers of the latest/ }).click();
  await panel.locator('dialog[open] li, dialog[open] article, dialog[open] ol').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot(picture('answers'));
  await close();
  const menu = panel.getByText('⋯', { exact: true });
  if (await menu.count()) await menu.click();
  await panel.getByRole('button', { name: /Explore/ }).click();
  await panel.locator('dialog[open] canvas').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot(picture('explore'));
  await close();
}

/** The patient's page: while it is answered, and after a positive answer to the item on self-harm. */
async function takePatientPage(page: Page, stack: Stack): Promise<void> {
  await page.goto(stack.urls.ehr);
  await openChart(page, 'Beatriz Lima');
  const instrument = page.locator('#apply option', { hasText: 'PHQ-9' });
  await page
    .locator('#apply select')
    .first()
    .selectOption(await instrument.getAttribute('value'));
  await page.locator('#apply form button[type=submit]').click();
  const href = await page.locator('a[href*="/answer/"]').first().getAttribute('href');
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto(href ?? '');
  await page.getByRole('radio').first().waitFor();
  for (const question of await page.locator('fieldset').all())
    await question.getByRole('radio').nth(2).check();
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot(picture('patient-page'));
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('radio').first().waitFor({ state: 'detached' });
  await page.screenshot(picture('patient-thanks'));
}

async function withExtension(stack: Stack): Promise<void> {
  const context = await launchWithExtension();
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await setUp(context, page, stack);
    await page.setViewportSize({ width: 1366, height: 780 });
    await page.goto(`${stack.urls.ehr}/spa`);
    await page.getByRole('link', { name: 'Camila Rocha' }).waitFor();
    await page.getByRole('button', { name: /PHQ-9/ }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.screenshot(picture('extension-list'));
    await page.setViewportSize({ width: 1120, height: 780 });
    await page.getByRole('link', { name: 'Camila Rocha' }).click();
    await page.getByRole('button', { name: /^PHQ-9/ }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.screenshot(picture('extension-panel'));
  } finally {
    await context.close();
  }
}

mkdirSync(folder, { recursive: true });
const executablePath = findBrowser();
if (executablePath === null) throw new Error('No Chromium was found; npm test installs one.');
const stack = await startStack({ portBase: 0, now: NOW, frontEnds });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
const open = (options: BrowserContextOptions) =>
  browser.newContext({ viewport: { width: 1120, height: 780 }, locale: 'en-US', ...options });
try {
  const page = await takeChart(await open({}), stack, 'demo');
  await takeDialogs(page);
  await takePatientPage(page, stack);
  await takeChart(await open({ colorScheme: 'dark' }), stack, 'demo-dark');
  await takeChart(
    await open({ viewport: { width: 360, height: 780 }, locale: 'pt-BR' }),
    stack,
    'demo-narrow',
  );
  await withExtension(stack);
  console.log(`Wrote the pictures to ${folder}.`);
} finally {
  await browser.close();
  await stack.close();
}
