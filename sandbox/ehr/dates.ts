import { type SandboxLanguage, toDateLocale } from '../words/index.ts';

/** Creates the formats of dates for one language and time zone (IANA). Instants are RFC 3339 texts or milliseconds. */
export function createDates(language: SandboxLanguage, timeZone: string) {
  const locale = toDateLocale(language);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
  // A birthday is a day of the calendar, wherever one reads it.
  const birthday = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  // Without the prepositions of Portuguese, as the elements on the page write dates.
  const say = (format: Intl.DateTimeFormat, at: string | number) =>
    format.format(new Date(at)).replaceAll(' de ', ' ');
  return {
    day: (at: string | number) => say(day, at),
    time: (at: string | number) => time.format(new Date(at)),
    birthday: (at: string) => say(birthday, at),
  };
}
export type Dates = ReturnType<typeof createDates>;

/** Returns the day `YYYY-MM-DD` of an instant (milliseconds) in a time zone. */
export const calendarDay = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);

/** Counts the completed years between a birthday (RFC 3339) and a day `YYYY-MM-DD`. */
export function ageOn(birthday: string, today: string): number {
  const born = new Date(birthday).toISOString().slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}
