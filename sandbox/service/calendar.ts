const DURATION =
  /^P(?!$)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

/** The last instant that a JavaScript date and the four-digit years of RFC 3339 both have. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const FIRST = Date.UTC(0, 0, 1);
const DAY = 86_400_000;

/** True for instants that can be written with a four-digit year. */
export const isWritable = (at: number): boolean => at >= FIRST - 1900 * 366 * DAY && at <= LAST;

/**
 * The instant `months` later in UTC, at the same time of day. A day that the month lacks becomes its last one;
 * the count starts from `start` every time, so 31 January gives 28 February and then 31 March again.
 */
export function addMonths(start: number, months: number): number {
  const from = new Date(start);
  const first = new Date(start);
  first.setUTCDate(1);
  first.setUTCMonth(from.getUTCMonth() + months);
  const days = new Date(first);
  days.setUTCMonth(first.getUTCMonth() + 1, 0);
  first.setUTCDate(Math.min(from.getUTCDate(), days.getUTCDate()));
  return first.getTime();
}

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
  return Number.isFinite(end) && end <= LAST ? end : null;
}
