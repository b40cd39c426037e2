import { fold, type Stretch } from './names.ts';

const LEAST_CHARACTERS = 4;
const isCode = (word: string): boolean => /\d/.test(word) && /\p{L}/u.test(word);
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const places = (folded: string, pattern: RegExp): Stretch[] =>
  [...folded.matchAll(pattern)].map(({ 0: found, index }) => ({ from: index, to: index + found.length }));

/**
 * Finds a key of letters and figures in a folded text: whole, with any punctuation, or a
 * group of it that has letters and figures both. Groups of figures only are {@link findKey}'s.
 */
export function findCode(folded: string, key: string): Stretch[] {
  const words = fold(key).match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.join('');
  if (letters.length < LEAST_CHARACTERS || /^\d+$/.test(letters)) return [];
  const groups = words.filter((word) => word.length >= LEAST_CHARACTERS && isCode(word));
  const whole = [...letters].join('[^\\p{L}\\p{N}\\s]?');
  const patterns = [words.join('[^\\p{L}\\p{N}]{0,3}'), whole, ...groups];
  return patterns.flatMap((pattern) =>
    places(folded, new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu')),
  );
}

/** Any e-mail address, also one that was made hard to read for machines; whose it is does not matter. */
const EMAIL =
  /[\p{L}\p{N}._%+-]{1,64}\s?(?:@|[[({]\s?(?:at|arroba)\s?[\])}])\s?[\p{L}\p{N}-]{1,64}(?:\s?(?:\.|[[({]\s?(?:dot|ponto)\s?[\])}])\s?[\p{L}\p{N}-]{1,64}){1,8}/gu;
/** A shorter name of a mailbox may be any word. */
const LEAST_MAILBOX = 5;

/** Finds e-mail addresses in a folded text, and the mailbox of the patient's own without its host. */
export function findEmails(folded: string, own: readonly string[]): Stretch[] {
  const mailboxes = own
    .map((address) => fold(address).split('@')[0] ?? '')
    .filter((mailbox) => mailbox.length >= LEAST_MAILBOX);
  return [
    ...places(folded, EMAIL),
    ...mailboxes.flatMap((mailbox) =>
      places(folded, new RegExp(`(?<![\\p{L}\\p{N}])${literal(mailbox)}(?![\\p{L}\\p{N}])`, 'gu')),
    ),
  ];
}

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
/** Separators between two parts of a date. */
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
 * Finds a day (`YYYY-MM-DD`) in a folded text: figures in the orders day-month-year, month-day-year and
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

/** Digits of a text that belong together: what stands between them is punctuation or a blank. */
interface Row {
  readonly digits: string;
  /** For each digit, its place in the text. */
  readonly places: readonly number[];
  /** Indexes in the digits at which a group begins, and the end. */
  readonly edges: ReadonlySet<number>;
}

const GROUPS = /\d+/g;
const SEPARATORS = /^[^\p{L}\p{N}\n]{1,4}$/u;

function rowsOf(folded: string): Row[] {
  const rows: { digits: string; places: number[]; edges: Set<number>; end: number }[] = [];
  for (const { 0: group, index } of folded.matchAll(GROUPS)) {
    const before = rows.at(-1);
    const isNext = before && SEPARATORS.test(folded.slice(before.end, index));
    const row = isNext ? before : { digits: '', places: [], edges: new Set<number>(), end: 0 };
    if (!isNext) rows.push(row);
    row.edges.add(row.digits.length);
    for (let at = 0; at < group.length; at++) row.places.push(index + at);
    row.digits += group;
    row.edges.add(row.digits.length);
    row.end = index + group.length;
  }
  return rows;
}

const stretch = ({ places }: Row, from: number, to: number): Stretch => ({
  from: places[from] ?? 0,
  to: (places[to - 1] ?? 0) + 1,
});

/** A number within a town: what comes before it may be left out. */
const LOCAL_DIGITS = 7;

/** Finds a telephone number in a folded text, with or without area and country, with any punctuation. */
export function findPhone(folded: string, phone: string): Stretch[] {
  const digits = phone.normalize('NFKC').replace(/\D/g, '');
  const local = digits.slice(-LOCAL_DIGITS);
  if (local.length < LOCAL_DIGITS) return [];
  return rowsOf(folded).flatMap((row) => {
    const found: Stretch[] = [];
    for (let at = row.digits.indexOf(local); at >= 0; at = row.digits.indexOf(local, at + 1)) {
      // As much of the number as stands there is shown.
      let from = at;
      let own = digits.length - LOCAL_DIGITS;
      while (from > 0 && own > 0 && row.digits[from - 1] === digits[own - 1]) {
        from--;
        own--;
      }
      found.push(stretch(row, from, at + LOCAL_DIGITS));
    }
    return found;
  });
}

/** Fewer figures are a score or an age. */
const LEAST_DIGITS = 4;
const YEAR = /^(?:19|20)\d\d$/;

/**
 * Finds a record number, or four digits of it or more, in a folded text. A number that reads as a year is one,
 * unless it is the whole key.
 */
export function findKey(folded: string, key: string): Stretch[] {
  const digits = key.normalize('NFKC').replace(/\D/g, '');
  const found: Stretch[] = [];
  if (digits.length >= LEAST_DIGITS) {
    for (const row of rowsOf(folded)) {
      const edges = [...row.edges].sort((a, b) => a - b);
      for (const from of edges) {
        for (const to of edges) {
          const part = row.digits.slice(from, to);
          if (part.length < LEAST_DIGITS || (YEAR.test(part) && part !== digits)) continue;
          const isWhole = part.includes(digits) && (digits.length > LEAST_DIGITS || part === digits);
          if (digits.includes(part) || isWhole) found.push(stretch(row, from, to));
        }
      }
    }
  }
  return found;
}
