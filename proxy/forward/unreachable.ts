import { explainUnreachable as explainConnection } from '@instrument-panel/client';
import { logError } from '../log.ts';
import type { Settings } from '../settings.ts';

/** What is wrong and what to look at, where the proxy's own options decide. */
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
];

/** Remedies of the client, with the options of the proxy that they are met by. */
const OPTIONS: Readonly<Record<string, string>> = {
  'its certificate is not trusted': ' (or in connection.ca)',
  'it closed the connection before it had answered': ' (connection.cert)',
};

/** Says why a server cannot be reached: a code, and what to look at. No other word of the error is used. */
export function explainUnreachable(error: unknown) {
  const given = (error as { code?: unknown } | null)?.code;
  const code = typeof given === 'string' && /^[A-Z_/\d]{1,60}$/.test(given) ? given : 'UNKNOWN';
  const [, cause, remedy] = CAUSES.find(([pattern]) => pattern.test(code)) ?? [];
  if (cause && remedy) return { code, cause, remedy };
  const found = explainConnection({ code });
  return found
    ? { ...found, remedy: `${found.remedy}${OPTIONS[found.cause] ?? ''}` }
    : { code, cause: 'for a reason that is not known here', remedy: 'try curl -v' };
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
