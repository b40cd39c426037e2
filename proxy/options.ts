import type { PatientVisibility, Role } from '@instrument-panel/client/contract';
import { closestMatch } from 'leven';
import type { Dispatcher } from 'undici';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { StorageOptions, StoredEvent } from './storage/storage.ts';
import type { SessionHook } from './token/grant.ts';
import type { TokenKey } from './token/key-ring.ts';

/** The options of a proxy. The required ones are in the example of {@link createProxy}. */
export interface ProxyOptions {
  /** Origin of the service, such as `https://api.service.example`: no path, no query. */
  readonly upstream: string;
  /** How the service is reached. Default: straight, or by the forward proxy that `HTTPS_PROXY` names. */
  readonly connection?: ConnectionOptions;
  /** Sent to the service as `X-Api-Key` and `X-Api-Secret`, and nowhere else. */
  readonly credentials: { readonly key: string; readonly secret: string };
  /** Exactly one key signs; the others verify. HS256 keys have at least 32 bytes. */
  readonly keys: readonly TokenKey[];
  /** `iss` of the tokens. */
  readonly issuer: string;
  /** `aud` of the tokens: names this proxy; live and sandbox differ. */
  readonly audience: string;
  /**
   * Origins of the pages that may call the proxy, compared exactly, such as `https://ehr.clinic.example`; also an
   * extension's, such as `chrome-extension://ID`.
   */
  readonly origins: readonly string[];
  /**
   * Decides who gets which token: a function of yours, or a ready-made one such as `oidcSession({ … })`. There is no default:
   * only you know who is signed in.
   */
  readonly session: SessionHook | ReadySession;
  /** Default: see each limit. */
  readonly limits?: Partial<Limits>;
  /** A line at which it throws goes to standard output instead. Default: JSON lines on standard output. */
  readonly log?: Log;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number;
  /**
   * What may go over the network in plain text, or without a password, to another machine: `upstream` (http://),
   * `storage` (Postgres without `sslmode=verify-full`, redis:// without TLS, or without a password). On this machine both always may. Default: neither.
   */
  readonly allowInsecure?: readonly ('upstream' | 'storage')[];
  /** Called at every use of a token, in addition to `proxy.revoke`: true refuses the token. Default: none is refused. */
  readonly isRevoked?: (jti: string) => boolean;
  /**
   * Where events, mapping, limits and the audit trail are stored: a file, or a Postgres or a Redis that several proxies
   * share.
   * Default: `{ file: 'instrument-panel-proxy.sqlite' }`, in the working folder.
   *
   * @example
   * storage: { postgres: 'postgres://panel@db.clinic.example/panel?sslmode=verify-full', passwordFile: '/run/secrets/db' }
   */
  readonly storage?: StorageOptions;
  /** The deliveries of the service. Default: `POST /webhooks` does not exist. */
  readonly webhooks?: WebhookOptions;
  /** Turns on `GET /metrics` for callers that send this token, of at least 16 characters, and `/sites` for people. Default: off. */
  readonly metrics?: { readonly token: string };
  /** How many proxies in front of this one write `X-Forwarded-For`. Default: `0`, the socket's address counts. */
  readonly trustedProxyHops?: number;
  /** What patients see of their own records beyond dates, answers and scores. Default: nothing more. */
  readonly patients?: Partial<PatientVisibility>;
  readonly audit?: AuditOptions;
  /** To whom it is said who else has seen a patient lately. Default: to nobody. */
  readonly seenBy?: SeenByOptions;
  /** The mapping from the EHR's patient keys. Default: `/patients/…` answers 501. */
  readonly mapping?: MappingOptions;
  /** The page `/links`, on which administrators link patients in bulk; needs `mapping` and `publicUrl`. Default: it does not exist. */
  readonly linksPage?: LinksPageOptions;
  /** The address at which browsers reach this proxy, such as `https://panel.clinic.example`; needed for `authorize` and `linksPage`. */
  readonly publicUrl?: string;
  /** Sign-in of the browser extension. Default: `/authorize` and `/token` do not exist. */
  readonly authorize?: AuthorizeOptions;
  /** What the extension reads at `/.well-known/instrument-panel.json`. */
  readonly wellKnown?: WellKnownOptions;
  /**
   * For development: the log has cause and remedy of each refusal; answers stay as they are. `true` beside a service on
   * this machine; beside a sandbox elsewhere its origin, as in `upstream`. Default: `false`.
   */
  readonly explainRefusals?: boolean | string;
}

/**
 * How the service is reached.
 *
 * @example
 * connection: { ca: readFileSync('/etc/ssl/clinic-ca.pem', 'utf8'), forwardProxy: 'http://proxy.clinic.example:3128' }
 */
export interface ConnectionOptions {
  /**
   * Certificates in PEM of the CAs that the service, and a forward proxy with https, are trusted by; then no others are.
   * Default: those that Node trusts.
   */
  readonly ca?: string;
  /** Certificate of this proxy, in PEM with its chain, if the service wants one; needs `key`. Default: none. */
  readonly cert?: string;
  /** The private key of `cert`, in PEM. */
  readonly key?: string;
  /**
   * Address of a forward proxy that opens tunnels (CONNECT), with name and password if it wants them; `false`: none.
   * Default: for an upstream with https on another machine `HTTPS_PROXY`, unless `NO_PROXY` lists it.
   */
  readonly forwardProxy?: string | false;
  /** A Dispatcher of undici 7 or newer that makes every call; the options above are then ignored. You close it. Default: none. */
  readonly dispatcher?: Dispatcher;
}

/**
 * How the audit trail is stored. It cannot be turned off.
 *
 * @example
 * audit: { key: readKey('AUDIT_KEY') }
 */
export interface AuditOptions {
  /**
   * At least 32 random bytes, kept away from the storage: rows are then chained by HMAC-SHA256, so that access
   * to the storage alone is not enough to write a valid row. One key for one trail: another key begins with an empty
   * storage.
   * Default: a chain of SHA-256 without a key.
   */
  readonly key?: Uint8Array;
  /**
   * What becomes of reads while the trail cannot be written: `refuse` answers 503 `AUDIT_UNAVAILABLE`, `serve` answers
   * them without a row, and counts how many. Writes and new tokens are always refused. Default: `refuse`.
   */
  readonly whenFailing?: 'refuse' | 'serve';
  /**
   * Whether an answer that holds a patient's data waits until its row is on disk, a few milliseconds. Without that, a
   * process that is killed loses the rows of its last moments. Default: `true`.
   */
  readonly waitForReads?: boolean;
  /** Days for which rows are kept; older ones are deleted every hour, with a row that says so. Default: for ever. */
  readonly keepDays?: number;
  /**
   * A folder into which rows are written before they are deleted, as lines of JSON; or `{ postgres: true }` for a table
   * of the storage, which `instrument-panel audit archived` prints. Default: they are only deleted.
   */
  readonly archive?: string | { readonly postgres: true };
  /**
   * Keys that close each hour of rows with a signature (JWS): exactly one signs, the others verify. With Ed25519 a public key
   * is enough to verify, so give the private one to the proxy alone. Default: rows are not signed.
   */
  readonly seals?: readonly TokenKey[];
}

/**
 * To whom the proxy says who else has seen a patient lately.
 *
 * @example
 * seenBy: { roles: ['professional'], nameOf: (sub) => staff.get(sub)?.name ?? null }
 */
export interface SeenByOptions {
  /** The roles whose tokens may ask. */
  readonly roles: readonly Role[];
  /**
   * Your own code: the name of a person for people, by the `sub` of the session hook's grants; null for one who is not to
   * be named. Names are asked for at each answer and stored nowhere.
   */
  readonly nameOf: (sub: string) => Promise<string | null> | string | null;
  /** How far back, in hours, 1 to 720. Default: `48`. */
  readonly hours?: number;
}

/**
 * How EHR keys are stored.
 *
 * @example
 * mapping: { key: readKey('MAPPING_KEY') }
 */
export interface MappingOptions {
  /**
   * At least 32 random bytes, kept away from the storage: EHR keys are stored as their HMAC-SHA256, so that the
   * storage alone does not give them away. Keep it as long as the mapping: under another key no link is found.
   */
  readonly key: Uint8Array;
}

/** Who may open the page of links. */
export interface LinksAdministrator {
  /** What the trail calls this person. */
  readonly name: string;
  /** The password, of at least 22 random characters (`openssl rand -base64 24`); each person has an own one. */
  readonly secret: string;
}

/**
 * The page on which administrators link patients in bulk.
 *
 * @example
 * linksPage: {
 *   administrators: [{ name: 'admin-7', secret: readSecret('LINKS_ADMIN_7') }],
 *   professionals: ['11111111-1111-4111-8111-111111111111'],
 * }
 */
export interface LinksPageOptions {
  readonly administrators: readonly LinksAdministrator[];
  /**
   * UUIDs of every professional of the clinic: two patients who look alike are told apart only if the lists of all are read.
   */
  readonly professionals: readonly string[];
  /**
   * True lets administrators register at the service, one by one, who of a list is missing there. A row needs name, surname,
   * birthday and phone, and one professional. Who is like a patient or another row is registered only as another person, after both
   * sides were shown. @default false
   */
  readonly register?: boolean;
}

/** A program that may ask for tokens in the name of a signed-in person: the browser extension. */
export interface AuthorizeClient {
  /** Its `client_id`; public, since an extension can keep no secret. */
  readonly id: string;
  /** Its name on the consent page. */
  readonly name: string;
  /**
   * Where the answer may go, compared character by character: `https://ID.chromiumapp.org/`, or on the same
   * machine `http://127.0.0.1:PORT/…`.
   */
  readonly redirects: readonly string[];
  /**
   * The origin that its own requests carry, such as `chrome-extension://ID`; must be among `origins`. An add-on of
   * Firefox has another at each installation: for it write `moz-extension://*`, with no entry in `origins`. A token is
   * then bound to the origin that asks for it at `/token`, and `redirects` may only be the address that Firefox gives
   * the add-on by its id: `https://SHA-1.extensions.allizom.org/`. Default: the origin of the redirect address.
   */
  readonly origin?: string;
}

/**
 * Sign-in of the browser extension: `/authorize` and `/token` (RFC 6749 with PKCE, RFC 7636).
 *
 * @example
 * publicUrl: 'https://panel.clinic.example',
 * origins: ['https://ehr.clinic.example', 'chrome-extension://ID'],
 * authorize: {
 *   clients: [{
 *     id: 'panel-extension', name: 'Instrument Panel',
 *     redirects: ['https://ID.chromiumapp.org/'], origin: 'chrome-extension://ID',
 *   }],
 *   loginUrl: 'https://ehr.clinic.example/login',
 * }
 */
export interface AuthorizeOptions {
  readonly clients: readonly AuthorizeClient[];
  /**
   * Your sign-in page. A person who is not signed in is sent there, with the address to come back to in `return_to`.
   * It always begins with `publicUrl` and `/authorize?`; check that before you go there. Default: a page that says to
   * sign in first.
   */
  readonly loginUrl?: string;
}

/** A session that the proxy keeps by itself: what `oidcSession` and its like give for the option `session`. */
export interface ReadySession {
  /** Says in a line what it is, without a secret. */
  readonly description: string;
  /** Documents that have to be reached for somebody to sign in; `doctor` asks for them. */
  readonly discovery: readonly string[];
  /** Says what of such a document cannot be used, and where it says that its keys are; `doctor` asks for these too. */
  readonly examine?: (document: unknown) => {
    readonly faults: readonly string[];
    readonly keys: string | null;
  };
  /** Addresses of this proxy that have to be registered there. */
  readonly registered?: (publicUrl: string) => readonly string[];
  /** Says how each provider answers this client to a made-up code; `doctor` asks. Default: it cannot be tried. */
  readonly tryClients?: (publicUrl: string) => Promise<
    readonly {
      /** Which one, where there are several. */
      readonly provider: string;
      readonly code: string;
      readonly error?: string;
    }[]
  >;
  /** Whose word it takes, and for which client or audience: that of two tenants must differ. Default: its secrets tell. */
  readonly takes?: string;
  /** Its secrets by the names of their options, so that none serves another purpose too. */
  readonly secrets: () => readonly (readonly [option: string, secret: unknown])[];
  /** Throws a ProxyOptionError if another option that it needs is missing. */
  readonly check: (options: Pick<ProxyOptions, 'publicUrl' | 'origins'>) => void;
  /** For the proxy itself. */
  readonly connect: (parts: never) => unknown;
}

/** An event as the partner's own code gets it: identifiers only, so the record has to be read again. */
export interface PanelEvent extends Omit<StoredEvent, 'receivedAt'> {
  /** ISO 8601. */
  readonly receivedAt: string;
}

/** The second argument of `onEvent`. */
export interface DeliveryContext {
  /** Aborts when the time is over, or when another proxy has taken the delivery over. */
  readonly signal: AbortSignal;
}

/**
 * The partner's own code, called with each event in order and at least once, so it must bear repeats. While it throws,
 * the same event is delivered again.
 */
export type OnEvent = (event: PanelEvent, context: DeliveryContext) => Promise<void> | void;

/**
 * The deliveries of the service at `POST /webhooks`.
 *
 * @example
 * webhooks: {
 *   secrets: [readSecret('WEBHOOK_SECRET'), readSecret('WEBHOOK_SECRET_BEFORE')],
 *   onEvent: async (event, { signal }) => { await tellEhr(event, { signal }); },
 * }
 */
export interface WebhookOptions {
  /** The secret that is shared with the service, and while it is being changed the previous one as well. */
  readonly secrets: readonly [current: string, previous?: string];
  /** The partner's own code; see {@link OnEvent}. Default: events are only stored and streamed to pages. */
  readonly onEvent?: OnEvent;
  /** Time for one call of `onEvent`, in milliseconds. Default: `30000`. */
  readonly timeoutMs?: number;
  /**
   * How often `onEvent` is called with one event before it is set aside as a dead letter and the next one is brought;
   * `instrument-panel events dead` lists, replays and drops them. Default: `20`, over an hour with the default pauses.
   */
  readonly tries?: number;
  /** Longest pause before `onEvent` is retried, in milliseconds. Default: `300000`. */
  readonly longestPauseMs?: number;
  /**
   * If several proxies share a storage, one of them calls `onEvent`; another takes over this long after it has died,
   * in milliseconds. Default: `15000`.
   */
  readonly takeOverMs?: number;
}

/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * What the extension reads at `/.well-known/instrument-panel.json`, besides addresses and origins.
 *
 * @example
 * wellKnown: { name: 'The clinic', profiles: [] }
 */
export interface WellKnownOptions {
  /** The name of this installation for people, such as the clinic's. */
  readonly name: string;
  /** Site profiles of the extension, passed on as they are; the extension checks them. Default: `[]`. */
  readonly profiles?: readonly Json[];
}

/** An option that is missing or weak; `option` names it and the message says what to give. */
export class ProxyOptionError extends Error {
  override readonly name = 'ProxyOptionError';
  readonly code = 'PROXY_OPTION_INVALID';
  readonly option: string;

  constructor(option: string, message: string) {
    super(message);
    this.option = option;
  }
}

/** The known name that is nearest to this one, if one is near. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  // A third of the letters may differ; upper and lower case do not count.
  const lower = known.map((word) => word.toLowerCase());
  const near = closestMatch(name.toLowerCase(), lower, { maxDistance: Math.ceil(name.length / 3) });
  return near === undefined ? undefined : known[lower.indexOf(near)];
}

/** Asks whether the nearest of the known names was meant; an empty text if none is near. */
export function suggest(name: string, known: readonly string[], prefix = ''): string {
  const near = findNearest(name, known);
  return near === undefined ? '' : ` Did you mean ${prefix}${near}?`;
}

/** Throws a {@link ProxyOptionError} for a name that is none of these: what it should have turned on would be missing. */
export function requireKnown(option: string, given: object | undefined, known: readonly string[]): void {
  for (const name of Object.keys(given ?? {})) {
    const path = option === '' ? name : `${option}.${name}`;
    const sentence = `is not known.${suggest(name, known)} Known are ${known.join(', ')}.`;
    requireOption(path, known.includes(name), sentence);
  }
}

/** Throws a {@link ProxyOptionError} with a sentence that begins with the option's name, unless `holds`. */
export function requireOption(option: string, holds: boolean, sentence: string): void {
  if (!holds) throw new ProxyOptionError(option, `The proxy's option ${option} ${sentence}`);
}
