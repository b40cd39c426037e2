import type { Limits } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import type { RouteRule } from './route-table.ts';
import type { Ask, Service } from './service.ts';
import { onlyTheirs } from './subject.ts';
import { unreadable } from './upstream.ts';

const tooLong = () =>
  new Refusal(
    422,
    'NARROWED_LIST_TOO_LONG',
    'Too many records would have to be searched for these patients. Read the list of one patient instead.',
  );

/**
 * One page of a list that mixes patients, for a token narrowed to some. `limit` and `offset` count the
 * patients' own items: were the service's pages only thinned out, a reader would take a short page for the
 * last, and lose what comes after it.
 *
 * @throws Refusal 422 where `narrowedPages` pages do not suffice
 */
export async function narrowedPage(
  service: Service,
  rule: RouteRule,
  ask: Ask,
  patients: ReadonlySet<string>,
  limits: Limits,
): Promise<unknown[]> {
  const limit = Number(ask.query.limit);
  const offset = Number(ask.query.offset ?? 0);
  const theirs: unknown[] = [];
  let read = 0;
  for (let page = 0; theirs.length < offset + limit; page += 1) {
    if (page === limits.narrowedPages) throw tooLong();
    const reply = await service({ ...ask, query: { ...ask.query, limit: limits.pageMax, offset: read } });
    if (reply.kind !== 'json' || !Array.isArray(reply.value)) throw unreadable();
    // The service may send less than it was asked for, so only an empty page is the end.
    if (reply.value.length === 0) break;
    read += reply.value.length;
    theirs.push(...(onlyTheirs(rule, patients, reply.value) as unknown[]));
  }
  return theirs.slice(offset, offset + limit);
}
