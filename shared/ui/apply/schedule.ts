import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import { requestDates } from '@instrument-panel/client/recurrence';
import { offsetIn } from '../../score/bands.ts';

/** The recurrence of the requests, and the day of the first. */
export interface Schedule {
  readonly cycle: RecurrenceCycle;
  /** `YYYY-MM-DD` in the time zone of the page; not used by `NOW`. */
  readonly startsOn: string;
}

/** The first dates of a schedule. */
export type Preview = NonNullable<ReturnType<typeof previewOf>>;

/** Hour of the morning at which the requests of a later day go out. */
const START_HOUR = 8;
const PREVIEW_LIMIT = 5;

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

/** The instant (ms) from which a right start counts: now for today and `NOW`, else 8:00 in the time zone. */
export function startOf({ cycle, startsOn }: Schedule, now: number, timeZone: string | null): number {
  if (cycle === 'NOW' || startsOn === toDay(now, timeZone)) return now;
  const wall = Date.parse(`${startsOn}T00:00:00Z`) + START_HOUR * 3_600_000;
  const offsetAt = offsetIn(timeZone);
  // Twice: the offset at the wall time read as UTC may be that of the other side of a change of clocks.
  return wall - offsetAt(wall - offsetAt(wall));
}

/** Foretells when the patient is asked, milliseconds, by the rules of the service; null without a right start. */
export function previewOf(schedule: Schedule, now: number, timeZone: string | null) {
  if (!isStartRight(schedule, now, timeZone)) return null;
  const dates = requestDates(schedule.cycle, startOf(schedule, now, timeZone), now, PREVIEW_LIMIT + 1);
  return {
    dates: dates.slice(0, PREVIEW_LIMIT),
    isAtOnce: dates[0] === now,
    goesOn: dates.length > PREVIEW_LIMIT,
  };
}
