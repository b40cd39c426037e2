import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import { CYCLE_LENGTHS, nextRequest } from '@instrument-panel/client/recurrence';

export { nextRequest };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface CycleRule {
  /** Milliseconds between requests, `'month'`, or null where there is one request only. */
  readonly every: number | 'month' | null;
  /** A request that is not answered within this time becomes LATE. */
  readonly answerWithin: number;
  /** An application without an answer for this long is closed as idle. */
  readonly idleAfter: number;
}

/** How each cycle runs. Only the names are specified; the times to answer and to wait are chosen. */
export const CYCLE_RULES: Readonly<Record<RecurrenceCycle, CycleRule>> = {
  NOW: { every: CYCLE_LENGTHS.NOW, answerWithin: 7 * DAY, idleAfter: 30 * DAY },
  ONCE: { every: CYCLE_LENGTHS.ONCE, answerWithin: 7 * DAY, idleAfter: 30 * DAY },
  DAILY: { every: CYCLE_LENGTHS.DAILY, answerWithin: 12 * HOUR, idleAfter: 14 * DAY },
  WEEKLY: { every: CYCLE_LENGTHS.WEEKLY, answerWithin: 3 * DAY, idleAfter: 35 * DAY },
  BIWEEKLY: { every: CYCLE_LENGTHS.BIWEEKLY, answerWithin: 5 * DAY, idleAfter: 70 * DAY },
  MONTHLY: { every: CYCLE_LENGTHS.MONTHLY, answerWithin: 7 * DAY, idleAfter: 122 * DAY },
};

/** When a request of `at` becomes LATE: within the cycle's time, and no later than the next request. */
export function deadlineOf(cycle: RecurrenceCycle, start: number, at: number): number {
  const next = nextRequest(cycle, start, at);
  const end = at + CYCLE_RULES[cycle].answerWithin;
  return next === null ? end : Math.min(end, next);
}
