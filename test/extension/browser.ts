import { type BrowserContext, chromium, type Worker } from '@playwright/test';
import { findBrowser, TEST_ARGS } from '../../scripts/browser.mjs';
import { buildForTests } from './build.ts';

/** A Chromium that has the extension, with a profile folder of its own; its pages ask for texts in `locale`. */
export async function launchWithExtension(folder?: string, locale = 'en-GB'): Promise<BrowserContext> {
  const extension = folder ?? (await buildForTests());
  const executablePath = findBrowser();
  return chromium.launchPersistentContext('', {
    ...(executablePath === null ? {} : { executablePath }),
    headless: true,
    locale,
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 900 },
    args: [
      ...TEST_ARGS,
      // For `updateExtension`.
      '--enable-unsafe-extension-debugging',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  });
}

/** The extension's service worker; started anew where it was stopped. */
export async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

/** `chrome` as a function that is sent to the service worker has it. */
export interface ExtensionApi {
  readonly runtime: { readonly id: string; getManifest(): { version: string } };
  readonly storage: Readonly<
    Record<
      'local' | 'session',
      {
        get(keys?: string | null): Promise<Record<string, unknown>>;
        set(items: Record<string, unknown>): Promise<void>;
        clear(): Promise<void>;
      }
    >
  >;
  readonly tabs: { query(query: object): Promise<{ id: number; url?: string }[]> };
}

/** Gives the extension its profiles, as the options page keeps those that were added by hand. */
export async function giveProfiles(context: BrowserContext, profiles: readonly unknown[]): Promise<void> {
  const worker = await workerOf(context);
  await worker.evaluate(async (given) => {
    const { chrome } = globalThis as unknown as { chrome: ExtensionApi };
    await chrome.storage.local.set({ profiles: given });
  }, profiles);
}

/** Replaces the extension by a new load of the same folder while its pages are open, as an update does. */
export async function updateExtension(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('The browser is not there.');
  const { extensions } = await session.send('Extensions.getExtensions');
  for (const { path } of extensions) await session.send('Extensions.loadUnpacked', { path });
  await session.detach();
}
