import type { BrowserContext, Page } from '@playwright/test';
import { stopBackground } from './applying.ts';
import { type ExtensionApi, workerOf } from './browser.ts';

type Areas = Readonly<Record<'local' | 'session', Record<string, unknown>>>;

/** A window with the extension in which tests follow each other. */
export class Shared {
  readonly context: BrowserContext;
  readonly #home: Page;
  readonly #desk: string;
  readonly #kept: Areas;

  private constructor(context: BrowserContext, home: Page, desk: string, kept: Areas) {
    this.context = context;
    this.#home = home;
    this.#desk = desk;
    this.#kept = kept;
  }

  /** Takes down what the extension of a window keeps: `reset` gives it back. */
  static async of(this: void, context: BrowserContext): Promise<Shared> {
    const worker = await workerOf(context);
    const kept = await worker.evaluate(async () => {
      const { chrome } = globalThis as unknown as { chrome: ExtensionApi };
      const { local, session } = chrome.storage;
      return { local: await local.get(null), session: await session.get(null) };
    });
    const home = context.pages()[0] ?? (await context.newPage());
    return new Shared(context, home, new URL('/options.html', worker.url()).href, kept);
  }

  /** Closes what is open, gives storage back as it was, and stops the background, so that it holds nothing either. */
  async reset(): Promise<void> {
    const { context } = this;
    const home = this.#home;
    await Promise.all(context.pages().map((page) => (page === home ? null : page.close())));
    await home.goto(this.#desk);
    await stopBackground(context, home);
    await home.evaluate(async ({ local, session }) => {
      const { chrome } = globalThis as unknown as { chrome: ExtensionApi };
      const areas = [
        [chrome.storage.local, local],
        [chrome.storage.session, session],
      ] as const;
      for (const [area, kept] of areas) {
        await area.clear();
        await area.set(kept);
      }
    }, this.#kept);
    await home.goto('about:blank');
    await stopBackground(context, home);
  }
}
