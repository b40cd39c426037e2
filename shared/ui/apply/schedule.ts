import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import { requestDates } from '@instrument-panel/client/recurrence';
import { offsetIn } from '../../score/bands.ts';

/** The recurrence of the requests, and the day of the first. */
export interface Schedule {
  readonly cycle: RecurrenceCycle;
  /** `YYYY-MM-DD` in the time zone of the page; not used by `NOW`. */
  readonly startsOn: string;
}

/** Hour of the morning at which the requests of a later day go out. */
const HOUR = 8;
/** How many dates are previewed. */
const SHOWN = 5;

/** `YYYY-MM-DD` of an instant (milliseconds) in a time zone (IANA; null is the browser's own). */
export const toDay = (at: number, timeZone: string | null): string =>
  new Date(at + offsetIn(timeZone)(at)).toISOString().slice(0, 10);

/** True for a day of the calendar from today on; `NOW` needs none. */
export function isStartRight({ cycle, startsOn }: Schedule, now: number, timeZone: string | null): boolean {
  if (cycle === 'NOW') return true;
  const at = Date.parse(`${startsOn}T00:00:00Z`);
  // A year of five digits, or 30 February, which some parsers take for 1 March.
  if (!/^\d{4}-/.test(startsOn) || Number.isNaN(at)) return false;
  return new Date(at).toISOString().startsWith(startsOn) && startsOn >= toDay(now, timeZone);
}

/**
 * The instant, milliseconds, from which the cycle counts: now for today and for `NOW`, else eight in the morning
 * of the day in the time zone.
 *
 * @param schedule with a right start (see {@link isStartRight})
 */
export function startOf({ cycle, startsOn }: Schedule, now: number, timeZone: string | null): number {
  if (cycle === 'NOW' || startsOn === toDay(now, timeZone)) return now;
  const wall = Date.parse(`${startsOn}T00:00:00Z`) + HOUR * 3_600_000;
  const offsetAt = offsetIn(timeZone);
  // Twice: the offset at the wall time read as UTC may be that of the other side of a change of clocks.
  const near = wall - offsetAt(wall);
  return wall - offsetAt(near);
}

/** The first dates of a schedule. */
export interface Preview {
  /** The first dates, milliseconds; the first of them may be now. */
  readonly dates: readonly number[];
  readonly isAtOnce: boolean;
  /** Others follow. */
  readonly goesOn: boolean;
}

/** Foretells when the patient is asked, by the rules by which the service asks; null without a right start. */
export function previewOf(schedule: Schedule, now: number, timeZone: string | null): Preview | null {
  if (!isStartRight(schedule, now, timeZone)) return null;
  const start = startOf(schedule, now, timeZone);
  const dates = requestDates(schedule.cycle, start, now, SHOWN + 1);
  return { dates: dates.slice(0, SHOWN), isAtOnce: dates[0] === now, goesOn: dates.length > SHOWN };
}
