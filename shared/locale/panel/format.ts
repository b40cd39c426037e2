import type { PanelMessages } from './messages.ts';

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

type Fields = readonly [year: number, month: number, day: number, hour: number, minute: number];

const zones = new Map<string, Intl.DateTimeFormat>();

/** Throws RangeError for a time zone that the platform does not know. */
function inZone(at: number, timeZone: string): Fields {
  let zone = zones.get(timeZone);
  if (!zone) {
    const numeric = 'numeric';
    zone = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
    });
    zones.set(timeZone, zone);
  }
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0] = (zone.format(at).match(/\d+/g) ?? []).map(
    Number,
  );
  return [year, month - 1, day, hour, minute];
}

function local(at: number): Fields {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes()];
}

/** True for a time zone that the platform knows (IANA), and for none: then it is the browser's own. */
export function isTimeZone(timeZone: string | null): boolean {
  try {
    if (timeZone) inZone(0, timeZone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes the formatter of a language. The browser's own time zone is read from `Date`: the first
 * `Intl.DateTimeFormat` of a page costs more than the whole graph, so one is made only for a named `timeZone`
 * (see {@link isTimeZone}).
 */
export function createFormat(words: PanelMessages, timeZone?: string | null): Format {
  const fields = timeZone ? (at: number) => inZone(at, timeZone) : local;
  const day = (at: number): string => {
    const [year, month, date] = fields(at);
    return words.day(date, words.months[month] ?? '', year);
  };
  const number = (value: number): string =>
    String(Math.round(value * 100) / 100)
      .replace('.', words.decimal)
      .replace('-', '−');
  return {
    day,
    moment: (at) => {
      const [, , , hour, minute] = fields(at);
      return `${day(at)}, ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
    },
    number,
    signed: (value) => `${value > 0 ? '+' : ''}${number(value)}`,
  };
}
