/**
 * A token bucket, kept as one number: the instant at which the bucket will be full again. (GCRA, ITU-T I.371,
 * shows that the two decide alike.) What is full and what was never used are then the same: absent.
 *
 * @module
 */

import type { Allowance } from '../storage/storage.ts';

/** What became of a request for one: `wait` is 0 where it was granted, else the milliseconds until it would be. */
export interface Taken {
  readonly wait: number;
  /** Instant at which the bucket is full again, milliseconds since 1970; to be kept in either case. */
  readonly fullAt: number;
}

const MINUTE = 60_000;

/** Takes one out of a bucket that will be full again at `fullAt`. */
export function take({ perMinute, burst }: Allowance, fullAt: number, now: number): Taken {
  const each = MINUTE / perMinute;
  // No bucket takes longer to fill: where it seems to, the clock was set back.
  const full = Math.min(Math.max(fullAt, now), now + burst * each);
  const after = full + each;
  const wait = after - burst * each - now;
  // Fractions of a millisecond are the arithmetic's, not the caller's.
  return wait > 1e-6 ? { wait, fullAt: full } : { wait: 0, fullAt: after };
}
