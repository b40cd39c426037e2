import {
  type Caller,
  type LostRow,
  type PagedList,
  type PageItem,
  type PagesInput,
  pages,
  type Reply,
} from '@instrument-panel/client';

/** A list, and how much of it could not be read. */
export interface Listed<T> {
  readonly items: readonly T[];
  readonly unreadable: number;
}

/** A list, and what could be read of the rows that were left out. */
export interface WholeList<T> extends Listed<T> {
  /** Of the fields that could not be read, each from the start of its page. */
  readonly paths: readonly string[];
  readonly lostRows: readonly LostRow['row'][];
}

/** The rows that a list lost, without what rows lost inside them. */
export const toLostRows = (lostRows: readonly LostRow[]): readonly LostRow['row'][] =>
  lostRows.filter(({ path }) => /^\[\d+\]$/.test(path)).map(({ row }) => row);

/**
 * Reads a paged list to its end; throws as the client and `pages` do. `sentAt`: when its last page was sent, milliseconds
 * since the epoch by the service's clock; null where that is not known.
 *
 * @param first the first page, where it is there already; of any length
 */
export async function readAll<E extends PagedList>(
  client: Caller,
  list: E,
  input: PagesInput<E>,
  pageSize = 100,
  first?: Reply<unknown>,
): Promise<WholeList<PageItem<E>> & { readonly sentAt: number | null }> {
  const items: PageItem<E>[] = [];
  const lostRows: LostRow['row'][] = [];
  const paths: string[] = [];
  let sentAt: number | null = null;
  let held = first;
  const reader = ((endpoint, ...call) => {
    const page = held;
    held = undefined;
    return page ? Promise.resolve(page) : client(endpoint, ...call);
  }) as Caller;
  for await (const page of pages(reader, list, input, { pageSize })) {
    ({ sentAt } = page);
    items.push(...page.items);
    lostRows.push(...toLostRows(page.lostRows));
    paths.push(...page.unreadable.map(({ path }) => path));
  }
  return { items, unreadable: paths.length, paths, lostRows, sentAt };
}
