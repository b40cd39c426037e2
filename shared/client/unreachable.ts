/** Why a server was not reached, by the code of the connection's error. @module */

/** What is known of a connection that failed. */
export interface Unreachable {
  /** The connection's own code, such as `ECONNREFUSED`; `UNKNOWN` where it has none. */
  readonly code: string;
  /** A part of a sentence: what is wrong. */
  readonly cause: string;
  /** A part of a sentence: what to look at. */
  readonly remedy: string;
  /** False where nothing of the request can have left this machine. */
  readonly mayBeSent: boolean;
}

type Row = readonly [code: RegExp, cause: string, remedy: string];

/** The connection did not come about: no request was sent. */
const BEFORE: readonly Row[] = [
  [
    /^(ENOTFOUND|EAI_)/,
    'its name has no address here',
    "check its name in the configuration, and this machine's DNS",
  ],
  [/^ECONNREFUSED$/, 'nothing listens at its port', 'check the port in the configuration, and that it runs'],
  [/^(EHOSTUNREACH|ENETUNREACH|EACCES)$/, 'no way leads there', 'check routes and firewall'],
  [/CONNECT_TIMEOUT/, 'it does not answer to a connection', 'check firewall and allow-list'],
  [
    /^CERT_HAS_EXPIRED$/,
    'its certificate has expired',
    'have it renewed, and check the clock of this machine',
  ],
  [/ALTNAME/, 'its certificate is for another name', 'check its name in the configuration'],
  [
    /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS)/,
    'its certificate is not trusted',
    'have it send the whole chain; name a CA of your own in the file of NODE_EXTRA_CA_CERTS',
  ],
];

/** The connection may have been there before it failed. */
const AFTER: readonly Row[] = [
  [/ETIMEDOUT/, 'it does not answer to a connection', 'check firewall and allow-list'],
  [/^(ERR_SSL|EPROTO)/, 'it does not speak TLS there, or none that fits', 'check https and the port'],
  [
    /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/,
    'it closed the connection before it had answered',
    'check its log, and whether it wants a certificate of yours',
  ],
];

/**
 * Explains a connection's error by its code, without another word of it.
 *
 * @param error what `fetch` or a socket failed with, or its `cause`
 * @returns null where the error has no code that is known here
 *
 * @example
 * ```ts
 * import { explainUnreachable } from '@instrument-panel/client';
 *
 * const found = explainUnreachable({ code: 'ENOTFOUND' });
 * console.log(found?.mayBeSent); // false
 * ```
 */
export function explainUnreachable(error: unknown): Unreachable | null {
  const { code: given, cause: inner } = (error ?? {}) as {
    readonly code?: unknown;
    readonly cause?: unknown;
  };
  if (typeof given !== 'string' || !/^[A-Z_\d]{1,60}$/.test(given))
    return inner === undefined ? null : explainUnreachable(inner);
  const isRow = ([pattern]: Row): boolean => pattern.test(given);
  const before = BEFORE.find(isRow);
  const row = before ?? AFTER.find(isRow);
  if (!row) return null;
  const [, cause, remedy] = row;
  return { code: given, cause, remedy, mayBeSent: before === undefined };
}
