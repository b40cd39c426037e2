import { offsetIn, rounded } from '../score/bands.ts';
import type { CourseMessages } from './compiled/course/en.js';

/** Dates and numbers in the words of a language. Instants are milliseconds since the epoch. */
export interface Format {
  /** `12 Nov 2026` */
  readonly day: (at: number) => string;
  /** `12 Nov 2026, 14:05`, 24 hours. */
  readonly moment: (at: number) => string;
  /** `1.5`, at most two decimals. */
  readonly number: (value: number) => string;
  /** `+3` or `−3`, with a true minus sign. */
  readonly signed: (value: number) => string;
}

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
 * Makes the formatter of a language.
 *
 * @throws RangeError for a time zone that the platform does not know (see {@link isTimeZone})
 */
export function createFormat(words: CourseMessages, timeZone?: string | null): Format {
  const offsetAt = offsetIn(timeZone);
  const wall = (at: number) => new Date(at + offsetAt(at));
  const day = (at: number): string => {
    const date = wall(at);
    return words.day({
      day: date.getUTCDate(),
      month: words.months[date.getUTCMonth()] ?? '',
      year: date.getUTCFullYear(),
    });
  };
  const number = (value: number): string =>
    String(rounded(value)).replace('.', words.decimal).replace('-', '−');
  return {
    day,
    moment: (at) => `${day(at)}, ${wall(at).toISOString().slice(-13, -8)}`,
    number,
    signed: (value) => `${value > 0 ? '+' : ''}${number(value)}`,
  };
}
