/** Makes calls again that the service has refused because it is asked too often. @module */
import { type BackoffBounds, backoffMs } from '@instrument-panel/client';
import { Refusal } from '../refusal.ts';

/** What waiting takes. */
export interface Waiting {
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Is told for how long the service is to be left alone, and whether that is waited for. */
  readonly tell: (ms: number, isWaitedFor: boolean) => void;
}

const RETRY_AFTER_MAX_S = 120;
const TRIES_MAX = 7;
const BACKOFF: BackoffBounds = { firstMs: 1_000 };

/** True of a 429: nothing was done. */
export const isSlowedDown = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.status === 429;

/**
 * Makes a call, and again while it is refused with 429: after `Retry-After` and a back-off that doubles. Throws what the call
 * throws, the 429 too after 7 tries or with a `Retry-After` of more than 2 minutes.
 */
export async function retryWhileSlowedDown<Value>(
  attempt: () => Promise<Value>,
  { sleep, tell }: Waiting,
): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isSlowedDown(error)) throw error;
      const seconds = Number(error.headers['retry-after'] ?? 0);
      const waitMs = seconds * 1_000 + backoffMs(tries, BACKOFF);
      const isWaitedFor = tries < TRIES_MAX && seconds <= RETRY_AFTER_MAX_S;
      tell(waitMs, isWaitedFor);
      if (!isWaitedFor) throw error;
      await sleep(waitMs);
    }
  }
}
