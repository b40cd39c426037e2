/** When a delivery is tried again, and when it is given up. */
export interface RetryPolicy {
  /** Milliseconds within which the endpoint must answer. */
  readonly timeoutMs: number;
  /** Tries in all. */
  readonly attempts: number;
  /** Milliseconds to wait after so many tries (1 after the first). */
  readonly wait: (tries: number) => number;
}

const FIRST_BOUND = 1_000;
const LONGEST_BOUND = 60_000;

/**
 * Exponential back-off with equal jitter: at least half and at most the whole of a bound that doubles with every
 * try, from one second to one minute.
 *
 * @param random 0 to 1
 */
export function backOff(tries: number, random: () => number): number {
  const bound = Math.min(FIRST_BOUND * 2 ** (tries - 1), LONGEST_BOUND);
  return bound / 2 + (random() * bound) / 2;
}

/** Ten seconds for an answer, and some forty minutes of tries: enough to mend and start a receiver. */
export const RETRY_POLICY: RetryPolicy = {
  timeoutMs: 10_000,
  attempts: 60,
  wait: (tries) => backOff(tries, Math.random),
};
