import { browser } from 'wxt/browser';
import type { Environment, Platform } from './platform.ts';

/** What Firefox has in place of the side panel. */
interface WithSidebar {
  readonly sidebarAction?: { open(): Promise<void> };
}

const sidebar = (): WithSidebar['sidebarAction'] => (browser as unknown as WithSidebar).sidebarAction;

/** The browser itself, as far as the background takes from it. */
export function browserPlatform(): Platform {
  // Its types are of callbacks and promises both; what is used of it is in `Platform`, and tried in the browser.
  const api = browser as unknown as Omit<Platform, 'openSide' | 'isFirefox'>;
  const { runtime, tabs, scripting, permissions, storage, identity, action, commands, i18n } = api;
  return {
    ...{ runtime, tabs, scripting, permissions, storage, identity, action, commands, i18n },
    openSide: (tabId) => sidebar()?.open() ?? browser.sidePanel.open({ tabId }),
    isFirefox: sidebar() !== undefined,
  };
}

/** The service worker's own environment. */
export const browserEnvironment = (packaged: readonly unknown[]): Environment => ({
  fetch: (input, init) => globalThis.fetch(input, init),
  now: () => Date.now(),
  elapsed: () => performance.now(),
  isOnline: () => navigator.onLine,
  setTimer(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  packaged,
});
