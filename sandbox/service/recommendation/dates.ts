import { fold } from './fold.ts';

const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'janeiro'],
  ['february', 'feb', 'fevereiro', 'fev'],
  ['march', 'mar', 'marco'],
  ['april', 'apr', 'abril', 'abr'],
  ['may', 'maio', 'mai'],
  ['june', 'jun', 'junho'],
  ['july', 'jul', 'julho'],
  ['august', 'aug', 'agosto', 'ago'],
  ['september', 'sep', 'sept', 'setembro', 'set'],
  ['october', 'oct', 'outubro', 'out'],
  ['november', 'nov', 'novembro'],
  ['december', 'dec', 'dezembro', 'dez'],
];
const MONTH_NAMES = MONTHS.flat()
  .toSorted((a, b) => b.length - a.length)
  .join('|');

const YEAR_FIRST = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/g;
const YEAR_LAST = /\b(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\b/g;
const DAY_MONTH = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th|o|º)? (?:of |de )?(${MONTH_NAMES})\\.?,? (?:of |de )?(\\d{4})\\b`,
  'g',
);
const MONTH_DAY = new RegExp(`\\b(${MONTH_NAMES})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'g');

/** A full date within a text: where it begins in the folded text, and the days `YYYY-MM-DD` that it can mean. */
export interface WrittenDate {
  readonly index: number;
  readonly days: readonly string[];
}

const pad = (part: string | number | undefined): string => String(part ?? '').padStart(2, '0');
const monthOf = (name: string | undefined): number =>
  MONTHS.findIndex((names) => names.includes(name ?? '')) + 1;

/** Every date with day, month and year, in figures of either order or with the month's name, English or Portuguese. */
export function datesIn(text: string): readonly WrittenDate[] {
  const folded = fold(text);
  const find = (pattern: RegExp, days: (found: readonly (string | undefined)[]) => readonly string[]) =>
    [...folded.matchAll(pattern)].map((found) => ({ index: found.index, days: days(found) }));
  return [
    ...find(YEAR_FIRST, ([, year, month, day]) => [`${year}-${pad(month)}-${pad(day)}`]),
    ...find(YEAR_LAST, ([, one, two, year]) => [
      `${year}-${pad(two)}-${pad(one)}`,
      `${year}-${pad(one)}-${pad(two)}`,
    ]),
    ...find(DAY_MONTH, ([, day, month, year]) => [`${year}-${pad(monthOf(month))}-${pad(day)}`]),
    ...find(MONTH_DAY, ([, month, day, year]) => [`${year}-${pad(monthOf(month))}-${pad(day)}`]),
  ];
}
