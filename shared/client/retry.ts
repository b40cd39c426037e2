import { isServiceError, isTokenError } from './errors.ts';

/** Milliseconds: the first back-off is at most this, each further one at most twice the one before, up to the cap. */
const FIRST_BACKOFF = 250;
const BACKOFF_CAP = 5_000;

export interface RetryPolicy {
  /** Tries in all. */
  readonly attempts: number;
  /** Milliseconds on the monotonic clock after which no further try is begun. */
  readonly deadline: number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Tries until it succeeds, fails for good, or the tries or the time are used up; then the last error is thrown.
 * Waits by full jitter (a random part of a doubling bound), on top of what the service asks for in Retry-After.
 */
export async function retrying<T>(
  attempt: () => Promise<T>,
  policy: RetryPolicy,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isServiceError(error) || !error.retryable || isTokenError(error)) throw error;
      const backoff = policy.random() * Math.min(BACKOFF_CAP, FIRST_BACKOFF * 2 ** (tries - 1));
      const wait = (error.retryAfterMs ?? 0) + backoff;
      if (tries >= policy.attempts || performance.now() + wait >= policy.deadline) throw error;
      await policy.sleep(wait, signal);
      signal.throwIfAborted();
    }
  }
}

/**
 * Milliseconds that a Retry-After header asks to wait: seconds, or an HTTP date, which is compared with the
 * answer's own Date where that can be read, so that a wrong clock here does not matter (RFC 9110, 10.2.3).
 */
export function retryAfter(headers: Headers): number | undefined {
  const asked = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(asked)) return Number(asked) * 1_000;
  const sent = Date.parse(headers.get('date') ?? '');
  const wait = Date.parse(asked) - (Number.isNaN(sent) ? Date.now() : sent);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
