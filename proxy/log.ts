import { hash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { LRUCache } from 'lru-cache';

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
    | 'seen-by-failed'
    | 'limits-not-shared'
    | 'service-unreachable'
    | 'service-paused'
    | 'service-resumed'
    | 'event-not-stored'
    | 'on-event-failed'
    | 'event-set-aside'
    | 'events-missed'
    | 'events-unreadable'
    | 'events-not-pruned'
    | 'audit-unavailable'
    | 'audit-resumed'
    | 'audit-head'
    | 'audit-not-pruned'
    | 'audit-not-kept'
    | 'mapping-unavailable'
    | 'seen-unavailable'
    | 'sign-in-unavailable'
    | 'sign-in-failed'
    | 'sign-in-refused'
    | 'storage-refused'
    | 'storage-accepted'
    | 'log-lost'
    | 'worker-ended'
    | 'weak-option'
    | 'forwarded-not-trusted'
    | 'internal-error';
  /** The id of the tenant, where a process has several. */
  readonly tenant?: string;
  /** Names the request: a UUID that the proxy makes, the same on every line that the request causes. */
  readonly requestId?: string;
  /** Method and route template, or `(unknown)`; never the path that was asked for. */
  readonly route?: string;
  readonly status?: number;
  /** The code of a refusal. */
  code?: string;
  /** Whole milliseconds that the request took. */
  ms?: number;
  /** Whole milliseconds of these that the service took, over all calls made for the request. */
  upstreamMs?: number;
  /** First 16 hexadecimal digits of the SHA-256 of the token's jti. */
  jti?: string;
  /** For the operator: what to look at. */
  readonly hint?: string;
}

let lastAt = Number.NaN;
let lastText = '';

/** ISO 8601 of milliseconds since 1970. Many rows and lines are of one millisecond, so the last text is kept. */
export function toTimestamp(at: number): string {
  if (at !== lastAt) {
    lastText = new Date(at).toISOString();
    lastAt = at;
  }
  return lastText;
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

/** Bytes that may wait for a reader of the log that does not read; lines beyond are counted instead of kept. */
const WAITING_MAX_BYTES = 1_048_576;

/** Time in which lines gather before they are written. An error is written at the end of the turn, with all before it. */
const GATHER_MS = 10;
/** Bytes that are written at the end of the turn, however soon they have gathered. */
const BATCH_MAX_BYTES = 32_768;

/**
 * Makes a log of JSON lines, which go out in batches, the last one as the process ends. A reader that stalls costs memory
 * up to a limit, and then lines, of which the next line that goes out says how many; one that is gone ends nothing.
 */
export function createJsonLog(stream: Writable, clock: () => number = Date.now): Log {
  let waiting = '';
  let lost = 0;
  let isGone = false;
  stream.on('error', () => {
    isGone = true;
  });

  function flush(): void {
    const text = waiting;
    waiting = '';
    if (!isGone && text !== '') stream.write(text);
  }

  function write(line: LogLine): void {
    if (waiting === '') setTimeout(flush, GATHER_MS).unref();
    waiting += `${JSON.stringify(line)}\n`;
    if (line.level === 'error' || waiting.length > BATCH_MAX_BYTES) setImmediate(flush);
  }

  process.on('exit', flush);
  return (line) => {
    if (isGone) return;
    if (stream.writableLength + waiting.length > WAITING_MAX_BYTES) {
      lost += 1;
      return;
    }
    if (lost > 0) {
      const hint = `${lost} lines were lost, since the log was not read.`;
      lost = 0;
      write({ at: new Date(clock()).toISOString(), level: 'error', event: 'log-lost', hint });
    }
    write(line);
  };
}

let standardLog: Log | undefined;

/** Writes JSON lines to standard output. */
export const jsonLog: Log = (line) => {
  standardLog ??= createJsonLog(process.stdout);
  standardLog(line);
};

/** Makes a log that never throws: a line at which the given log throws goes to the other one. */
export const withFallback =
  (given: Log, other: Log = jsonLog): Log =>
  (line) => {
    try {
      given(line);
    } catch {
      other(line);
    }
  };

const JTI_HASHES_MAX_COUNT = 10_000;
const jtiHashes = new LRUCache<string, string>({ max: JTI_HASHES_MAX_COUNT });

/** Names a token in the log without giving its jti away. */
export function jtiHash(jti: string): string {
  const known = jtiHashes.get(jti);
  if (known !== undefined) return known;
  const made = hash('sha256', jti, 'hex').slice(0, 16);
  jtiHashes.set(jti, made);
  return made;
}
