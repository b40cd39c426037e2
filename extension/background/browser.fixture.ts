import type { Browser } from 'wxt/browser';
import type { Platform } from './platform.ts';

type RegisteredScript = Browser.scripting.RegisteredContentScript;
/** As much of a sender as a test says. */
type Sender = Omit<Partial<Browser.runtime.MessageSender>, 'tab'> & { tab?: { id: number } | undefined };

/** A listened-to event that a test can fire. */
export function fakeEvent<Args extends readonly unknown[]>() {
  const listeners: ((...args: Args) => void)[] = [];
  return {
    addListener: (listener: (...args: Args) => void) => void listeners.push(listener),
    fire: (...args: Args) => {
      for (const listener of [...listeners]) listener(...args);
    },
  };
}

/** A storage area that outlives the background. */
export function fakeArea(held: Record<string, unknown> = {}) {
  const copy = (value: unknown): unknown => structuredClone(value);
  return {
    held,
    async get(keys: string | string[] | null) {
      const wanted = keys === null ? Object.keys(held) : [keys].flat();
      return Object.fromEntries(wanted.flatMap((key) => (key in held ? [[key, copy(held[key])]] : [])));
    },
    async set(items: Record<string, unknown>) {
      for (const [key, value] of Object.entries(items)) held[key] = copy(value);
    },
    async remove(keys: string | string[]) {
      for (const key of [keys].flat()) delete held[key];
    },
  };
}

/** The other end of a port: what a frame or a page of the extension says and hears. */
export class FakePort {
  readonly heard: Record<string, unknown>[] = [];
  isOpen = true;
  readonly port: Browser.runtime.Port;
  readonly #message = fakeEvent<[message: unknown]>();
  readonly #disconnect = fakeEvent<[]>();

  constructor(name: string, sender: Sender) {
    this.port = {
      name,
      sender,
      postMessage: (message: unknown) => {
        if (!this.isOpen) throw new Error('Attempting to use a disconnected port object');
        this.heard.push(structuredClone(message) as Record<string, unknown>);
      },
      disconnect: () => {
        this.isOpen = false;
      },
      onMessage: this.#message,
      onDisconnect: this.#disconnect,
    } as unknown as Browser.runtime.Port;
  }

  say(message: unknown): void {
    if (this.isOpen) this.#message.fire(structuredClone(message));
  }

  /** The page is gone. */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#disconnect.fire();
  }

  /** Everything heard of one type, oldest first. */
  of(type: string): Record<string, unknown>[] {
    return this.heard.filter((message) => message.type === type);
  }

  last(type: string): Record<string, unknown> | undefined {
    return this.of(type).at(-1);
  }
}

export const EXTENSION_ID = 'a'.repeat(32);

type InjectedFiles = Extract<Browser.scripting.ScriptInjection<unknown[], unknown>, { files: string[] }>;
interface Badge {
  readonly tabId?: number;
  readonly text?: string;
  readonly title?: string;
  readonly color?: string;
}

/** A browser with tabs, storage, permissions and a sign-in window, as far as the background takes from one. */
export function fakeBrowser() {
  const local = fakeArea();
  const session = fakeArea();
  const managed = fakeArea();
  const tabs = new Map<number, string>();
  const scripts = new Map<string, RegisteredScript>();
  const executed: {
    tabId: number;
    frameIds: number[] | null;
    documentIds: string[] | null;
    file: string;
    isAtOnce: boolean;
  }[] = [];
  const badges = new Map<number, Omit<Badge, 'tabId'>>();
  const opened: number[] = [];
  const flows: { url: URL; interactive: boolean }[] = [];
  const state = {
    granted: new Set<string>(),
    /** How often the popup was opened. */
    popups: 0,
    /** What the sign-in window ends with; a thrown error is a window that the person closed. */
    launch: async (_url: URL, _interactive: boolean): Promise<string> => {
      throw new Error('The user did not approve access.');
    },
  };

  /** One start of the background's: new listeners over the same storages. */
  function start() {
    const events = {
      connect: fakeEvent<[port: Browser.runtime.Port]>(),
      installed: fakeEvent<[]>(),
      message: fakeEvent<[message: unknown, sender: Sender, answer: () => void]>(),
      updated: fakeEvent<[tabId: number, change: { url?: string | undefined }]>(),
      removed: fakeEvent<[tabId: number]>(),
      activated: fakeEvent<[active: { tabId: number; windowId: number }]>(),
      added: fakeEvent<[]>(),
      taken: fakeEvent<[]>(),
      stored: fakeEvent<[changes: Record<string, unknown>, area: string]>(),
      command: fakeEvent<[command: string]>(),
      locked: fakeEvent<[]>(),
    };
    const badge = (tabId: number | undefined, change: object): Promise<void> => {
      badges.set(tabId ?? -1, { ...badges.get(tabId ?? -1), ...change });
      return Promise.resolve();
    };
    const platform = {
      runtime: {
        id: EXTENSION_ID,
        getURL: (path: string) => `chrome-extension://${EXTENSION_ID}${path}`,
        getManifest: () => ({ version: '1.2.3' }),
        onConnect: events.connect,
        onInstalled: events.installed,
        onMessage: events.message,
      },
      tabs: {
        async get(tabId: number) {
          const url = tabs.get(tabId);
          if (url === undefined) throw new Error(`No tab with id: ${tabId}.`);
          return { id: tabId, url };
        },
        query: async ({ active }: { active?: boolean }) =>
          [...tabs].slice(0, active ? 1 : undefined).map(([id, url]) => ({ id, url })),
        onUpdated: events.updated,
        onRemoved: events.removed,
        onActivated: events.activated,
      },
      scripting: {
        registerContentScripts: async (added: RegisteredScript[]) => {
          for (const script of added) scripts.set(script.id, script);
        },
        updateContentScripts: async (changed: RegisteredScript[]) => {
          for (const script of changed) scripts.set(script.id, script);
        },
        unregisterContentScripts: async ({ ids }: { ids: string[] }) => {
          for (const id of ids) scripts.delete(id);
        },
        getRegisteredContentScripts: async () => [...scripts.values()],
        async executeScript(injection: Browser.scripting.ScriptInjection<unknown[], unknown>) {
          const { target, injectImmediately = false, files = ['func'] } = injection as InjectedFiles;
          const { tabId, frameIds = null, documentIds = null } = target;
          const file = files[0] ?? '';
          executed.push({ tabId, frameIds, documentIds, file, isAtOnce: injectImmediately });
          return [{ frameId: 0, result: null }];
        },
      },
      permissions: {
        contains: async ({ origins }: { origins: string[] }) =>
          origins.every((origin) => state.granted.has(origin)),
        onAdded: events.added,
        onRemoved: events.taken,
      },
      storage: { local, session, managed, onChanged: events.stored },
      identity: {
        getRedirectURL: () => `https://${EXTENSION_ID}.chromiumapp.org/`,
        async launchWebAuthFlow({ url, interactive }: { url: string; interactive: boolean }) {
          flows.push({ url: new URL(url), interactive });
          return state.launch(new URL(url), interactive);
        },
      },
      action: {
        setBadgeText: ({ tabId, text }: Badge) => badge(tabId, { text }),
        setBadgeBackgroundColor: ({ tabId, color }: Badge) => badge(tabId, { color }),
        setTitle: ({ tabId, title }: Badge) => badge(tabId, { title }),
        async openPopup() {
          state.popups++;
        },
      },
      commands: { onCommand: events.command },
      i18n: { getUILanguage: () => 'en' },
      async openSide(tabId: number) {
        opened.push(tabId);
      },
      onLocked: events.locked.addListener,
      isFirefox: false,
    };
    return { platform: platform as unknown as Platform, events };
  }
  return { local, session, managed, tabs, scripts, executed, badges, opened, flows, state, start };
}
export type FakeBrowser = ReturnType<typeof fakeBrowser>;

/** A clock that goes on only when it is told to, with its timers. */
export function fakeClock() {
  let now = 1_000;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    elapsed: () => now,
    now: () => 1_700_000_000_000 + now,
    setTimer(run: () => void, ms: number) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms: number): void {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
        if (!next) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = until;
    },
  };
}
