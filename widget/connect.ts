import { createReader, createTokenSource, type Reader } from '../shared/client/index.ts';
import { type KitOptions, onKit, type PanelScope } from './configure.ts';

/** A client for one scope, shared by the elements that need the same. */
export interface Connection {
  readonly client: Reader;
  /** The element does not need it any more; without any, the token is let go. */
  release(): void;
}

interface Shared {
  /** What it was made of, in one order: equal where all are the same. */
  readonly key: readonly unknown[];
  readonly client: Reader;
  readonly stop: () => void;
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
    const client = createReader({ baseUrl, auth, fetch, locale });
    auth.retain();
    shared = { key, client, stop: auth.stop, needs: 0 };
    open.push(shared);
  }
  const held = shared;
  held.needs++;
  let isHeld = true;
  return {
    client: held.client,
    release() {
      if (!isHeld) return;
      isHeld = false;
      if (--held.needs > 0) return;
      held.stop();
      const at = open.indexOf(held);
      if (at >= 0) open.splice(at, 1);
    },
  };
}

// First of all listeners, since it is there before anything has a connection: no token outlives a logout.
onKit((event) => {
  if (event === 'logout') for (const { stop } of open.splice(0)) stop();
});
