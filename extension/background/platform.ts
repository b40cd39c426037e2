import { type Browser, browser } from 'wxt/browser';
import type * as z from 'zod/mini';

/** Firefox has a sidebar in place of the side panel. */
interface WithSidebar {
  readonly sidebarAction?: { open(): Promise<void> };
}

/** The browser itself, as far as the background takes from it; tests have a small fake (browser.fixture.ts). */
export function browserPlatform() {
  const { action, commands, i18n, identity, permissions, runtime, scripting, storage, tabs } = browser;
  const { sidebarAction } = browser as WithSidebar;
  return {
    ...{ action, commands, i18n, identity, permissions, runtime, scripting, storage, tabs },
    /** Opens the side panel of a tab; called straight in what a click caused. */
    openSide: (tabId: number): Promise<void> => sidebarAction?.open() ?? browser.sidePanel.open({ tabId }),
    /** Firefox, by what it alone has. */
    isFirefox: sidebarAction !== undefined,
  };
}
export type Platform = ReturnType<typeof browserPlatform>;
export type Port = Browser.runtime.Port;
export type Sender = Browser.runtime.MessageSender;

/** The service worker's own environment: everything else that the background depends on, for tests to replace. */
export const browserEnvironment = (packaged: readonly unknown[]) => ({
  fetch: ((input, init) => globalThis.fetch(input, init)) as typeof globalThis.fetch,
  /** Milliseconds since the epoch. */
  now: () => Date.now(),
  /** Milliseconds of a clock that never goes back. */
  elapsed: () => performance.now(),
  isOnline: () => navigator.onLine,
  /** Returns what cancels the timer. */
  setTimer(run: () => void, ms: number): () => void {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  packaged,
});
export type Environment = ReturnType<typeof browserEnvironment>;

/** Reads what an area holds under a prefix, by the rest of each key; what does not parse is left out. */
export async function readStored<S extends z.ZodMiniType>(
  area: Pick<Platform['storage']['session'], 'get'>,
  prefix: string,
  schema: S,
): Promise<Map<string, z.output<S>>> {
  const stored = new Map<string, z.output<S>>();
  for (const [key, value] of Object.entries(await area.get(null))) {
    const { success, data } = schema.safeParse(value);
    if (success && key.startsWith(prefix)) stored.set(key.slice(prefix.length), data);
  }
  return stored;
}
