import type { Browser, Page } from 'puppeteer-core';
import type { Stack } from '../../scripts/stack.ts';
import { until } from '../extension/driven.ts';

/** Asks the background what the options page asks. */
export function askIn(desk: Page, intent: string, input: unknown): Promise<unknown> {
  return desk.evaluate(
    (asked) =>
      new Promise((done, fail) => {
        interface Told {
          readonly id: number;
          readonly type: string;
          readonly value?: unknown;
          readonly problem?: unknown;
        }
        interface Port {
          postMessage(message: unknown): void;
          disconnect(): void;
          readonly onMessage: { addListener(told: (message: Told) => void): void };
        }
        interface Api {
          readonly runtime: { connect(info: { name: string }): Port };
        }
        const { browser, chrome } = globalThis as unknown as { browser?: Api; chrome: Api };
        const port = (browser ?? chrome).runtime.connect({ name: 'surface' });
        port.onMessage.addListener(({ id, type, value, problem }) => {
          if (id !== 1) return;
          port.disconnect();
          if (type === 'refusal') fail(new Error(JSON.stringify(problem)));
          else done(value);
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
 * Everything at once, from a page of the extension: the proxy's profiles, each enabled, both sign-ins.
 *
 * @returns a page that is signed in to the EHR
 */
export async function setUp(browser: Browser, desk: Page, { urls, signIns }: Stack): Promise<Page> {
  await askIn(desk, 'profiles.from', { proxy: urls.proxy });
  for (const profileId of ['demo-ehr-spa', 'demo-ehr-framed', 'demo-ehr-framed-cross', 'demo-ehr-racing'])
    await askIn(desk, 'site.enable', { profileId });

  const page = await browser.newPage();
  const [ana] = signIns;
  await page.goto(`${urls.ehr}/sign-in`);
  await page.locator('#email').fill(ana?.email ?? '');
  await page.locator('#password').fill(ana?.password ?? '');
  await page.locator('form button[type="submit"]').click();
  // Not waited for by a selector: the page that goes takes the question with it.
  await until('signed in to the EHR', () => page.evaluate(() => location.pathname === '/patients'));
  const signedIn = askIn(desk, 'sign.in', { proxy: urls.proxy }).then(() => true);
  let isOver = false;
  signedIn
    .finally(() => {
      isOver = true;
    })
    .catch(() => {});
  // Who allowed it before is not asked again.
  await until('the proxy was told that the add-on may', async () => isOver || (await allow(browser)));
  await signedIn;
  return page;
}
