/** First three letters of the months in English, Portuguese and Spanish. */
const MONTHS =
  'janfebmaraprmayjunjulaugsepoctnovdecjanfevmarabrmaijunjulagosetoutnovdezenefebmarabrmayjunjulagosepoctnovdic';
const DATE =
  /(?<![\p{L}\d])(?:(\d+)[-/. ]+(?:de )?(\d+|\p{L}{3,})[-/., ]+(?:de )?(\d+)|(\p{L}{3,})\.? (\d+)(?:st|nd|rd|th)?,? (\d+))/gu;

const monthOf = (text: string): number =>
  Number(text) || ((MONTHS.search(text.slice(0, 3).toLowerCase()) / 3) % 12) + 1;

/** A day by its figures; null where there is no such day, or it is nobody's birthday. */
function dayOf(year: string, month: string, day: string): string | null {
  const date = new Date(Date.UTC(Number(year), monthOf(month) - 1, Number(day)));
  const isThere = date.getUTCDate() === Number(day) && date.getUTCMonth() === monthOf(month) - 1;
  return isThere && /^(?:18|19|20)..$/.test(year) ? date.toISOString().slice(0, 10) : null;
}

/**
 * The one day in a text, `YYYY-MM-DD`: in figures by the order (year first: always year, month, day), or with
 * the month's name in English, Portuguese or Spanish. Null for none, several, or a year of two figures.
 */
export function birthdayIn(text: string, order: 'ymd' | 'dmy' | 'mdy' = 'ymd'): string | null {
  const [match, second] = [...text.matchAll(DATE)];
  if (!match || second) return null;
  const [, first = '', middle = '', last = '', name, dayAfter = '', yearAfter = ''] = match;
  if (name) return dayOf(yearAfter, name, dayAfter);
  if (first.length > 2) return dayOf(first, middle, last);
  if (order === 'mdy' && /\d/.test(middle)) return dayOf(last, first, middle);
  return order === 'dmy' || /\D/.test(middle) ? dayOf(last, middle, first) : null;
}
