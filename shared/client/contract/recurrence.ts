import type { RecurrenceCycle } from './states.ts';

const DAY_MS = 86_400_000;

/** Milliseconds between two requests, null for one request only; plain meanings (docs/service.md#recurrence). */
export const CYCLE_LENGTHS: Readonly<Record<RecurrenceCycle, number | 'month' | null>> = {
  NOW: null,
  ONCE: null,
  DAILY: DAY_MS,
  WEEKLY: 7 * DAY_MS,
  BIWEEKLY: 14 * DAY_MS,
  MONTHLY: 'month',
};

/** The instant `months` later in UTC, at the same time of day. A day that the month lacks becomes its last one. */
export function addMonths(start: number, months: number): number {
  const date = new Date(start);
  const day = date.getUTCDate();
  // The 0th of the next month is the last day of this one.
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  return date.setUTCDate(Math.min(day, date.getUTCDate()));
}

const monthOf = (at: number): number => {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/**
 * The first date of the cycle after `after`, in milliseconds since the epoch; null where the cycle has one request only.
 * Dates count from `start` in UTC, never from the request before, so 31 January gives 28 February and then 31 March.
 */
export function nextRequest(cycle: RecurrenceCycle, start: number, after: number): number | null {
  const every = CYCLE_LENGTHS[cycle];
  if (every === null) return null;
  if (start > after) return start;
  if (every !== 'month') return start + (Math.floor((after - start) / every) + 1) * every;
  const months = monthOf(after) - monthOf(start);
  const sameMonth = addMonths(start, months);
  return sameMonth > after ? sameMonth : addMonths(start, months + 1);
}

/** When the first request of an application made at `now` is sent: on its start date, and never before now. */
export const firstRequest = (cycle: RecurrenceCycle, start: number, now: number): number =>
  cycle === 'NOW' ? now : Math.max(start, now);

/** The first `count` dates on which an application made at `now` asks its patient, in milliseconds since the epoch. */
export function requestDates(cycle: RecurrenceCycle, start: number, now: number, count: number): number[] {
  const dates: number[] = [];
  let at: number | null = firstRequest(cycle, start, now);
  for (; at !== null && dates.length < count; at = nextRequest(cycle, start, at)) dates.push(at);
  return dates;
}
