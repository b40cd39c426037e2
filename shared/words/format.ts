import { offsetIn, rounded } from '../score/bands.ts';
import type { CourseMessages } from './compiled/course/en.js';

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
export function createFormat(words: CourseMessages, timeZone?: string | null) {
  const offsetAt = offsetIn(timeZone);
  const wall = (at: number) => new Date(at + offsetAt(at));
  const day = (at: number): string => {
    const date = wall(at);
    const month = words.months[date.getUTCMonth()] ?? '';
    return words.day({ day: date.getUTCDate(), month, year: date.getUTCFullYear() });
  };
  const number = (value: number): string =>
    String(rounded(value)).replace('.', words.decimal).replace('-', '−');
  return {
    /** `12 Nov 2026` */
    day,
    /** `12 Nov 2026, 14:05`, 24 hours. */
    moment: (at: number): string => `${day(at)}, ${wall(at).toISOString().slice(-13, -8)}`,
    /** `1.5`, at most two decimals. */
    number,
    /** `+3` or `−3`, with a true minus sign. */
    signed: (value: number): string => `${value > 0 ? '+' : ''}${number(value)}`,
  };
}
