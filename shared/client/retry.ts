import { isServiceError } from './errors.ts';

/** The rules of a retry. */
export interface RetryPolicy {
  /** Tries in all, the first included. */
  readonly attempts: number;
  /** Milliseconds on the monotonic clock after which no further try is begun. */
  readonly deadline: number;
  /** Returns 0 to 1. */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The bounds of a back-off, in milliseconds. */
export interface BackoffBounds {
  readonly firstMs: number;
  /** Default: no bound. */
  readonly maxMs?: number;
}

/** Returns the milliseconds of an exponential back-off after so many failures (1 for the first), without jitter. */
export const backoffMs = (
  failures: number,
  { firstMs, maxMs = Number.POSITIVE_INFINITY }: BackoffBounds,
): number => Math.min(firstMs * 2 ** (failures - 1), maxMs);

const READ_BACKOFF: BackoffBounds = { firstMs: 250 };

/** Tries until it succeeds or fails for good. Waits Retry-After and a random part of a bound that doubles (full jitter). */
export async function retrying<T>(
  attempt: () => Promise<T>,
  { attempts, deadline, random, sleep }: RetryPolicy,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isServiceError(error) || !error.retryable || tries >= attempts) throw error;
      const wait = (error.retryAfterMs ?? 0) + random() * backoffMs(tries, READ_BACKOFF);
      if (performance.now() + wait >= deadline) throw error;
      await sleep(wait, signal);
      signal.throwIfAborted();
    }
  }
}

/** Returns the milliseconds that Retry-After asks to wait (RFC 9110, section 10.2.3), by the answer's Date, not our clock. */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const given = headers.get('retry-after');
  if (!given) return undefined;
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const wait = Number(given) >= 0 ? Number(given) * 1_000 : Date.parse(given) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
