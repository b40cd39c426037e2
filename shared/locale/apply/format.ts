import type { ApplyMessages } from './messages.ts';

/** Dates and lists in the words of a language. Instants are milliseconds since the epoch. */
export interface ApplyFormat {
  /** `Wed, 4 Mar 2026` */
  readonly day: (at: number) => string;
  /** `Wed, 4 Mar 2026, 08:00` */
  readonly moment: (at: number) => string;
  /** A birthday, which is a day of the calendar wherever one reads it: `4 Mar 1990`. */
  readonly birthday: (at: number) => string;
  /** `PHQ-9, GAD-7 and WHO-5` */
  readonly list: (items: readonly string[]) => string;
}

/**
 * Makes the formatter of a language.
 *
 * @param timeZone IANA name; the browser's own where null
 * @throws RangeError for a time zone that the platform does not know
 */
export function createApplyFormat({ formats }: ApplyMessages, timeZone: string | null): ApplyFormat {
  const zone = timeZone ? { timeZone } : {};
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const day = new Intl.DateTimeFormat(formats, { weekday: 'short', ...date, ...zone });
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = new Intl.DateTimeFormat(formats, { ...clock, ...zone });
  const birthday = new Intl.DateTimeFormat(formats, { ...date, timeZone: 'UTC' });
  const list = new Intl.ListFormat(formats);
  return {
    day: (at) => day.format(at),
    moment: (at) => `${day.format(at)}, ${time.format(at)}`,
    birthday: (at) => birthday.format(at),
    list: (items) => list.format(items),
  };
}
