import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import { addMonths } from '../service/calendar.ts';
import { CYCLE_RULES, nextRequest } from '../service/recurrence.ts';
import type { Course } from './course.ts';
import type { Chance } from './random.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Days = readonly [fewest: number, most: number];

/** Days between the last request and now, so that its deadline lies ahead, or behind, and the next request ahead. */
const DAYS_AGO: Readonly<
  Record<RecurrenceCycle, Readonly<Record<'due' | 'answered' | 'late', Days>> | null>
> = {
  NOW: { due: [1, 4], answered: [8, 40], late: [8, 20] },
  ONCE: { due: [1, 4], answered: [8, 40], late: [8, 20] },
  // Half a day to answer: how such a course stands would depend on the hour.
  DAILY: null,
  WEEKLY: { due: [1, 2], answered: [3, 6], late: [4, 6] },
  BIWEEKLY: { due: [1, 4], answered: [6, 12], late: [6, 12] },
  MONTHLY: { due: [1, 3], answered: [8, 22], late: [9, 22] },
};

/** @throws TypeError for a daily course that is neither finished nor idle. */
function daysSinceLastRequest({ cycle, standing, endedDaysAgo }: Course, chance: Chance): number {
  if (standing === 'planned') return -chance.whole(3, 9);
  if (standing === 'finished') return endedDaysAgo + chance.whole(0, 9);
  if (standing === 'idle') return CYCLE_RULES[cycle].idleAfter / DAY + chance.whole(5, 30);
  const days = DAYS_AGO[cycle];
  if (days === null) throw new TypeError('A daily course must be finished or idle.');
  const [fewest, most] = days[standing === 'reopened' ? 'answered' : standing];
  return chance.whole(fewest, most);
}

function lastRequestAt(course: Course, now: number, chance: Chance): number {
  const noon = Math.floor(now / DAY) * DAY + 12 * HOUR;
  const at = noon - daysSinceLastRequest(course, chance) * DAY;
  // A day that every month has, so that the dates of a monthly cycle keep their day.
  return course.cycle === 'MONTHLY' && new Date(at).getUTCDate() > 28 ? at - 3 * DAY : at;
}

/**
 * The dates of all requests of a course up to the last that is answered or waits, chosen so that the course
 * stands at `now` as it is meant to. Milliseconds since the epoch, in order.
 *
 * @throws TypeError for a daily course that is neither finished nor idle.
 */
export function requestDates(course: Course, now: number, chance: Chance): readonly number[] {
  const { cycle, requests } = course;
  const last = lastRequestAt(course, now, chance);
  const { every } = CYCLE_RULES[cycle];
  if (every === null) return [last];
  const start = every === 'month' ? addMonths(last, -(requests - 1)) : last - (requests - 1) * every;
  const dates = [start];
  for (
    let at = nextRequest(cycle, start, start);
    at !== null && at <= last;
    at = nextRequest(cycle, start, at)
  ) {
    dates.push(at);
  }
  return dates;
}
