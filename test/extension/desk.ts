import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Stack } from '../../scripts/stack.ts';
import { workerOf } from './browser.ts';

/** A page of the extension that asks the background what its own pages ask. */
export interface Desk {
  readonly page: Page;
  ask(intent: string, input?: unknown, epoch?: string | null): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a page of the extension, from which its intents can be asked as the options page asks them. */
export async function openDesk(context: BrowserContext): Promise<Desk> {
  const worker = await workerOf(context);
  const page = await context.newPage();
  await page.goto(new URL('/options.html', worker.url()).href);
  return {
    page,
    ask: (intent, input = {}, epoch = null) =>
      page.evaluate(
        ({ intent, input, epoch }) =>
          new Promise((done, fail) => {
            interface Port {
              postMessage(message: unknown): void;
              disconnect(): void;
              readonly onMessage: { addListener(told: (message: Told) => void): void };
              readonly onDisconnect: { addListener(told: () => void): void };
            }
            interface Told {
              readonly type: string;
              readonly id: number;
              readonly value?: unknown;
              readonly problem?: { readonly code: string };
            }
            const { chrome } = globalThis as unknown as {
              chrome: { runtime: { connect(info: { name: string }): Port } };
            };
            const port = chrome.runtime.connect({ name: 'surface' });
            port.onMessage.addListener((message) => {
              if (message.id !== 1) return;
              port.disconnect();
              if (message.type === 'answer') done(message.value);
              else if (message.type === 'refusal')
                fail(new Error(`${intent}: ${JSON.stringify(message.problem)}`));
            });
            port.onDisconnect.addListener(() => fail(new Error(`${intent}: the background went away`)));
            port.postMessage({ type: 'ask', id: 1, epoch, intent, input });
          }),
        { intent, input, epoch },
      ),
    close: () => page.close(),
  };
}

/** Signs Ana in to the EHR, as its form does. */
export async function signInToEhr(page: Page, stack: Stack, ehr: string = stack.urls.ehr): Promise<void> {
  const [ana] = stack.signIns;
  await page.goto(`${ehr}/sign-in`);
  await page.getByLabel('E-mail').fill(ana?.email ?? '');
  await page.getByLabel('Password').fill(ana?.password ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
}

/** Signs the extension in through the browser's own window, to which the EHR's cookie says who it is. */
export async function signInToProxy(context: BrowserContext, desk: Desk, stack: Stack): Promise<void> {
  // Who allowed it before is not asked again, and the window closes by itself.
  const allow = (window: Page): void => {
    window
      .getByRole('button', { name: /^(Allow|Permitir)$/ })
      .click()
      .catch(() => {});
  };
  context.on('page', allow);
  await desk.ask('sign.in', { proxy: stack.urls.proxy });
  context.off('page', allow);
}

/** Everything at once: the proxy's profiles, each site enabled, both sign-ins. */
export async function setUp(context: BrowserContext, page: Page, stack: Stack): Promise<void> {
  const desk = await openDesk(context);
  await desk.ask('profiles.from', { proxy: stack.urls.proxy });
  for (const profileId of ['demo-ehr-spa', 'demo-ehr-framed', 'demo-ehr-framed-cross', 'demo-ehr-racing']) {
    await desk.ask('site.enable', { profileId });
  }
  const [ana] = stack.signIns;
  // What its form sends; loading the form and the list behind it would be most of what this takes.
  const answer = await page.request.post(`${stack.urls.ehr}/sign-in`, {
    form: { email: ana?.email ?? '', password: ana?.password ?? '' },
    headers: { origin: stack.urls.ehr },
    maxRedirects: 0,
  });
  expect(answer.status(), 'signed in to the EHR').toBe(303);
  await signInToProxy(context, desk, stack);
  await desk.close();
}
