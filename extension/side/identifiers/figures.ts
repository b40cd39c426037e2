import type { Stretch } from './names.ts';

/** Digits of a text that belong together: what stands between them is punctuation or a blank. */
interface Row {
  readonly digits: string;
  /** For each digit, its place in the text. */
  readonly places: readonly number[];
  /** Where among the digits a new group begins, its end included. */
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

/** Where a telephone number stands in a folded text, with or without area and country, with any punctuation. */
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
 * Where a record number, or four digits of it or more, stand in a folded text. A number that reads as a year is one,
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
