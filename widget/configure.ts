import type { FetchToken } from '@instrument-panel/client';

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

/**
 * One for all copies of the kit on a page: a logout through one must not leave another's patients standing, and the
 * copy that registered the elements need not be the one that the page configures. Copies of any version read it.
 */
type Page = Set<Listener> & { options?: KitOptions };
const page = globalThis as { instrumentKit?: Page };
page.instrumentKit ??= new Set();
const listeners = page.instrumentKit;
let own: KitOptions | undefined;
const tell = (event: 'configure' | 'logout') => {
  for (const listener of [...listeners]) listener(event);
};

/** Says once for the page where all elements read; an element's own properties come first. */
export function configure(options: KitOptions): void {
  own = listeners.options = options;
  tell('configure');
}

/** The options of this copy, else those that another was given last; empty before {@link configure}. */
export const configured = (): Partial<KitOptions> => own ?? listeners.options ?? {};

/** Runs `listener` at each {@link configure} and {@link logout}; the returned function ends that. */
export function onKit(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forgets every token and blanks every element of this page; each then says that a sign-in is needed. */
export function logout(): void {
  tell('logout');
}
