import { type Client, createClient, createTokenSource } from '@instrument-panel/client';
import { type KitOptions, onKit, type PanelScope } from './configure.ts';
import type { StreamSource } from './live/live.ts';

/** A client for one scope, shared by the elements that need the same. */
export interface Connection {
  readonly client: Client;
  /**
   * Hears of what happens until `release`, over one stream for all who share the connection.
   *
   * @param again told that something may have changed: with true anything, with false an answer came or a request closed
   */
  listen(again: (all: boolean) => void): void;
  /** The element does not need it any more; without any, the token is let go. */
  release(): void;
}

/** What the elements of one scope share. */
interface Shared extends StreamSource {
  /** What it was made of, in one order: equal where all are the same. */
  readonly key: readonly unknown[];
  readonly client: Client;
  needs: number;
}

const open: Shared[] = [];

/** Gives the connection of these options and this scope: one client and one token for all who ask the same. */
export function connect(options: KitOptions, scope: PanelScope): Connection {
  const { baseUrl, fetchToken, fetch, locale } = options;
  const key = [baseUrl, fetchToken, fetch, locale, scope.patientId, scope.professionalId];
  let shared = open.find((one) => one.key.every((part, index) => part === key[index]));
  if (!shared) {
    const auth = createTokenSource(fetchToken, scope);
    const client = createClient({ baseUrl, auth, fetch, locale });
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
      // Without its code there is the clock.
      import('./live/live.ts').then(
        ({ hear }) => {
          if (isHeld) leave = hear(held, again);
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

// First of all listeners, since it is there before anything has a connection: no token outlives a logout.
onKit((event) => {
  if (event === 'logout') for (const { auth } of open.splice(0)) auth.stop();
});
