import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AuditEntry, parseEntry } from '../audit/entry.ts';
import type { AuditStore } from '../storage/storage.ts';

const VIEWERS_MAX_COUNT = 5;
/** A page that is open reads four times a minute, so these are the rows of one for eight hours. */
const ROWS_MAX_COUNT = 2_000;
const BATCH_COUNT = 50;

/** Who read something of one patient, and when last. */
export interface Viewer {
  readonly sub: string;
  /** ISO 8601. */
  readonly at: string;
}

/** True of an answer to a professional that held data of this patient alone: a list of many is no look at one. */
const isView = ({ route, who, ids, outcome }: AuditEntry, patientId: string): boolean =>
  route.startsWith('GET /professionals/') &&
  who.role === 'professional' &&
  outcome?.kind === 'done' &&
  ids.patientId?.toLowerCase() === patientId;

/** Reads the row at a place; null where there is none, or none that can be read. */
async function readEntry(audit: Pick<AuditStore, 'read'>, place: number): Promise<AuditEntry | null> {
  const [row] = await audit.read(place, 1);
  return row?.place === place ? parseEntry(row.text) : null;
}

/**
 * Finds the persons who have read a patient's data, each once, the latest first.
 *
 * @param period.since, period.now milliseconds since 1970
 * @param asking `sub` of the person who asks, who is left out
 * @throws the storage's error
 */
export async function findViewers(
  audit: Pick<AuditStore, 'placesOf' | 'read'>,
  patientId: string,
  asking: string,
  { since, now }: { readonly since: number; readonly now: number },
): Promise<readonly Viewer[]> {
  const places = (await audit.placesOf(patientId, since, now + 1)).slice(-ROWS_MAX_COUNT).reverse();
  const found = new Map<string, Viewer>();
  for (let from = 0; from < places.length && found.size < VIEWERS_MAX_COUNT; from += BATCH_COUNT) {
    const batch = places.slice(from, from + BATCH_COUNT);
    for (const entry of await Promise.all(batch.map((place) => readEntry(audit, place)))) {
      if (!entry || !isView(entry, patientId) || Date.parse(entry.at) < since) continue;
      const { sub } = entry.who;
      if (sub !== asking && !found.has(sub)) found.set(sub, { sub, at: entry.at });
    }
    // A file's rows are read without a pause.
    await nextTurn();
  }
  return [...found.values()].slice(0, VIEWERS_MAX_COUNT);
}
