import { logError } from '../log.ts';
import type { Settings } from '../settings.ts';

/** What is wrong and what to look at, by the code of the connection's error. */
const CAUSES: readonly (readonly [code: RegExp, cause: string, remedy: string])[] = [
  [
    /^FORWARD_PROXY_407$/,
    'the forward proxy wants a name and a password, or others',
    'put them into its address (connection.forwardProxy or HTTPS_PROXY): http://NAME:PASSWORD@HOST:PORT',
  ],
  [
    /^FORWARD_PROXY_\d+$/,
    'the forward proxy does not connect to it',
    'have the forward proxy allow CONNECT to the host and port of upstream',
  ],
  [
    /^FORWARD_PROXY_/,
    'the forward proxy itself cannot be reached',
    'check its address (connection.forwardProxy or HTTPS_PROXY), and for one with https its certificate; NO_PROXY or forwardProxy: false go without it',
  ],
  [
    /ALERT.*(CERT|UNKNOWN_CA|HANDSHAKE_FAILURE)|BAD_CERTIFICATE/,
    'it refuses our certificate, or wants one',
    'give it a certificate that it trusts and that is still valid: connection.cert and connection.key',
  ],
  [
    /^(ENOTFOUND|EAI_)/,
    'its name has no address here',
    "check its name in the configuration, and this machine's DNS",
  ],
  [/^ECONNREFUSED$/, 'nothing listens at its port', 'check the port in the configuration, and that it runs'],
  [/^(EHOSTUNREACH|ENETUNREACH|EACCES)$/, 'no way leads there', 'check routes and firewall'],
  [/CONNECT_TIMEOUT|ETIMEDOUT/, 'it does not answer to a connection', 'check firewall and allow-list'],
  [
    /^CERT_HAS_EXPIRED$/,
    'its certificate has expired',
    'have it renewed, and check the clock of this machine',
  ],
  [/ALTNAME/, 'its certificate is for another name', 'check its name in the configuration'],
  [
    /CERT|SELF_SIGNED|UNABLE_TO/,
    'its certificate is not trusted',
    'have it send the whole chain; a CA of your own goes into connection.ca, or into the file of NODE_EXTRA_CA_CERTS',
  ],
  [/^(ERR_SSL|EPROTO)/, 'it does not speak TLS there, or none that fits', 'check https and the port'],
  [
    /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/,
    'it closed the connection before it had answered',
    'check its log, and whether it wants a certificate (connection.cert)',
  ],
];

/** Says why a server cannot be reached: a code, and what to look at. No other word of the error is used. */
export function explainUnreachable(error: unknown) {
  const given = (error as { code?: unknown } | null)?.code;
  const code = typeof given === 'string' && /^[A-Z_/\d]{1,60}$/.test(given) ? given : 'UNKNOWN';
  const [, cause, remedy] = CAUSES.find(([pattern]) => pattern.test(code)) ?? [];
  return { code, cause: cause ?? 'for a reason that is not known here', remedy: remedy ?? 'try curl -v' };
}

/** A cause is said once a minute: each request has a line of its own. */
const SAID_INTERVAL_MS = 60_000;

/** Logs why the service cannot be reached, with the code and what to look at. No other word of the error is used. */
export function createUnreachableReport(settings: Pick<Settings, 'log' | 'clock'>): (error: unknown) => void {
  const saidAt = new Map<string, number>();
  return (error) => {
    const { code, cause, remedy } = explainUnreachable(error);
    const now = settings.clock();
    // Also where the clock was set back since.
    if (Math.abs(now - (saidAt.get(code) ?? Number.NEGATIVE_INFINITY)) < SAID_INTERVAL_MS) return;
    saidAt.set(code, now);
    const hint = `The service cannot be reached (${code}): ${cause}; ${remedy}.`;
    logError(settings, 'service-unreachable', hint);
  };
}
