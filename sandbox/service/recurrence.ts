import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import { nextRequest } from '@instrument-panel/client/recurrence';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * When a request that is not answered becomes LATE, and when an application without an answer is closed as idle. Only
 * the names of the cycles are specified; the times are chosen.
 */
export const CYCLE_RULES = {
  NOW: { answerWithinMs: 7 * DAY_MS, idleAfterMs: 30 * DAY_MS },
  ONCE: { answerWithinMs: 7 * DAY_MS, idleAfterMs: 30 * DAY_MS },
  DAILY: { answerWithinMs: 12 * HOUR_MS, idleAfterMs: 14 * DAY_MS },
  WEEKLY: { answerWithinMs: 3 * DAY_MS, idleAfterMs: 35 * DAY_MS },
  BIWEEKLY: { answerWithinMs: 5 * DAY_MS, idleAfterMs: 70 * DAY_MS },
  MONTHLY: { answerWithinMs: 7 * DAY_MS, idleAfterMs: 122 * DAY_MS },
} as const satisfies Record<RecurrenceCycle, object>;

/** Computes when a request of `at` becomes LATE: after the cycle's time, and no later than the next request. */
export function computeDeadline(cycle: RecurrenceCycle, start: number, at: number): number {
  const next = nextRequest(cycle, start, at);
  const end = at + CYCLE_RULES[cycle].answerWithinMs;
  return next === null ? end : Math.min(end, next);
}

/** An application expires this long after its cycle began: three years (chosen). */
export const EXPIRES_AFTER_MS = 1096 * DAY_MS;
