import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM_ARGS, findBrowser } from '../../scripts/browser.mjs';
import { type Stack, startStack } from '../../scripts/stack.ts';
import { buildForTests } from '../extension/build.ts';
import { runIn, until } from '../extension/driven.ts';
import { openHere } from '../extension/steps.ts';
import { frontEnds } from '../front-ends/index.ts';
import { askIn, setUp } from './set-up.ts';

// Playwright's own connection keeps Chromium from preparing pages ahead.
let stack: Stack;
let browser: Browser;
let desk: Page;
let page: Page;

beforeAll(async () => {
  const folder = await buildForTests();
  stack = await startStack({ portBase: 0, frontEnds, seed: 1, now: '2026-11-18T15:00:00Z' });
  const executablePath = findBrowser() ?? '';
  const args = [...CHROMIUM_ARGS, `--disable-extensions-except=${folder}`, `--load-extension=${folder}`];
  browser = await puppeteer.launch({ executablePath, headless: true, enableExtensions: true, args });
  const worker = await browser.waitForTarget((target) => target.type() === 'service_worker');
  desk = await browser.newPage();
  await desk.goto(new URL('/options.html', worker.url()).href);
  page = await setUp(browser, desk, stack);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

/** Whom our elements name, and how many frames of sites the background knows. */
async function state(): Promise<{ shown: string[]; frames: number }> {
  const shown = await page.evaluate(() => {
    const within = (root: ParentNode): string[] =>
      [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
        shadowRoot
          ? [...[...shadowRoot.querySelectorAll('.who')].map((who) => who.textContent), ...within(shadowRoot)]
          : [],
      );
    return within(document);
  });
  const { frames } = (await askIn(desk, 'diagnostics.read', {})) as { frames: number };
  return { shown, frames };
}

it('a page that the browser prepares ahead takes nothing from the tab, and shows its patient once it is gone to', async () => {
  const names = ['Beatriz Lima', 'Camila Rocha'];
  const records = await page.evaluate(async (wanted) => {
    const all = (await (await fetch('/spa-data/patients')).json()) as { name: string; record: string }[];
    return wanted.map((name) => all.find((one) => one.name === name)?.record ?? '');
  }, names);
  const [beatriz = '', camila = ''] = records.map((record) => `/spa/patients/${record}`);
  await page.bringToFront();
  // The demo EHR lets nobody add the rules of this kind.
  await page.setBypassCSP(true);
  await page.goto(stack.urls.ehr + beatriz);
  const isShown = (name: string) => async () => (await state()).shown.some((text) => text.startsWith(name));
  await until('the list is read', () => page.evaluate(() => !document.getElementById('quick')?.hidden));
  // Both are linked: what a prepared page's header named before is not known, and so links nobody.
  for (const at of [1, 0]) {
    await runIn(page, openHere, [[records[at] ?? ''], 0] as const);
    await until(`${names[at]} is shown`, isShown(names[at] ?? ''));
  }
  const before = await state();

  const isKnown = await page.evaluate((url) => {
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.textContent = JSON.stringify({ prerender: [{ urls: [url], eagerness: 'immediate' }] });
    document.head.append(rules);
    return HTMLScriptElement.supports('speculationrules');
  }, camila);
  expect(isKnown, 'the browser prepares pages ahead').toBe(true);
  // Longer than two frames take to disagree.
  for (let look = 0; look < 10; look++) {
    await new Promise((done) => setTimeout(done, 200));
    expect(await state()).toEqual(before);
  }
  // The page that is left may not be there any more to answer.
  await page.evaluate((url) => location.assign(url), camila).catch(() => {});
  await until('Camila is shown', isShown('Camila Rocha'));
  const activation = await page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as { activationStart?: number }).activationStart,
  );
  expect(activation, 'it was prepared').toBeGreaterThan(0);
  expect((await state()).frames).toBe(before.frames);
});
