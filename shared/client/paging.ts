import type { Caller, CallInput } from './call.ts';
import type { Call, QueryParams, QueryValues } from './contract/endpoint.ts';
import type { Param } from './contract/param.ts';
import type { Schema, ValueOf } from './contract/plan.ts';
import { ContractError } from './errors.ts';
import type { LostRow, Readable, Unreadable } from './read.ts';

/** A list with `limit` and `offset` (docs/service.md#paging-and-ordering), or its summary. */
export interface PagedList extends Call {
  readonly query: QueryParams & Record<'limit' | 'offset', Param<number>>;
  readonly response: Schema<readonly { readonly id: number }[]>;
}

export type PageItem<E extends PagedList> = ValueOf<E['response']>[number];

/** The input of the list, without what paging itself sets. */
export type PagesInput<E extends PagedList> = Omit<CallInput<E>, 'query'> & {
  readonly query?: Omit<QueryValues<E['query']>, 'limit' | 'offset'> | undefined;
};

export interface ResultPage<Item> {
  /** Items that no earlier page held; can be empty. */
  readonly items: readonly Item[];
  /** Fields of this page that could not be read; paths count from the start of its answer. */
  readonly unreadable: readonly Unreadable[];
  /**
   * Rows of this page that were left out. One without a readable id may be stated again if rows move between two pages,
   * never less than once.
   */
  readonly lostRows: readonly LostRow[];
  /** When the service sent the page, milliseconds since the epoch by its clock; null where it does not say. */
  readonly sentAt: number | null;
}

/** Pages in a row without a new item, after which the list is taken not to honour `offset`. */
const STALLED = 20;

/**
 * Goes through a paged list. Each page asks for the last row of the one before it too: what is seen again is dropped by
 * its id, and where that row is missing, the page before is read again. The list ends where nothing follows that row,
 * never at a page that is merely short, since a proxy may cap `limit`.
 *
 * @param options.pageSize rows to a page, 1 to 199 (the proxy caps at 200, and one row overlaps); default 100
 * @throws {RangeError} for a page size out of range
 * @throws {ContractError} when the list goes on without anything new; otherwise as the client does
 */
export async function* pages<E extends PagedList>(
  client: Caller,
  list: E,
  input: PagesInput<E>,
  { pageSize = 100 }: { readonly pageSize?: number } = {},
): AsyncGenerator<ResultPage<PageItem<E>>, void, undefined> {
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 199) {
    throw new RangeError('pages: pageSize must be an integer from 1 to 199.');
  }
  const endpoint: Call = list;
  const seen = new Set<number>();
  let position = 0;
  let isLastLost = false;
  for (let stalled = 0; stalled < STALLED; stalled++) {
    const overlap = Math.min(1, position);
    const offset = position - overlap;
    const query = { ...input.query, limit: pageSize + overlap, offset };
    const reply = await client<Call>(endpoint, { ...input, query });
    const rows = rowsOf(reply.data as readonly PageItem<E>[], reply);
    const isKnown = ({ item }: Row<PageItem<E>>) => item !== undefined && seen.has(item.id);
    const isJoined = overlap === 0 || rows.some(isKnown) || (isLastLost && rows[0] && !rows[0].item);
    const fresh = rows.filter((row, at) => !isKnown(row) && (row.item || at >= overlap || !isLastLost));
    const items = fresh.flatMap(({ item }) => (item ? [item] : []));
    for (const { id } of items) seen.add(id);
    const unreadable = fresh.flatMap((row) => row.faults);
    const lostRows = fresh.flatMap(({ lost }) => lost);
    if (items.length > 0) stalled = 0;
    if (items.length > 0 || unreadable.length > 0)
      yield { items, unreadable, lostRows, sentAt: reply.sentAt };
    if (isJoined && rows.length <= overlap) return;
    if (isJoined) isLastLost = !rows.at(-1)?.item;
    position = isJoined ? offset + rows.length : Math.max(0, offset - pageSize);
  }
  throw new ContractError('page after page brings nothing new; is `offset` honoured?', {
    endpoint: list.id,
    status: 200,
    field: '',
  });
}

/** One row of an answer: `item` is undefined if the row was left out. */
interface Row<Item> {
  readonly item: Item | undefined;
  readonly faults: readonly Unreadable[];
  /** The row itself if it was left out, and what was left out inside it. */
  readonly lost: readonly LostRow[];
}

const rowIndex = ({ path }: { readonly path: string }): number => Number(path.slice(1, path.indexOf(']')));

/** The rows as they came: items, and between them those that were left out. */
function rowsOf<Item>(
  items: readonly Item[],
  { unreadable, lostRows }: Pick<Readable<unknown>, 'unreadable' | 'lostRows'>,
): readonly Row<Item>[] {
  const rows: Row<Item>[] = [];
  const isOfRow = (one: { readonly path: string }): boolean => rowIndex(one) === rows.length;
  for (let next = 0; ; ) {
    const [faults, lost] = [unreadable.filter(isOfRow), lostRows.filter(isOfRow)];
    const isLost = lost.some(({ path }) => path === `[${rows.length}]`);
    if (!isLost && next >= items.length) return rows;
    rows.push({ item: isLost ? undefined : items[next++], faults, lost });
  }
}
