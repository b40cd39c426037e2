import type { AuditStore, Head, Storage } from '../storage/storage.ts';
import { parseEntry, SEALED_ROUTE } from './entry.ts';
import { type AuditRow, readAudit, readAuditOf } from './verify.ts';

const PAGE_MAX_COUNT = 500;
/** Rows lie in the order of their times, but for the clocks of several proxies and one that was set back. */
const CLOCKS_APART_MAX_MS = 3_600_000;

const readAt = async (store: AuditStore, place: number) => {
  const [row] = await store.read(place, 1);
  const entry = row?.place === place ? parseEntry(row.text) : null;
  return row && entry ? { head: { sequence: place, hash: row.hash }, at: Date.parse(entry.at) } : null;
};

/** Finds the last row from before a time, by halves. Null if there is none. */
export async function findLastBefore(store: AuditStore, time: number) {
  let low = (await store.base()).sequence;
  let high = (await store.head()).sequence;
  let found: { readonly head: Head; readonly at: number } | null = null;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const row = await readAt(store, middle);
    if (row && row.at < time) {
      found = row;
      low = middle;
    } else high = middle - 1;
  }
  return found;
}

/** Finds the last row up to a place that closes a segment with a signature. Null if none is left. */
export async function findLastSeal(store: AuditStore, place: number) {
  const base = (await store.base()).sequence;
  for (let end = place; end > base; end -= PAGE_MAX_COUNT) {
    const from = Math.max(base + 1, end - PAGE_MAX_COUNT + 1);
    const rows = (await store.read(from, end - from + 1)).filter((row) => row.place <= end);
    const seal = rows.findLast(({ text }) => parseEntry(text)?.route === SEALED_ROUTE);
    if (seal) return readAt(store, seal.place);
  }
  return null;
}

/** Part of a trail: times in milliseconds since 1970, of which `until` is not of it; a patient's UUID. */
export interface TrailPart {
  readonly since: number;
  readonly until: number;
  readonly patientId?: string;
}

/**
 * Gives the rows of a part of the trail, in their order, a page at a time, without verifying them. A row that cannot be read
 * is given too, since nobody knows its time.
 *
 * @throws the storage's error
 */
export async function* readAuditPart(
  storage: Pick<Storage, 'audit'>,
  { since, until, patientId }: TrailPart,
): AsyncGenerator<AuditRow> {
  if (patientId !== undefined) return yield* readAuditOf(storage, patientId, since, until);
  const { audit } = storage;
  const before = since > 0 ? await findLastBefore(audit, since - CLOCKS_APART_MAX_MS) : null;
  const last = (await audit.head()).sequence;
  let next = (before?.head ?? (await audit.base())).sequence + 1;
  while (next <= last) {
    const rows = await readAudit(storage, next, PAGE_MAX_COUNT);
    for (const row of rows) {
      const at = Date.parse(row.entry?.at ?? '');
      if (at >= until + CLOCKS_APART_MAX_MS) return;
      // The time of a row that cannot be read is no number, which is neither before nor after.
      if (!(at < since || at >= until)) yield row;
    }
    next = (rows.at(-1)?.sequence ?? last) + 1;
  }
}
