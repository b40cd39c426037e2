import { type Caller, createCaller, createTokenSource, inCourses } from '@instrument-panel/client';
import { configured, type KitOptions, onKit, type PanelScope } from './configure.ts';
import type { StreamSource } from './live.ts';

/** How long elements wait for `configure` before they say that it was not called. */
export const CONFIGURE_TIMEOUT_MS = 2_000;

/** What says where an element reads: its own properties, else those of the page. */
export interface ReadsFrom {
  readonly baseUrl: string | null;
  readonly fetchToken: KitOptions['fetchToken'] | null;
  readonly language: string;
}

/** Returns where an element reads; null while neither it nor the page says so. */
export function findOptions({ baseUrl, fetchToken, language }: ReadsFrom): KitOptions | null {
  const kit = configured();
  const url = baseUrl ?? kit.baseUrl;
  const token = fetchToken ?? kit.fetchToken;
  return url && token ? { ...kit, baseUrl: url, fetchToken: token, locale: language } : null;
}

/** One element's use of a client that all elements of the same scope share. */
export interface Connection {
  readonly client: Caller;
  /**
   * Calls `again` on the service's events until `release`, over one stream for all users of the client: with true if
   * anything may have changed, with false if an answer arrived or a request was closed.
   */
  listen(again: (all: boolean) => void): void;
  /** Ends this use. The token is dropped when no element uses the client any more. */
  release(): void;
}

interface Shared extends StreamSource {
  /** Options and scope as a list; equal lists share one client. */
  readonly key: readonly unknown[];
  readonly client: Caller;
  needs: number;
}

const open: Shared[] = [];

/** Connects an element: equal options and scope share one client and one token. */
export function connect(options: KitOptions, scope: PanelScope): Connection {
  const { baseUrl, fetchToken, fetch, locale } = options;
  const key = [baseUrl, fetchToken, fetch, locale, scope.patientId, scope.professionalId];
  let shared = open.find((one) => one.key.every((part, index) => part === key[index]));
  if (!shared) {
    const auth = createTokenSource(fetchToken, scope);
    const client = createCaller({ baseUrl, auth, fetch: inCourses(baseUrl, fetch), locale });
    auth.retain();
    shared = { key, client, auth, options, scope, needs: 0 };
    open.push(shared);
  }
  const held = shared;
  held.needs++;
  let isHeld = true;
  let leave: (() => void) | null | undefined;
  return {
    client: held.client,
    listen(again) {
      if (leave !== undefined) return;
      leave = null;
      // If the module cannot be loaded, polling still works.
      import('./live.ts').then(
        ({ subscribeToEvents }) => {
          if (isHeld) leave = subscribeToEvents(held, again);
        },
        () => {},
      );
    },
    release() {
      if (!isHeld) return;
      isHeld = false;
      leave?.();
      if (--held.needs > 0) return;
      held.auth.stop();
      const at = open.indexOf(held);
      if (at >= 0) open.splice(at, 1);
    },
  };
}

// Registered before any element can connect, so it runs first: no token outlives a logout.
onKit((event) => {
  if (event === 'logout') for (const { auth } of open.splice(0)) auth.stop();
});
