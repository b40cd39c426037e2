import { Refusal } from '../refusal.ts';
import { isTurnOver, nextTurn } from '../turns.ts';
import type { RowSet } from './row-set.ts';
import type { CaseloadRow, ReadRow } from './rows.ts';

/** Pages that are asked for while the one before them is read: a service takes longer to send a page than it is to read. */
const PAGES_AHEAD = 3;

/** Rows that two answers share: as many may leave the list between two requests without one being skipped. */
const SHARED_ROWS = 20;

/** Reads rows into the set, with turns for others. Gives how many of them were known, and whose the first is. */
export async function readRows(list: readonly unknown[], read: ReadRow, set: RowSet) {
  let known = 0;
  let first: CaseloadRow['identity'] | undefined;
  for (const raw of list) {
    if (isTurnOver()) await nextTurn();
    const row = read(raw);
    first ??= row.identity;
    if (set.has(row.identity)) known += 1;
    set.add(row);
  }
  return { known, first };
}

/** How far a list was read. */
interface Place {
  /** Rows of the list that lie before the next page. */
  readonly position: number;
  /** The furthest position so far. */
  readonly furthest: number;
  /** 1 if the next page asks for the last row before it too. */
  readonly overlap: 0 | 1;
  /** The position at which a page that overlaps was empty: the list has become shorter, and was read again from before. */
  readonly emptyAt: number;
}

/**
 * Where to go on after a page of `length` rows, of which `known` were known; null at the end. If the overlapping row is not
 * in a page, rows have moved, and the page before is read again. The end is a page without a new row that does not
 * overlap, never one that is merely short, since a service may send less than it was asked for.
 */
function advance(
  place: Place,
  { length, known, rows }: Record<'length' | 'known' | 'rows', number>,
): Place | null {
  const { position, furthest, overlap, emptyAt } = place;
  const offset = position - overlap;
  if (overlap === 1 && known === 0) {
    if (length === 0 && position >= emptyAt) return null;
    const before = Math.max(0, offset - rows);
    return { position: before, furthest, overlap: 0, emptyAt: length === 0 ? position : emptyAt };
  }
  const isAtEnd = length === 0 || (known === length && position >= furthest);
  if (isAtEnd && overlap === 0) return null;
  const next = Math.max(position, offset + length);
  const further = { position: next, furthest: Math.max(furthest, next), emptyAt };
  return { ...further, overlap: next > position && !isAtEnd ? 1 : 0 };
}

export interface ListSearch {
  /** Asks the service for a page; without `limit` for all that follows. */
  readonly ask: (query: { readonly limit?: number; readonly offset: number }) => Promise<readonly unknown[]>;
  readonly read: ReadRow;
  readonly set: RowSet;
  /** Rows of the service's list that come before. */
  readonly from: number;
  /** Rows of a page, and pages, at most. */
  readonly rows: number;
  readonly pages: number;
  /** Whether another page may be begun. */
  readonly isTimeLeft: () => boolean;
  /** Whether what was read stands if a later page fails. */
  readonly keepsPart: boolean;
}

const isRefused = (error: unknown, code: string): boolean => error instanceof Refusal && error.code === code;

/**
 * Asks for pages, and for smaller ones from then on if one is too large. While pages come in full, those that will follow
 * are asked for as well, and after one that is short both by which the end is known; one that is not the next after all is
 * let go.
 */
function createAsker({ ask, rows: most, pages, isTimeLeft }: ListSearch) {
  let rows = most;
  /** Pages that were read, or asked for in vain. */
  let used = 0;
  const ahead = new Map<number, Promise<readonly unknown[]>>();
  /** Of a service that always sends less than it is asked for, each page would seem to be the last. */
  let isEndExpected = true;
  const mayAsk = (): boolean => used + ahead.size < pages && isTimeLeft();
  function askAhead(offsets: readonly number[]): void {
    for (const offset of offsets) {
      if (ahead.has(offset) || !mayAsk()) continue;
      const asked = ask({ limit: rows, offset });
      asked.catch(() => {});
      ahead.set(offset, asked);
    }
  }
  /** After a page of so many rows: each page repeats the last row before it, but for the one that is behind the end. */
  function lookAhead(offset: number, length: number): void {
    if (length === rows && rows > 1) {
      isEndExpected = true;
      askAhead(Array.from({ length: PAGES_AHEAD }, (_, count) => offset + (count + 1) * (rows - 1)));
      return;
    }
    const last = length > 0 ? [offset + length - 1, offset + length] : [];
    for (const asked of ahead.keys()) if (!last.includes(asked)) ahead.delete(asked);
    if (isEndExpected) askAhead(last);
    isEndExpected = false;
  }
  return {
    /** Whether the page at an offset may still be read. */
    has: (offset: number): boolean => ahead.has(offset) || mayAsk(),
    async page(offset: number) {
      const asked = ahead.get(offset) ?? ask({ limit: rows, offset });
      if (!ahead.delete(offset)) {
        used += ahead.size;
        ahead.clear();
      }
      used += 1;
      for (let again = asked; ; again = ask({ limit: rows, offset })) {
        try {
          const list = await again;
          lookAhead(offset, list.length);
          return { list, rows };
        } catch (error) {
          if (!isRefused(error, 'UPSTREAM_TOO_LARGE') || rows === 1) throw error;
          ahead.clear();
          rows >>= 1;
        }
      }
    },
  };
}

/**
 * Reads pages of a list, one after the other, into the set.
 *
 * @returns the offset at which to go on, never beyond what was read; null after the last row
 */
export async function readServiceList(search: ListSearch): Promise<number | null> {
  const { ask, read, set, from, keepsPart } = search;
  const asker = createAsker(search);
  let place: Place = { position: from, furthest: from, overlap: 0, emptyAt: Number.POSITIVE_INFINITY };
  let firstOfAll: CaseloadRow['identity'] | undefined;
  for (let page = 0; page === 0 || asker.has(place.position - place.overlap); page += 1) {
    const asked = asker.page(place.position - place.overlap);
    const { list, rows } = await asked.catch((error: unknown) => {
      if (page === 0 || !keepsPart || isRefused(error, 'CALLER_GONE')) throw error;
      return { list: null, rows: 0 };
    });
    if (list === null) break;
    const { known, first } = await readRows(list, read, set);
    const next = advance(place, { length: list.length, known, rows });
    if (next === null) {
      // A service that does not honour `offset` sends the beginning again: all of it is asked for at once.
      if (page > 0 && first !== undefined && first === firstOfAll)
        await readRows(await ask({ offset: from }), read, set);
      return null;
    }
    firstOfAll ??= first;
    place = next;
  }
  return Math.max(from + 1, place.position - SHARED_ROWS);
}
