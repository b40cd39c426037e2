import { hash } from 'node:crypto';

/** One line of the log. Never a name, a score, a token, an id of a patient or a secret. */
export interface LogLine {
  /** ISO 8601. */
  readonly at: string;
  readonly level: 'info' | 'error';
  readonly event:
    | 'request'
    | 'upstream-refused-credentials'
    | 'session-hook-failed'
    | 'revocations-unreadable'
    | 'limits-not-shared'
    | 'service-paused'
    | 'service-resumed'
    | 'event-not-stored'
    | 'on-event-failed'
    | 'event-set-aside'
    | 'events-missed'
    | 'events-unreadable'
    | 'audit-unavailable'
    | 'mapping-unavailable'
    | 'seen-unavailable'
    | 'sign-in-unavailable'
    | 'internal-error';
  /** Names the request: a UUID that the proxy makes, the same on every line that the request causes. */
  readonly requestId?: string;
  /** Method and route template, or `(unknown)`; never the path that was asked for. */
  readonly route?: string;
  readonly status?: number;
  /** Whole milliseconds that the request took. */
  readonly ms?: number;
  /** Whole milliseconds of these that the service took, over all calls made for the request. */
  upstreamMs?: number;
  /** First 16 hexadecimal digits of the SHA-256 of the token's jti. */
  jti?: string;
  /** For the operator: what to look at. */
  readonly hint?: string;
}

/** Takes each line of the log. */
export type Log = (line: LogLine) => void;

/** Gives the name of a thrown value, for logs; its message may hold anything. */
export const toErrorName = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

export function logError(
  { log, clock }: { readonly log: Log; readonly clock: () => number },
  event: LogLine['event'],
  hint: string,
  more: Pick<LogLine, 'requestId' | 'status'> = {},
): void {
  log({ at: new Date(clock()).toISOString(), level: 'error', event, ...more, hint });
}

export const jsonLog: Log = (line) => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** Names a token in the log without giving its jti away. */
export const jtiHash = (jti: string): string => hash('sha256', jti, 'hex').slice(0, 16);
