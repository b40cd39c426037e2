import { save } from '@instrument-panel/shared/ui/dom';
import { browser } from 'wxt/browser';
import type { SurfaceMessage } from '../intents/messages.ts';
import { SURFACE_PORT, type ToSurface } from '../intents/protocol.ts';
import { APPEARANCES, type Appearance, type SurfaceEnvironment, type SurfacePort } from './environment.ts';

const APPEARANCE_KEY = 'appearance';

function connect(): SurfacePort {
  const port = browser.runtime.connect({ name: SURFACE_PORT });
  return {
    post: (message: SurfaceMessage) => port.postMessage(message),
    onMessage: (listener) => port.onMessage.addListener((message: ToSurface) => listener(message)),
    onDisconnect: (listener) => port.onDisconnect.addListener(() => listener()),
    disconnect: () => port.disconnect(),
  };
}

const originOf = (url: string | undefined): string | null =>
  url !== undefined && /^https?:/.test(url) ? new URL(url).origin : null;

/** Firefox has a sidebar where Chromium has a side panel. */
interface WithSidebar {
  readonly sidebarAction?: { open(): Promise<void> };
}

/** The browser itself; read once, since what is asked for in a click must not wait. */
export async function readBrowserEnvironment(): Promise<SurfaceEnvironment> {
  const { id } = await browser.windows.getCurrent();
  const windowId = id ?? browser.windows.WINDOW_ID_CURRENT;
  return {
    connect,
    windowId,
    uiLanguage: browser.i18n.getUILanguage(),
    requestSites: (origins) => browser.permissions.request({ origins: [...origins] }),
    async releaseSites(origins) {
      await browser.permissions.remove({ origins: [...origins] });
    },
    async openSide() {
      const { sidebarAction } = browser as unknown as WithSidebar;
      if (sidebarAction) await sidebarAction.open();
      else await browser.sidePanel.open({ windowId });
    },
    openOptions: () => browser.runtime.openOptionsPage(),
    close: () => window.close(),
    async tabs() {
      const tabs = await browser.tabs.query({});
      return tabs.flatMap((tab) =>
        tab.id === undefined ? [] : [{ id: tab.id, title: tab.title ?? null, origin: originOf(tab.url) }],
      );
    },
    async appearance() {
      const kept = (await browser.storage.local.get(APPEARANCE_KEY))[APPEARANCE_KEY];
      return APPEARANCES.find((one) => one === kept) ?? 'auto';
    },
    async setAppearance(appearance: Appearance) {
      await browser.storage.local.set({ [APPEARANCE_KEY]: appearance });
    },
    save: (name, type, text) => save(new Blob([text], { type }), name),
    now: () => Date.now(),
    isOnline: () => navigator.onLine,
  };
}
