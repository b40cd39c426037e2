import { END_HEADER } from '@instrument-panel/client/proxy';
import type { ProxyResponse } from '../exchange.ts';
import { Refusal } from '../refusal.ts';

/** Pages of a list that one request reads: more are read by the page itself. */
const PAGES_MAX = 5;

export interface WholeListSearch {
  /** Asks for a page. */
  readonly ask: (page: Record<'limit' | 'offset', number>) => Promise<ProxyResponse>;
  /** Rows of a page. */
  readonly rows: number;
  /** Whether another page may be begun. */
  readonly isTimeLeft: () => boolean;
}

type Row = { readonly id?: unknown } | null;

const toRows = ({ body }: ProxyResponse): readonly Row[] => JSON.parse(String(body));

/** A page that is not the first; null if it fails, since what was read before is given all the same. */
const askLater = (asked: Promise<ProxyResponse>): Promise<ProxyResponse | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof Refusal && error.code !== 'CALLER_GONE') return null;
    throw error;
  });

/**
 * Reads a list page by page and says whether it was read to its end: that is where nothing follows the last row, never a
 * page that is merely short. Each page asks for the last row of the one before it too. If that row is not there, or has no
 * id, rows have moved or cannot be told apart, and no end is said.
 */
export async function readWholeList({
  ask,
  rows: limit,
  isTimeLeft,
}: WholeListSearch): Promise<ProxyResponse> {
  const first = await ask({ limit, offset: 0 });
  const rows = [...toRows(first)];
  let isWhole = rows.length === 0;
  for (let page = 1; page < PAGES_MAX && !isWhole && isTimeLeft(); page += 1) {
    const last = rows.at(-1)?.id;
    const next = await askLater(ask({ limit, offset: rows.length - 1 }));
    const [again, ...following] = next ? toRows(next) : [];
    if (!Number.isSafeInteger(last) || again?.id !== last) break;
    isWhole = following.length === 0;
    rows.push(...following);
  }
  const headers = isWhole ? { ...first.headers, [END_HEADER]: 'true' } : first.headers;
  return { ...first, headers, body: JSON.stringify(rows) };
}
