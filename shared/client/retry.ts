import { isServiceError } from './errors.ts';

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
 * Waits what the service asks for in Retry-After, and on top of it a random part of a bound that doubles from
 * 250 milliseconds (full jitter).
 */
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
      const wait = (error.retryAfterMs ?? 0) + random() * 125 * 2 ** tries;
      if (performance.now() + wait >= deadline) throw error;
      await sleep(wait, signal);
      signal.throwIfAborted();
    }
  }
}

/** True for a status that the same read may not meet again: too many requests, and failures of servers on the way. */
export const isPassing = (status: number): boolean =>
  status === 429 || status === 500 || (status > 501 && status < 505);
