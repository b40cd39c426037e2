import { logError } from '../log.ts';
import type { Settings } from '../settings.ts';

/** What to look at, by the code of the connection's error. */
const CAUSES: readonly (readonly [code: RegExp, hint: string])[] = [
  [/^(ENOTFOUND|EAI_)/, "its name has no address here: check the option upstream, and this machine's DNS"],
  [/^ECONNREFUSED$/, 'nothing listens at its port: check the port of the option upstream'],
  [/^(EHOSTUNREACH|ENETUNREACH|EACCES)$/, 'no way leads there: check routes and firewall'],
  [/CONNECT_TIMEOUT|ETIMEDOUT/, 'it does not answer to a connection: check firewall and allow-list'],
  [/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/, 'its certificate is not trusted: check its CA, name and dates'],
  [/^(ERR_SSL|EPROTO)/, 'it does not speak TLS there, or none that fits: check https and the port'],
  [/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/, 'it closed the connection before it had answered'],
];

/** A cause is said once a minute: each request has a line of its own. */
const SAID_INTERVAL_MS = 60_000;

/** Logs why the service cannot be reached, with the code and what to look at. No other word of the error is used. */
export function createUnreachableReport(settings: Pick<Settings, 'log' | 'clock'>): (error: unknown) => void {
  const saidAt = new Map<string, number>();
  return (error) => {
    const given = (error as { code?: unknown } | null)?.code;
    const code = typeof given === 'string' && /^[A-Z_\d]{1,60}$/.test(given) ? given : 'UNKNOWN';
    const now = settings.clock();
    // Also where the clock was set back since.
    if (Math.abs(now - (saidAt.get(code) ?? Number.NEGATIVE_INFINITY)) < SAID_INTERVAL_MS) return;
    saidAt.set(code, now);
    const hint = CAUSES.find(([pattern]) => pattern.test(code))?.[1] ?? 'for a reason that is not known here';
    logError(settings, 'service-unreachable', `The service cannot be reached (${code}): ${hint}.`);
  };
}
