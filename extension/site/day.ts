const DATE =
  /(?<![\p{L}\d])(?:(\d+)[-/. ]+(?:de )?(\d+|\p{L}{3,})[-/., ]+(?:de )?(\d+)|(\p{L}{3,})\.? (\d+)(?:st|nd|rd|th)?,? (\d+))/gu;

/** Matches a month's name, group n for month n. It comes with the rules, since the script of a site has no room for it. */
let months: RegExp;

/** Reads the months' names by this pattern from now on (`SiteRules`). */
export const readMonths = (pattern: string): void => {
  months = new RegExp(pattern, 'iu');
};

/** Returns a date, its month given as a number or a name; null if it does not exist or cannot be a birthday. */
function dayOf(year: string, month: string, day: string): string | null {
  const index = (+month || months.exec(month)?.findLastIndex(Boolean) || 0) - 1;
  const date = new Date(Date.UTC(+year, index, +day));
  const isThere = date.getUTCDate() === +day && date.getUTCMonth() === index;
  return isThere && /^(1[89]|20)..$/.test(year) ? date.toISOString().slice(0, 10) : null;
}

/**
 * The one day in a text, `YYYY-MM-DD`: in figures by the order (year first: always year, month, day), or with
 * the month's name in the language of {@link readMonths}. Null for none, several, or a year of two figures.
 */
export function birthdayIn(text: string, order: 'ymd' | 'dmy' | 'mdy' = 'ymd'): string | null {
  const [match, second] = [...text.matchAll(DATE)];
  if (!match || second) return null;
  const [, first = '', middle = '', last = '', name, dayAfter = '', yearAfter = ''] = match;
  if (name) return dayOf(yearAfter, name, dayAfter);
  if (first.length > 2) return dayOf(first, middle, last);
  if (/\D/.test(middle) || order === 'dmy') return dayOf(last, middle, first);
  return order === 'mdy' ? dayOf(last, first, middle) : null;
}
