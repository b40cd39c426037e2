import { browser } from 'wxt/browser';

/**
 * The part of the browser's interface that the background uses: `browser` fits it, and so does a small fake
 * (browser.fixture.ts).
 */

/** Something that can be listened to. */
export interface Listened<Args extends readonly unknown[]> {
  addListener(listener: (...args: Args) => void): void;
}

/** The sender of a port or a message. */
export interface Sender {
  readonly id?: string | undefined;
  readonly tab?: { readonly id?: number | undefined; readonly url?: string | undefined } | undefined;
  readonly frameId?: number | undefined;
  readonly url?: string | undefined;
  readonly origin?: string | undefined;
  readonly documentId?: string | undefined;
  /** `prerender` for a page that the browser prepares and nobody sees yet; Firefox has none, and does not say. */
  readonly documentLifecycle?: string | undefined;
}

export interface Port {
  readonly name: string;
  readonly sender?: Sender | undefined;
  postMessage(message: unknown): void;
  disconnect(): void;
  readonly onMessage: Listened<[message: unknown]>;
  readonly onDisconnect: Listened<[]>;
}

export interface Tab {
  readonly id?: number | undefined;
  readonly windowId?: number | undefined;
  /** Only where the browser lets us onto the page. */
  readonly url?: string | undefined;
}

export interface StorageArea {
  get(keys: string | string[] | null): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string | string[]): Promise<void>;
}

/** A content script that the browser runs by itself. */
export interface RegisteredScript {
  id: string;
  js?: string[];
  matches?: string[];
  allFrames?: boolean;
  matchOriginAsFallback?: boolean;
  persistAcrossSessions?: boolean;
  runAt?: 'document_start' | 'document_end' | 'document_idle';
}

export interface Platform {
  readonly runtime: {
    readonly id: string;
    getURL(path: string): string;
    getManifest(): { readonly version: string };
    readonly onConnect: Listened<[port: Port]>;
    readonly onInstalled: Listened<[]>;
    /** A listener that gives true answers later. */
    readonly onMessage: Listened<[message: unknown, sender: Sender, answer: () => void]>;
  };
  readonly tabs: {
    get(tabId: number): Promise<Tab>;
    query(query: { active?: boolean; windowId?: number; lastFocusedWindow?: boolean }): Promise<Tab[]>;
    readonly onUpdated: Listened<[tabId: number, change: { url?: string | undefined }]>;
    readonly onRemoved: Listened<[tabId: number]>;
    readonly onActivated: Listened<[active: { tabId: number; windowId: number }]>;
  };
  readonly scripting: {
    registerContentScripts(scripts: RegisteredScript[]): Promise<void>;
    updateContentScripts(scripts: RegisteredScript[]): Promise<void>;
    unregisterContentScripts(filter: { ids: string[] }): Promise<void>;
    getRegisteredContentScripts(): Promise<
      { id: string; js?: string[] | undefined; matches?: string[] | undefined }[]
    >;
    executeScript(
      injection: {
        target: { tabId: number; frameIds?: number[]; documentIds?: string[]; allFrames?: boolean };
        injectImmediately?: boolean;
      } & ({ files: string[] } | { func: (key: string, request: unknown) => void; args: [string, unknown] }),
    ): Promise<{ frameId: number; result?: unknown }[]>;
  };
  readonly permissions: {
    contains(permissions: { origins: string[] }): Promise<boolean>;
    readonly onAdded: Listened<[]>;
    readonly onRemoved: Listened<[]>;
  };
  readonly storage: {
    readonly local: StorageArea;
    readonly session: StorageArea;
    readonly managed: Pick<StorageArea, 'get'>;
    readonly onChanged: Listened<[changes: Record<string, unknown>, area: string]>;
  };
  readonly identity: {
    getRedirectURL(): string;
    launchWebAuthFlow(details: { url: string; interactive: boolean }): Promise<string | undefined>;
  };
  readonly action: {
    setBadgeText(details: { text: string; tabId?: number }): Promise<void>;
    setBadgeBackgroundColor(details: { color: string; tabId?: number }): Promise<void>;
    setTitle(details: { title: string; tabId?: number }): Promise<void>;
    openPopup(): Promise<void>;
  };
  readonly commands: { readonly onCommand: Listened<[command: string]> };
  readonly i18n: { getUILanguage(): string };
  /** Opens the side panel of a tab; called straight in what a click caused. */
  openSide(tabId: number): Promise<void>;
  /** Firefox, by what it alone has. */
  readonly isFirefox: boolean;
}

/** Everything else that the background depends on, so that tests can replace it. */
export interface Environment {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number;
  readonly isOnline: () => boolean;
  readonly setTimer: (run: () => void, ms: number) => () => void;
  /** The profiles that came with the package, as they are. */
  readonly packaged: readonly unknown[];
}

/** Firefox has a sidebar in place of the side panel. */
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
