import { type Client, type PagedList, type PageItem, type PagesInput, pages } from '@instrument-panel/client';

/** A list, and how many of its items could not be read. */
export interface Listed<T> {
  readonly items: readonly T[];
  readonly unreadable: number;
}

/** Reads a paged list to its end; throws as the client and `pages` do. */
export async function readAll<E extends PagedList>(
  client: Client,
  list: E,
  input: PagesInput<E>,
  pageSize = 100,
): Promise<Listed<PageItem<E>>> {
  const items: PageItem<E>[] = [];
  let unreadable = 0;
  for await (const page of pages(client, list, input, { pageSize })) {
    items.push(...page.items);
    unreadable += page.unreadable.length;
  }
  return { items, unreadable };
}
