import type { FetchToken } from '@instrument-panel/client';
import type { InstrumentFacts } from '@instrument-panel/shared/score/published';
import type { Battery } from '@instrument-panel/shared/ui/apply';

/**
 * Scope of a token: one professional's access to one patient, or to all of their patients for a list. Your server may
 * grant a wider one.
 */
export interface PanelScope {
  readonly professionalId: string;
  /** Absent for a list of patients. */
  readonly patientId?: string | undefined;
  /** Actions as in the claim `ops` of the proxy's tokens. */
  readonly actions: readonly ('read' | 'apply')[];
}

/** Options of {@link configure}. */
export interface KitOptions {
  /** Address of your proxy: origin and optional prefix, without `/third-party/api/v1`. */
  readonly baseUrl: string;
  /** Gets a token from your server. */
  readonly fetchToken: FetchToken<PanelScope>;
  /** Replaces `fetch`. Default: `globalThis.fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Language of elements without `lang` (BCP 47 tag). Default: the page's. */
  readonly locale?: string | undefined;
  /**
   * Your own facts about instruments, by UUID in lower case, in place of the published ones. With
   * `reliableChange: null` no change of that instrument is called better or worse. Default: the published facts.
   */
  readonly instruments?: Readonly<Record<string, InstrumentFacts>> | undefined;
  /**
   * Makes a worker of the package's `caseload/worker`, in which a caseload is read, apart from the page's main thread. Not
   * used with `fetch`. Default: none, the page reads.
   */
  readonly createWorker?: (() => Worker) | undefined;
  /**
   * Whether the console explains each refusal, once: code, cause, remedy. Default: `true` on this machine (localhost,
   * 127.0.0.1, [::1]), else `false`.
   */
  readonly debug?: boolean | undefined;
  /** Instruments that your clinic sends together: `<instrument-apply>` offers them by their names. Default: none. */
  readonly batteries?: readonly Battery[] | undefined;
}

type Listener = (event: 'configure' | 'logout') => void;

/**
 * State shared by all copies of this package on a page, of any version: a logout through one copy must clear the
 * elements of all, and the page may configure another copy than the one that registered the elements.
 */
type Page = Set<Listener> & { options?: KitOptions };
const page = globalThis as { instrumentKit?: Page };
page.instrumentKit ??= new Set();
const listeners = page.instrumentKit;
let own: KitOptions | undefined;
const tell = (event: 'configure' | 'logout') => {
  for (const listener of [...listeners]) listener(event);
};

/** Sets where the page's elements read. An element's own `base-url` and `fetchToken` take precedence. */
export function configure(options: KitOptions): void {
  own = listeners.options = options;
  tell('configure');
}

/** Returns the options of this copy, or the latest of another copy; empty before {@link configure}. */
export const configured = (): Partial<KitOptions> => own ?? listeners.options ?? {};

/** Calls `listener` on each {@link configure} and {@link logout}. Returns a function that removes it. */
export function onKit(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Drops every token and clears every element on the page. Each element then asks for a sign-in. */
export function logout(): void {
  tell('logout');
}
