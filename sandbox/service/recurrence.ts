import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import { CYCLE_LENGTHS, nextRequest } from '@instrument-panel/client/recurrence';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface CycleRule {
  /** Milliseconds between requests, `'month'`, or null for a single request. */
  readonly every: number | 'month' | null;
  /** A request that is not answered within this time becomes LATE. */
  readonly answerWithinMs: number;
  /** An application without an answer for this long is closed as idle. */
  readonly idleAfterMs: number;
}

/** Rules of each cycle. Only the names are specified; the times are chosen. */
export const CYCLE_RULES: Readonly<Record<RecurrenceCycle, CycleRule>> = {
  NOW: { every: CYCLE_LENGTHS.NOW, answerWithinMs: 7 * DAY_MS, idleAfterMs: 30 * DAY_MS },
  ONCE: { every: CYCLE_LENGTHS.ONCE, answerWithinMs: 7 * DAY_MS, idleAfterMs: 30 * DAY_MS },
  DAILY: { every: CYCLE_LENGTHS.DAILY, answerWithinMs: 12 * HOUR_MS, idleAfterMs: 14 * DAY_MS },
  WEEKLY: { every: CYCLE_LENGTHS.WEEKLY, answerWithinMs: 3 * DAY_MS, idleAfterMs: 35 * DAY_MS },
  BIWEEKLY: { every: CYCLE_LENGTHS.BIWEEKLY, answerWithinMs: 5 * DAY_MS, idleAfterMs: 70 * DAY_MS },
  MONTHLY: { every: CYCLE_LENGTHS.MONTHLY, answerWithinMs: 7 * DAY_MS, idleAfterMs: 122 * DAY_MS },
};

/** Computes when a request of `at` becomes LATE: after the cycle's time, and no later than the next request. */
export function computeDeadline(cycle: RecurrenceCycle, start: number, at: number): number {
  const next = nextRequest(cycle, start, at);
  const end = at + CYCLE_RULES[cycle].answerWithinMs;
  return next === null ? end : Math.min(end, next);
}

/** WhatsApp messages of an application since its cycle began; the next request closes it instead (number chosen). */
export const WHATSAPP_LIMIT = 30;

/** An application expires this long after its cycle began: three years (chosen). */
export const EXPIRES_AFTER_MS = 1096 * DAY_MS;
