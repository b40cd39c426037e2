import { SANDBOX_LANGUAGES } from '../../words/index.ts';
import type { PatientRow } from '../records/patient.ts';
import { normalizeText } from './rules.ts';

const YEAR_FIRST = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/g;
const YEAR_LAST = /\b(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\b/g;

/** For each month its names, whole and short, in every language of the sandbox; British English has "Sept". */
function monthNames(): readonly (readonly string[])[] {
  const formats = [...SANDBOX_LANGUAGES, 'en-GB'].flatMap((language) =>
    (['long', 'short'] as const).map((month) => new Intl.DateTimeFormat(language, { month })),
  );
  return Array.from({ length: 12 }, (_, month) =>
    formats.map((format) => normalizeText(format.format(new Date(2000, month, 15))).replace('.', '')),
  );
}

const pad = (part: string | number | undefined): string => String(part ?? '').padStart(2, '0');

function toDates() {
  const months = monthNames();
  const names = months
    .flat()
    .toSorted((a, b) => b.length - a.length)
    .join('|');
  return {
    dayMonth: new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th|o|º)? (?:of |de )?(${names})\\.?,? (?:of |de )?(\\d{4})\\b`,
      'g',
    ),
    monthDay: new RegExp(`\\b(${names})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'g'),
    monthOf: (name: string | undefined): number =>
      months.findIndex((ofMonth) => ofMonth.includes(name ?? '')) + 1,
  };
}
let dates: ReturnType<typeof toDates> | undefined;
/** Made at first use: the names of months cost half of what importing the sandbox did. */
const datesInWords = () => {
  dates ??= toDates();
  return dates;
};

/**
 * Finds every full date of a folded text, in figures of either order, or with the month's name in a
 * language of the sandbox: its index, and the days `YYYY-MM-DD` that it can mean.
 */
function datesIn(folded: string) {
  const find = (pattern: RegExp, days: (found: readonly (string | undefined)[]) => readonly string[]) =>
    [...folded.matchAll(pattern)].map((found) => ({ index: found.index, days: days(found) }));
  const { dayMonth, monthDay, monthOf } = datesInWords();
  return [
    ...find(YEAR_FIRST, ([, year, month, day]) => [`${year}-${pad(month)}-${pad(day)}`]),
    ...find(YEAR_LAST, ([, one, two, year]) => [
      `${year}-${pad(two)}-${pad(one)}`,
      `${year}-${pad(one)}-${pad(two)}`,
    ]),
    ...find(dayMonth, ([, day, month, year]) => [`${year}-${pad(monthOf(month))}-${pad(day)}`]),
    ...find(monthDay, ([, month, day, year]) => [`${year}-${pad(monthOf(month))}-${pad(day)}`]),
  ];
}

type KnownPatient = Pick<PatientRow, 'name' | 'surname' | 'birthday'>;

const EMAIL = /[^\s@]@[\w-]+\.\w/;
/** Brazil's taxpayer number, in the way it is written. */
const CPF = /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/;
const FIGURES = /\+?\(?\d[\d().-]*/g;
const YEAR = /^(?:19|20)\d\d$/;
const BORN = /\b(?:born|birth\w*|dob|d\.o\.b\.|nascid[oa]|nasceu|nascimento|d\.?n\.?)[^.;\n]{0,20}$/;

/** Tells whether a text is a telephone number of 8 to 15 digits, and no date, range of years or row of scores. */
function isPhone(text: string): boolean {
  const groups = text.match(/\d+/g) ?? [];
  const digits = groups.join('').length;
  const last = groups.at(-1) ?? '';
  if (digits < 8 || digits > 15 || groups.every((group) => YEAR.test(group))) return false;
  if (text.startsWith('+')) return true;
  if (groups.length === 1) return digits >= 9;
  const before = groups.at(-2) ?? '';
  const isYears = YEAR.test(before) && YEAR.test(last);
  const endsLikeLocal = last.length === 4 && (before.length === 4 || before.length === 5) && !isYears;
  const longGroups = digits >= 10 && groups.every((group) => group.length >= 3);
  return endsLikeLocal || longGroups;
}

/** Figures with one blank between them, up to five runs: a telephone number may begin and end at any of them. */
function holdsPhone(text: string): boolean {
  const runs = [...text.matchAll(FIGURES)];
  return runs.some(({ index }, first) => {
    let end = index;
    for (const run of runs.slice(first, first + 5)) {
      if (run.index > index && text.slice(end, run.index) !== ' ') return false;
      end = run.index + run[0].length;
      if (isPhone(text.slice(index, end))) return true;
    }
    return false;
  });
}

function namesOf({ name, surname }: KnownPatient): readonly string[] {
  const first = normalizeText(name);
  const last = normalizeText(surname ?? '');
  const full = `${first} ${last}`.trim();
  const short = `${first.split(' ')[0]} ${last.split(' ').at(-1) ?? ''}`.trim();
  // A single word may be any word of the case; two are a name.
  return [full, short].filter((candidate) => candidate.includes(' '));
}

const LETTER = /[\p{L}\p{N}]/u;

function holdsName(folded: string, name: string): boolean {
  for (let at = folded.indexOf(name); at !== -1; at = folded.indexOf(name, at + 1)) {
    if (!LETTER.test(folded[at - 1] ?? ' ') && !LETTER.test(folded[at + name.length] ?? ' ')) return true;
  }
  return false;
}

/**
 * Finds what plainly identifies a patient in a case's text, in words; empty if nothing does: e-mail addresses,
 * telephone numbers, CPF numbers and birthdays of anybody; full names and birthdays of the professional's patients.
 */
export function identifyingParts(caseText: string, patients: readonly KnownPatient[]): readonly string[] {
  const folded = normalizeText(caseText);
  const birthdays = new Set(patients.map(({ birthday }) => birthday?.slice(0, 10)));
  const hasBirthday = datesIn(folded).some(
    ({ index, days }) =>
      days.some((day) => birthdays.has(day)) || BORN.test(folded.slice(Math.max(0, index - 40), index)),
  );
  const hasName = patients.some((patient) => namesOf(patient).some((name) => holdsName(folded, name)));
  const parts: readonly (readonly [isHeld: boolean, part: string])[] = [
    [EMAIL.test(caseText), 'an e-mail address'],
    [holdsPhone(caseText), 'a telephone number'],
    [CPF.test(caseText), 'a CPF number'],
    [hasName, "a patient's full name"],
    [hasBirthday, 'a birthday'],
  ];
  return parts.flatMap(([isHeld, part]) => (isHeld ? [part] : []));
}
