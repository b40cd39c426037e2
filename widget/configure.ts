import { createReader, createTokenSource, type FetchToken, type Reader } from '../shared/client/index.ts';

/**
 * What a token is asked for: one professional's reading of one patient, or of all of theirs for a list. A partner's
 * server may give it wider.
 */
export interface PanelScope {
  readonly professionalId: string;
  /** Absent where a list of patients is read. */
  readonly patientId?: string | undefined;
  /** Actions as the proxy's tokens carry them in `ops`. */
  readonly actions: readonly ('read' | 'apply')[];
}

/** Where elements read, and with what. */
export interface KitOptions {
  /** Origin (and prefix) of the partner's proxy, before `/third-party/api/v1`. */
  readonly baseUrl: string;
  /** Gets a token from the partner's own server. */
  readonly fetchToken: FetchToken<PanelScope>;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** BCP 47 tag for elements without a `lang` of their own. */
  readonly locale?: string | undefined;
}

type Listener = (event: 'configure' | 'logout') => void;

let current: Partial<KitOptions> = {};
const listeners = new Set<Listener>();
const tell = (event: 'configure' | 'logout') => {
  for (const listener of [...listeners]) listener(event);
};

/** Says once for the page where all elements read; an element's own properties come first. */
export function configure(options: KitOptions): void {
  current = options;
  tell('configure');
}

/** The options of the page; empty before {@link configure}. */
export const configured = (): Partial<KitOptions> => current;

/** Runs `listener` at each {@link configure} and {@link logout}; the returned function ends that. */
export function onKit(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

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

/** Forgets every token and blanks every element of this page; each then says that a sign-in is needed. */
export function logout(): void {
  for (const { stop } of open.splice(0)) stop();
  tell('logout');
}
