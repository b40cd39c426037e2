import { addMonths } from '@instrument-panel/client/recurrence';

export { addMonths };

const DURATION =
  /^P(?!$)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

const DAY = 86_400_000;
const FIRST = Date.parse('0000-01-01T00:00:00Z');
/** Far enough before the year 10000 for every date that follows from one of the calendar to have four digits. */
const END = Date.parse('9000-01-01T00:00:00Z');

/** True for instants of the years 0000 to 8999, which RFC 3339 can write, and their consequences too. */
export const isInCalendar = (at: number): boolean => at >= FIRST && at < END;

/** The instant an ISO 8601 duration (`P7D`, `P1M`, `PT12H`) after `start`, or null for text that is none. */
export function addDuration(start: number, text: string): number | null {
  const found = DURATION.exec(text);
  if (!found) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const end =
    addMonths(start, years * 12 + months) +
    (weeks * 7 + days) * DAY +
    ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return isInCalendar(end) ? end : null;
}
