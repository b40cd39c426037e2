import { type Browser, browser } from 'wxt/browser';

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
    /** Calls `act` whenever the workstation is locked. Firefox does not tell. */
    onLocked: (act: () => void): void =>
      (browser as { readonly idle?: typeof browser.idle }).idle?.onStateChanged.addListener((state) => {
        if (state === 'locked') act();
      }),
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
  /** Draws the seat's number (`Seat`). */
  drawSeat: () => Math.floor(Math.random() * 100),
  packaged,
});
export type Environment = ReturnType<typeof browserEnvironment>;
