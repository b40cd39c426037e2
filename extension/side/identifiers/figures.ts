import { sharedLanguages } from '@instrument-panel/shared/words/compiled/languages';
import { fold, places, type Stretch, whole } from './names.ts';

const LEAST_CHARACTERS = 4;
const isCode = (word: string): boolean => /\d/.test(word) && /\p{L}/u.test(word);

/**
 * Finds a key of letters and figures in a folded text: whole, with any punctuation, or a
 * group of it that has letters and figures both. Groups of figures only are {@link findKey}'s.
 */
export function findCode(folded: string, key: string): Stretch[] {
  const words = fold(key).match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.join('');
  if (letters.length < LEAST_CHARACTERS || /^\d+$/.test(letters)) return [];
  const groups = words.filter((word) => word.length >= LEAST_CHARACTERS && isCode(word));
  const spelt = [...letters].join('[^\\p{L}\\p{N}\\s]?');
  const patterns = [words.join('[^\\p{L}\\p{N}]{0,3}'), spelt, ...groups];
  return patterns.flatMap((pattern) => places(folded, whole(pattern)));
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
    .filter((mailbox) => mailbox.length >= LEAST_MAILBOX)
    .map((mailbox) => whole(mailbox.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')));
  return [EMAIL, ...mailboxes].flatMap((pattern) => places(folded, pattern));
}

/** Places of a pattern, also those that begin within another. */
const overlapping = (folded: string, pattern: string): Stretch[] =>
  [...folded.matchAll(new RegExp(`(?=(${pattern}))`, 'gu'))].map(({ 1: found = '', index }) => ({
    from: index,
    to: index + found.length,
  }));

/** The panel's languages, and others in which texts about a patient may be written. */
const LANGUAGES = new Set([...Object.keys(sharedLanguages), 'fr', 'de', 'it']);

/** For each month a pattern of its names, whole and short. */
const monthPatterns = (): string[] =>
  Array.from({ length: 12 }, (_, index) => {
    const names = [...LANGUAGES]
      .flatMap((language) =>
        (['long', 'short'] as const).map((month) =>
          fold(new Date(Date.UTC(2000, index, 15)).toLocaleString(language, { month, timeZone: 'UTC' })),
        ),
      )
      .map((name) => name.replace(/[^\p{L}]/gu, ''));
    const known = [...names, ...(index === 8 ? ['sept'] : [])].filter((name) => name.length > 2);
    return `(?<!\\p{L})(?:${known.join('|')})(?!\\p{L})`;
  });
let months: readonly string[] | undefined;

const figures = (...written: readonly (string | number)[]): string =>
  `(?<!\\d)(?:${written.join('|')})(?!\\d)`;

/** Separators between two parts of a date. */
const BETWEEN =
  "(?:(?:st|nd|rd|th|o|a|er|\\.?[ºª°])?[\\s,./\\\\\\-–—_']{0,4}(?:(?:de|of|del|do|the|d)\\s+)?[\\s,./\\\\\\-–—_']{0,3})";

/**
 * Finds a day (`YYYY-MM-DD`) in a folded text: figures in the orders day-month-year, month-day-year and
 * year-month-day with any separator or none, a year of two figures, names of months in several languages; day and named
 * month also without the year.
 */
export function findBirthday(folded: string, birthday: string): Stretch[] {
  const [year = '', monthText = '', dayText = ''] = birthday.split('-');
  if (year.length !== 4 || !Number(monthText) || !Number(dayText)) return [];
  const short = year.slice(2);
  const oneOrTwo = (text: string): string => figures(Number(text), String(Number(text)).padStart(2, '0'));
  months ??= monthPatterns();
  const named = months[Number(monthText) - 1] ?? '(?!)';
  const [y, m, d] = [figures(year, short), `(?:${named}|${oneOrTwo(monthText)})`, oneOrTwo(dayText)];
  const orders = [
    [d, m, y],
    [m, d, y],
    [y, m, d],
    [d, named],
    [named, d],
  ].map((parts) => parts.join(BETWEEN));
  const runs = figures(
    ...[year, short].flatMap((own) => [
      `${own}${monthText}${dayText}`,
      `${dayText}${monthText}${own}`,
      `${monthText}${dayText}${own}`,
    ]),
  );
  return overlapping(folded, [...orders, runs].join('|'));
}

/** A number within a town: what comes before it may be left out. */
const LOCAL_DIGITS = 7;
/** Punctuation or blanks within a number. */
const WITHIN = '[^\\p{L}\\p{N}\\n]';

/** Finds a telephone number in a folded text, with or without area and country, with any punctuation. */
export function findPhone(folded: string, phone: string): Stretch[] {
  const digits = phone.normalize('NFKC').replace(/\D/g, '');
  if (digits.length < LOCAL_DIGITS) return [];
  const between = `${WITHIN}{0,4}`;
  // Show as much of the number as the text has.
  const before = [...digits.slice(0, -LOCAL_DIGITS)];
  const area = before.reduce((pattern, digit) => `(?:${pattern}${digit}${between})?`, '');
  return overlapping(folded, area + [...digits.slice(-LOCAL_DIGITS)].join(between));
}

/** Fewer figures are a score or an age. */
const LEAST_DIGITS = 4;
const YEAR = /^(?:19|20)\d\d$/;
const JOINING = new RegExp(`^${WITHIN}{1,4}$`, 'u');

/**
 * Finds a record number, or four digits of it or more, in a folded text. A number that reads as a year is one,
 * unless it is the whole key.
 */
export function findKey(folded: string, key: string): Stretch[] {
  const digits = key.normalize('NFKC').replace(/\D/g, '');
  if (digits.length < LEAST_DIGITS) return [];
  const groups = places(folded, /\d+/);
  const isKey = (part: string): boolean => {
    if (part.length < LEAST_DIGITS || (YEAR.test(part) && part !== digits)) return false;
    return digits.includes(part) || (part.includes(digits) && digits.length > LEAST_DIGITS);
  };
  return groups.flatMap((first, index) => {
    const found: Stretch[] = [];
    let part = '';
    let end = first.from;
    for (const { from, to } of groups.slice(index)) {
      if (part && !JOINING.test(folded.slice(end, from))) break;
      part += folded.slice(from, to);
      end = to;
      if (isKey(part)) found.push({ from: first.from, to });
    }
    return found;
  });
}
