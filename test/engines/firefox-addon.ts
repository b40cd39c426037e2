import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { GECKO_ID } from '../../extension/manifest/manifest.ts';
import type { Stack } from '../../scripts/stack.ts';
import { findFirefox } from './firefox.ts';

/** By it the add-on's own pages are found; Firefox would choose another with each profile. */
const UUID = '3f7c9a5e-2b64-4d18-9c0a-6e5d7b1f8a20';

const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Asks again until there is an answer. */
async function until<T>(what: string, of: () => Promise<T | null | false>): Promise<T> {
  const end = performance.now() + 60_000;
  for (;;) {
    // A page that is just loading cannot be asked.
    const value = await of().catch(() => null);
    if (value !== null && value !== false) return value;
    if (performance.now() > end) throw new Error(`After 60 s still not: ${what}.`);
    await sleep(150);
  }
}

/** Builds the add-on for Firefox; `e2e` may read localhost and has open shadow roots. Gives its folder. */
export function buildAddon(mode: 'production' | 'e2e'): string {
  const { status, stderr } = spawnSync('node_modules/.bin/wxt', ['build', '-b', 'firefox', '--mode', mode], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return resolve('dist/extension', mode === 'e2e' ? 'firefox-mv3-e2e' : 'firefox-mv3');
}

/** Asks the background what the options page asks. */
function askIn(desk: Page, intent: string, input: unknown): Promise<unknown> {
  return desk.evaluate(
    (asked) =>
      new Promise((done, fail) => {
        interface Told {
          readonly id: number;
          readonly type: string;
          readonly problem?: unknown;
        }
        interface Port {
          postMessage(message: unknown): void;
          disconnect(): void;
          readonly onMessage: { addListener(told: (message: Told) => void): void };
        }
        const { browser } = globalThis as unknown as {
          browser: { runtime: { connect(info: { name: string }): Port } };
        };
        const port = browser.runtime.connect({ name: 'surface' });
        port.onMessage.addListener(({ id, type, problem }) => {
          if (id !== 1) return;
          port.disconnect();
          if (type === 'refusal') fail(new Error(JSON.stringify(problem)));
          else done(type);
        });
        port.postMessage({ type: 'ask', id: 1, epoch: null, ...asked });
      }),
    { intent, input },
  );
}

/** The window in which the proxy asks whether the add-on may. */
async function allow(browser: Browser): Promise<boolean> {
  const pages = await browser.pages();
  const asking = pages.find((page) => page.url().includes('/authorize'));
  return asking
    ? asking.evaluate(() => {
        const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Allow');
        button?.click();
        return button !== undefined;
      })
    : false;
}

/**
 * Firefox with the add-on, which has the proxy's profiles, each enabled; signed in to the EHR and to the proxy. The
 * add-on's own pages are reached as Firefox allows with `--remote-allow-system-access`.
 */
export async function startFirefoxWithAddon(
  folder: string,
  stack: Stack,
): Promise<{ browser: Browser; page: Page }> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? '',
    headless: true,
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: { 'extensions.webextensions.uuids': JSON.stringify({ [GECKO_ID]: UUID }) },
  });
  await browser.installExtension(folder);
  const desk = await browser.newPage();
  const options = `moz-extension://${UUID}/options.html`;
  // Firefox never tells that such a page has loaded.
  desk.goto(options).catch(() => {});
  await until('the options page is there', () => desk.evaluate((url) => location.href === url, options));

  await askIn(desk, 'profiles.from', { proxy: stack.urls.proxy });
  for (const profileId of ['demo-ehr-spa', 'demo-ehr-framed', 'demo-ehr-framed-cross'])
    await askIn(desk, 'site.enable', { profileId });

  const page = await browser.newPage();
  const [ana] = stack.signIns;
  await page.goto(`${stack.urls.ehr}/sign-in`);
  await page.locator('#email').fill(ana?.email ?? '');
  await page.locator('#password').fill(ana?.password ?? '');
  await page.locator('form button[type="submit"]').click();
  await page.waitForSelector('h1 ~ *, table');
  await until('signed in to the EHR', () => page.evaluate(() => location.pathname === '/patients'));
  const signedIn = askIn(desk, 'sign.in', { proxy: stack.urls.proxy }).then(() => true);
  let isOver = false;
  signedIn
    .finally(() => {
      isOver = true;
    })
    .catch(() => {});
  // Who allowed it before is not asked again.
  await until('the proxy was told that the add-on may', async () => isOver || (await allow(browser)));
  await signedIn;
  await desk.close();
  return { browser, page };
}
