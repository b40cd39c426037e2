import type { RecurrenceCycle } from '../../shared/contract/index.ts';
import { addMonths } from './calendar.ts';

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

/** How each cycle runs. Only the names are specified; the times are chosen. */
export const CYCLE_RULES: Readonly<Record<RecurrenceCycle, CycleRule>> = {
  NOW: { every: null, answerWithin: 7 * DAY, idleAfter: 30 * DAY },
  ONCE: { every: null, answerWithin: 7 * DAY, idleAfter: 30 * DAY },
  DAILY: { every: DAY, answerWithin: 12 * HOUR, idleAfter: 14 * DAY },
  WEEKLY: { every: 7 * DAY, answerWithin: 3 * DAY, idleAfter: 35 * DAY },
  BIWEEKLY: { every: 14 * DAY, answerWithin: 5 * DAY, idleAfter: 70 * DAY },
  MONTHLY: { every: 'month', answerWithin: 7 * DAY, idleAfter: 122 * DAY },
};

const monthOf = (at: number): number => {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/**
 * The first date of the cycle after `after`; null where the cycle has one request only. Dates count from
 * `start` in UTC (a month's end is clamped, and the day remembered), never from the request before.
 */
export function nextRequest(cycle: RecurrenceCycle, start: number, after: number): number | null {
  const { every } = CYCLE_RULES[cycle];
  if (every === null) return null;
  if (start > after) return start;
  if (every !== 'month') return start + (Math.floor((after - start) / every) + 1) * every;
  const months = monthOf(after) - monthOf(start);
  const sameMonth = addMonths(start, months);
  return sameMonth > after ? sameMonth : addMonths(start, months + 1);
}

/** When a request of `at` becomes LATE: within the cycle's time, and no later than the next request. */
export function deadlineOf(cycle: RecurrenceCycle, start: number, at: number): number {
  const next = nextRequest(cycle, start, at);
  const end = at + CYCLE_RULES[cycle].answerWithin;
  return next === null ? end : Math.min(end, next);
}
