import { offsetIn, rounded } from '../score/bands.ts';
import type { CourseTermsMessages } from './compiled/course-terms/en.js';

const DAY_MS = 86_400_000;
/** Units of an age: the age up to which each is used, and its length, both in days. */
const AGE_UNITS = [
  // Of few units half of one would be too much to leave out.
  [21, 1, 'day'],
  [61, 7, 'week'],
  [731, 30.4375, 'month'],
  [Number.POSITIVE_INFINITY, 365.25, 'year'],
] as const;

/** Says so many days ago: `4 days ago`, `yesterday`. An `Intl.RelativeTimeFormat` costs more than the whole graph. */
function sayDaysAgo(days: number, { ago }: CourseTermsMessages): string {
  const [, size, unit] = AGE_UNITS.find(([end]) => days < end) ?? AGE_UNITS[3];
  return ago[unit]({ count: Math.round(days / size) });
}

/** Dates and numbers in the words of a language. */
export type Format = ReturnType<typeof createFormat>;

/** True for a time zone that the platform knows (IANA), and for none: then it is the browser's own. */
export function isTimeZone(timeZone: string | null): boolean {
  try {
    offsetIn(timeZone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes the formatter of a language. Instants are milliseconds since the epoch.
 *
 * @throws RangeError for a time zone that the platform does not know (see {@link isTimeZone})
 */
export function createFormat(words: CourseTermsMessages, timeZone?: string | null) {
  const offsetAt = offsetIn(timeZone);
  const wall = (at: number) => new Date(at + offsetAt(at));
  const day = (at: number, now: number | null = null): string => {
    const date = wall(at);
    const year = date.getUTCFullYear();
    const parts = { day: date.getUTCDate(), month: words.months[date.getUTCMonth()] ?? '', year };
    return words[now !== null && wall(now).getUTCFullYear() === year ? 'dayOfYear' : 'day'](parts);
  };
  const number = (value: number): string =>
    String(rounded(value)).replace('.', words.decimal).replace('-', '−');
  return {
    /** `12 Nov 2026`; `12 Nov` where the present is given and lies in the same year. */
    day,
    /** `4 days ago (12 Nov 2026)`; the date alone where the present is not known, or lies before it. */
    age(at: number, now: number | null): string {
      const days = Math.floor(wall(now ?? 0).getTime() / DAY_MS) - Math.floor(wall(at).getTime() / DAY_MS);
      return now === null || days < 0 ? day(at) : `${sayDaysAgo(days, words)} (${day(at)})`;
    },
    /** `12 Nov 2026, 14:05`, 24 hours; `14:05` where the present is given and lies on the same day. */
    moment(at: number, now: number | null = null): string {
      const time = wall(at).toISOString().slice(-13, -8);
      return now !== null && day(now) === day(at) ? time : `${day(at)}, ${time}`;
    },
    /** `1.5`, at most two decimals. */
    number,
    /** `+3` or `−3`, with a true minus sign. */
    signed: (value: number): string => `${value > 0 ? '+' : ''}${number(value)}`,
  };
}
