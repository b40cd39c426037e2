/**
 * `npm run pictures [-- FOLDER]`: takes the pictures of docs/design.md and the README, one for each surface, of the
 * demonstration at a fixed time, and the recording of its tour. Default of FOLDER: docs/images. Take them again after a change that shows.
 *
 * @module
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test';
import { SANDBOX_LANGUAGES } from '../../sandbox/words/index.ts';
import { CHROMIUM_ARGS, findBrowser } from '../../scripts/browser.mjs';
import { type Stack, startStack } from '../../scripts/stack.ts';
import { frontEnds } from '../front-ends/index.ts';
import { takeExtension } from './extension.ts';
import { drawn, recordTour } from './record.ts';

const NOW = '2026-11-22T12:00:00Z';
/** Flagged in the latest PHQ-9; the second is of high severity, and early in the list. */
const FLAGGED = 'Rodrigo Fontoura';
const HIGH = 'Antônio Carlos Meireles';
/** To whom nothing was given yet. */
const NEW = 'Letícia Arruda';
const folder = process.argv[2] ?? 'docs/images';
const picture = (name: string): { path: string } => ({ path: join(folder, `${name}.png`) });

/** Signs in to the demo EHR, whatever the language of its page. */
async function signIn(page: Page, { urls, signIns }: Stack): Promise<void> {
  await page.goto(urls.ehr);
  await page.locator('#email').fill(signIns[0]?.email ?? '');
  await page.locator('#password').fill(signIns[0]?.password ?? '');
  await page.locator('form button[type=submit]').click();
}

/** Opens a chart, and its first instrument if there is any. */
async function openChart(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click();
  if (name !== NEW) {
    await page.locator('instrument-overview [part=open]').first().click();
    await page.locator('instrument-panel:state(ready)').first().waitFor();
  }
  await page.waitForLoadState('networkidle');
}

/** The list of all patients, whole. */
async function takeCaseload(page: Page, { urls }: Stack, name: string): Promise<void> {
  await page.goto(`${urls.ehr}/caseload`);
  await page.locator('instrument-caseload:state(ready)').waitFor();
  await drawn(page);
  await page.screenshot(picture(name));
}

async function takeChart(context: BrowserContext, stack: Stack, name: string): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, stack);
  await openChart(page, FLAGGED);
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
async function takePatientPage(page: Page, stack: Stack, suffix: string): Promise<void> {
  await page.goto(stack.urls.ehr);
  await openChart(page, NEW);
  await page.locator('a[href$="/apply"]').click();
  await page.getByRole('option', { name: 'PHQ-9' }).click();
  await page.locator('[part=form] [part=button]').click();
  const send = page.locator('[part=confirm] [part=button]');
  await send.waitFor();
  // It is active already where another picture of it was taken before.
  for (const box of await page.locator('[part=in-use] input').all()) await box.check();
  await send.click();
  const href = await page.locator('a[part=open]').getAttribute('href');
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto(href ?? '');
  await page.getByRole('radio').first().waitFor();
  for (const question of await page.locator('fieldset').all())
    await question.getByRole('radio').nth(2).check();
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot(picture(`patient-page${suffix}`));
  await page.locator('form.sheet button[type=submit]').last().click();
  await page.getByRole('radio').first().waitFor({ state: 'detached' });
  await page.screenshot(picture(`patient-thanks${suffix}`));
}

/** The chart in each colour scheme and language, and narrow. */
const CHARTS: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['demo', {}],
  ['demo-dark', { colorScheme: 'dark' }],
  ['demo-pt-BR', { locale: 'pt-BR' }],
  ['demo-pt-BR-dark', { colorScheme: 'dark', locale: 'pt-BR' }],
  ['demo-narrow', { viewport: { width: 360, height: 780 }, locale: 'pt-BR' }],
];

async function withDemo(stack: Stack, browser: Browser): Promise<void> {
  const open = (options: BrowserContextOptions) =>
    browser.newContext({
      viewport: { width: 1120, height: 780 },
      locale: 'en-US',
      timezoneId: 'America/Sao_Paulo',
      ...options,
    });
  for (const [name, options] of CHARTS) {
    const page = await takeChart(await open(options), stack, name);
    if (name === 'demo') await takeDialogs(page);
    if (!name.endsWith('BR-dark')) await takeCaseload(page, stack, name.replace('demo', 'caseload'));
    if (name === 'demo') await takePatientPage(page, stack, '');
    if (name === 'demo-pt-BR-dark') await takePatientPage(page, stack, '-pt-BR-dark');
    await page.context().close();
  }
}

mkdirSync(folder, { recursive: true });
const executablePath = findBrowser();
if (executablePath === null) throw new Error('No Chromium was found; npm test installs one.');
const clinic = { portBase: 0, now: NOW, roster: 'clinic' } as const;
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
try {
  const demo = await startStack(clinic);
  await withDemo(demo, browser).finally(demo.close);
  const tour = await startStack({ ...clinic, hasTour: true, firstPage: '/caseload' });
  await recordTour(browser, tour, join(folder, 'tour.webp')).finally(tour.close);
  // The extension is shown in a front end that is none of ours.
  const other = await startStack({ ...clinic, frontEnds, hasElements: false });
  try {
    for (const language of SANDBOX_LANGUAGES) await takeExtension(other, language, { patient: HIGH, folder });
  } finally {
    await other.close();
  }
  console.log(`Wrote the pictures to ${folder}.`);
} finally {
  await browser.close();
}
