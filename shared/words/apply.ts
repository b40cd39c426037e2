/** The words of `<instrument-apply>`: English at once, other languages fetched when they are asked for. */
import { type ApplyMessages, applyEn } from './compiled/apply/en.js';
import { applyLoaders } from './compiled/apply/lazy.js';
import { createMessageLoader } from './languages.ts';

export { type ApplyMessages, applyEn };

export const { messagesFor: applyMessagesFor, loadMessages: loadApplyMessages } = createMessageLoader(
  applyEn,
  applyLoaders,
);

/** Why something could not be done; each has a sentence that says what to do. */
export const APPLY_PROBLEMS = [
  'missing',
  'invalid',
  'not-configured',
  'signed-out',
  'token',
  'address',
  'forbidden',
  'not-found',
  'mismatch',
  'unreadable',
  'network',
  'offline',
  'busy',
  'state',
  /** The page showed another patient meanwhile, or none. */
  'left',
  /** What the page says of the patient contradicts the record, or there is nothing to compare. */
  'disagrees',
  'unconfirmed',
  'refused',
  'service',
] as const;
export type ApplyProblem = (typeof APPLY_PROBLEMS)[number];

/** State of the application of one instrument. */
export type ApplyStanding = keyof ApplyMessages['standings'];

/** Dates and lists in the words of a language. */
export type ApplyFormat = ReturnType<typeof createApplyFormat>;

/**
 * Makes the formatter of a language. Instants are milliseconds since the epoch.
 *
 * @param timeZone IANA name. Default: the browser's, for null
 * @throws RangeError for a time zone that the platform does not know
 */
export function createApplyFormat({ formats }: ApplyMessages, timeZone: string | null) {
  const zone = timeZone ? { timeZone } : {};
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const day = new Intl.DateTimeFormat(formats, { weekday: 'short', ...date, ...zone });
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = new Intl.DateTimeFormat(formats, { ...clock, ...zone });
  const birthday = new Intl.DateTimeFormat(formats, { ...date, timeZone: 'UTC' });
  const list = new Intl.ListFormat(formats);
  // Without the prepositions of Portuguese: the scores on the same page have dates without them.
  const say = (format: Intl.DateTimeFormat, at: number): string => format.format(at).replaceAll(' de ', ' ');
  return {
    /** `Wed, 4 Mar 2026` */
    day: (at: number): string => say(day, at),
    /** `Wed, 4 Mar 2026, 08:00` */
    moment: (at: number): string => `${say(day, at)}, ${time.format(at)}`,
    /** A birthday, which is a day of the calendar wherever one reads it: `4 Mar 1990`. */
    birthday: (at: number): string => say(birthday, at),
    /** `PHQ-9, GAD-7 and WHO-5` */
    list: (items: readonly string[]): string => list.format(items),
  };
}
