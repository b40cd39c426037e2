import { fold } from './fold.ts';
import type { Stretch } from './names.ts';

const LANGUAGES = ['en', 'pt', 'es', 'fr', 'de', 'it'];

/** Names of months, whole and short, to their number from 1. */
function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>([['sept', 9]]);
  for (const language of LANGUAGES) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      for (let index = 0; index < 12; index++) {
        const name = fold(format.format(Date.UTC(2000, index, 15))).replace(/[^\p{L}]/gu, '');
        if (name.length > 2) names.set(name, index + 1);
      }
    }
  }
  return names;
}

let known: ReadonlyMap<string, number> | undefined;

/** A figure or the name of a month, with its place. */
interface Part extends Stretch {
  readonly figures: string | null;
  readonly month: number | null;
}

const PART = /\d+|[\p{L}]+/gu;
/** What may stand between two parts of a date. */
const BETWEEN =
  /^(?:(?:st|nd|rd|th|o|a|er|\.?[ºª°])?[\s,./\\\-–—_']{0,4}(?:(?:de|of|del|do|the|d)\s+)?[\s,./\\\-–—_']{0,3})$/u;
const ORDINALS: ReadonlySet<string> = new Set('st nd rd th o a er de of del do the d'.split(' '));

function partsOf(folded: string): Part[] {
  known ??= monthNames();
  const parts: Part[] = [];
  for (const { 0: text, index } of folded.matchAll(PART)) {
    const place = { from: index, to: index + text.length };
    if (/^\d/.test(text)) parts.push({ ...place, figures: text, month: null });
    else {
      const month = known.get(text);
      if (month !== undefined) parts.push({ ...place, figures: null, month });
      else if (!ORDINALS.has(text)) parts.push({ ...place, figures: null, month: null });
    }
  }
  return parts;
}

/**
 * Where a day (`YYYY-MM-DD`) stands in a folded text: figures in the orders day-month-year, month-day-year and
 * year-month-day with any separator or none, a year of two figures, names of months in six languages; day and named
 * month also without the year.
 */
export function findBirthday(folded: string, birthday: string): Stretch[] {
  const [year = '', monthText = '', dayText = ''] = birthday.split('-');
  const [month, day] = [Number(monthText), Number(dayText)];
  if (year.length !== 4 || !month || !day) return [];
  const isYear = ({ figures }: Part): boolean => figures === year || figures === year.slice(2);
  const isMonth = (part: Part): boolean =>
    part.month === month ||
    (part.figures !== null && part.figures.length < 3 && Number(part.figures) === month);
  const isDay = ({ figures }: Part): boolean =>
    figures !== null && figures.length < 3 && Number(figures) === day;
  const short = year.slice(2);
  const runs = new Set([
    `${year}${monthText}${dayText}`,
    `${dayText}${monthText}${year}`,
    `${monthText}${dayText}${year}`,
    `${dayText}${monthText}${short}`,
    `${monthText}${dayText}${short}`,
    `${short}${monthText}${dayText}`,
  ]);
  const parts = partsOf(folded);
  const isNear = (one: Part, other: Part): boolean => BETWEEN.test(folded.slice(one.to, other.from));
  const found: Stretch[] = [];
  parts.forEach((one, index) => {
    if (one.figures !== null && runs.has(one.figures)) found.push({ from: one.from, to: one.to });
    const [two, three] = [parts[index + 1], parts[index + 2]];
    if (!two || !isNear(one, two)) return;
    const isNamed = (one.month === month && isDay(two)) || (two.month === month && isDay(one));
    if (isNamed) found.push({ from: one.from, to: two.to });
    if (!three || !isNear(two, three)) return;
    const isDate =
      (isDay(one) && isMonth(two) && isYear(three)) ||
      (isMonth(one) && isDay(two) && isYear(three)) ||
      (isYear(one) && isMonth(two) && isDay(three));
    if (isDate) found.push({ from: one.from, to: three.to });
  });
  return found;
}
