import { type AuditStore, type Head, type Storage, type StoredRow, sameHead } from '../storage/storage.ts';
import type { KeyRing } from '../token/key-ring.ts';
import {
  type AuditEntry,
  linkHash,
  PRUNED_ROUTE,
  parseEntry,
  SEALED_ROUTE,
  toHeadText,
  toPatientIds,
} from './entry.ts';
import { holdsSeal } from './seal.ts';

/** A row as it is read: its entry, and the hash that chains it; `entry` is null if the text cannot be read. */
export interface AuditRow {
  readonly sequence: number;
  readonly hash: string;
  readonly entry: AuditEntry | null;
}

/**
 * Reads the trail in its order, without verifying it (`verifyAudit` does).
 *
 * @param from first sequence, from 1
 * @param limit most rows to give; fewer mean that the end was reached
 * @throws the storage's error
 */
export async function readAudit(
  { audit }: Pick<Storage, 'audit'>,
  from = 1,
  limit = 100,
): Promise<readonly AuditRow[]> {
  const rows = await audit.read(from, limit);
  return rows.map(({ place, text, hash }) => ({ sequence: place, hash, entry: parseEntry(text) }));
}

/** Rows that are asked for at once, so that a storage elsewhere is not waited for row by row. */
const ROWS_AT_ONCE = 32;

/**
 * Gives the rows that name a patient and are of a time, in their order, without verifying them: answers that held the
 * patient's data, writes, refusals, tokens that were narrowed to the patient.
 *
 * @param from, until milliseconds since 1970; `until` is not of the time
 * @throws the storage's error
 */
export async function* readAuditOf(
  { audit }: Pick<Storage, 'audit'>,
  patientId: string,
  from: number,
  until: number,
): AsyncGenerator<AuditRow> {
  const id = patientId.toLowerCase();
  async function readOne(place: number): Promise<AuditRow | null> {
    const [row] = await audit.read(place, 1);
    const entry = row?.place === place ? parseEntry(row.text) : null;
    const at = Date.parse(entry?.at ?? '');
    const isOfTime = at >= from && at < until;
    if (!row || !entry || !isOfTime) return null;
    const isOfPatient = toPatientIds(entry.ids).some((one) => one.toLowerCase() === id);
    return isOfPatient ? { sequence: place, hash: row.hash, entry } : null;
  }
  const places = await audit.placesOf(id, from, until);
  for (let start = 0; start < places.length; start += ROWS_AT_ONCE) {
    const rows = await Promise.all(places.slice(start, start + ROWS_AT_ONCE).map(readOne));
    yield* rows.filter((row) => row !== null);
  }
}

/**
 * The fault of a trail:
 * - `changed`: the row, or the one before it, is not what was written (or the key is another one);
 * - `removed`: the row is missing; `reordered`: it is further down;
 * - `truncated`: the head knows of rows that are no longer there;
 * - `head`: the head does not name the last row;
 * - `seal`: the signature is not of a key that was given, or not of the rows before it;
 * - `base`: the rows before it were deleted, and no row of the trail says that they were too old;
 * - `witness`: the row is not the one that was noted elsewhere; `expired`: that one was deleted as too old.
 */
export type AuditFault =
  | 'changed'
  | 'removed'
  | 'reordered'
  | 'truncated'
  | 'head'
  | 'seal'
  | 'base'
  | 'witness'
  | 'expired';

export type AuditVerdict =
  | {
      readonly holds: true;
      /** Worth noting elsewhere, as a `witness`. */
      readonly head: Head;
      /** If `seals` were given: the last row that a signature is about; null if none is there, or none is left. */
      readonly sealed?: Head | null;
    }
  | {
      readonly holds: false;
      readonly sequence: number;
      readonly fault: AuditFault;
      /** The last row, if the trail holds up to it and ends before the row of the witness: the rows after it are missing. */
      readonly endsAt?: number;
    };

export interface VerifyAuditOptions {
  /** The option `audit.key` of the proxy that wrote the trail. */
  readonly key?: Uint8Array;
  /** A head that an earlier verification gave and that was kept outside of the storage. */
  readonly witness?: Head;
  /** The keys of `audit.seals`; without them no signature is looked at. */
  readonly seals?: Pick<KeyRing, 'find'>;
  /** True for rows that were taken out of a trail: what comes before the first of them is elsewhere. */
  readonly isPart?: boolean;
}

const PAGE_MAX_COUNT = 500;

async function* rowsFrom(store: AuditStore, from: number): AsyncGenerator<StoredRow> {
  for (let next = from; ; ) {
    const page = await store.read(next, PAGE_MAX_COUNT);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_MAX_COUNT) return;
    next = last.place + 1;
  }
}

const broken = (sequence: number, fault: AuditFault): AuditVerdict => ({ holds: false, sequence, fault });

/** Row `sequence` is not where it should be: is it further down, or gone? */
async function misplaced(store: AuditStore, sequence: number): Promise<AuditVerdict> {
  for await (const row of rowsFrom(store, sequence)) {
    if (parseEntry(row.text)?.sequence === sequence) return broken(sequence, 'reordered');
  }
  return broken(sequence, 'removed');
}

/**
 * Verifies the whole trail, and names the first sequence that does not hold, and why. The trail may be extended
 * meanwhile.
 *
 * What this proves: no single row was changed, removed, moved or cut off without the chain and its head being
 * written again. What it does not: without a key, an attacker who can write to the storage can compute the whole chain
 * again, and it will hold. With `audit.key` they cannot write a row that holds; they can still put rows and head
 * back to an earlier state, or empty both. That shows only against a `witness`: note the head of each verification
 * where the writers of the storage cannot reach, and give it to the next. Nor does a chain prove that what was
 * written was true: an attacker with the key and the proxy can write anything from then on.
 *
 * @throws the storage's error, if the trail cannot be read
 */
export async function verifyAudit(
  storage: Pick<Storage, 'audit'>,
  options: VerifyAuditOptions = {},
): Promise<AuditVerdict> {
  const store = storage.audit;
  for (;;) {
    const base = await store.base();
    const verdict = await verifyFrom(store, base, options);
    // A fault may be no more than that rows were deleted as too old meanwhile.
    if (verdict.holds || sameHead(base, await store.base())) return verdict;
  }
}

/** The row of this chain that a signature is about; null if it does not hold. Of a row that was deleted the signature alone counts. */
async function readSealed(
  store: AuditStore,
  entry: AuditEntry,
  base: Head,
  seals: Pick<KeyRing, 'find'>,
): Promise<Head | null> {
  if (!(await holdsSeal(entry, seals))) return null;
  const sequence = Number.parseInt(entry.upTo ?? '', 10);
  const named = { sequence, hash: (entry.upTo ?? '').slice(`${sequence}:`.length) };
  if (sequence < base.sequence) return named;
  const [row] = sequence === base.sequence ? [{ place: sequence, ...base }] : await store.read(sequence, 1);
  const isThere = row?.place === sequence && row.hash === named.hash && sequence < entry.sequence;
  return isThere ? named : null;
}

async function verifyFrom(
  store: AuditStore,
  base: Head,
  { key, witness, seals, isPart = false }: VerifyAuditOptions,
): Promise<AuditVerdict> {
  if (witness && witness.sequence < base.sequence) return broken(witness.sequence, 'expired');
  if (witness?.sequence === base.sequence && !sameHead(witness, base))
    return broken(base.sequence, 'witness');
  const head = await store.head();
  let last = base;
  let sealed: Head | null = null;
  let isBaseSaid = isPart || base.sequence === 0;
  for await (const row of rowsFrom(store, base.sequence === 0 ? 0 : base.sequence + 1)) {
    if (last.sequence === head.sequence) break;
    const sequence = last.sequence + 1;
    const entry = parseEntry(row.text);
    if (row.place === sequence && entry === null) return broken(sequence, 'changed');
    if (row.place !== sequence || entry?.sequence !== sequence) return misplaced(store, sequence);
    if (linkHash(last.hash, row.text, key ?? null) !== row.hash) return broken(sequence, 'changed');
    if (witness?.sequence === sequence && witness.hash !== row.hash) return broken(sequence, 'witness');
    if (seals && entry.route === SEALED_ROUTE) {
      sealed = await readSealed(store, entry, base, seals);
      if (!sealed) return broken(sequence, 'seal');
    }
    isBaseSaid ||= entry.route === PRUNED_ROUTE && entry.upTo === toHeadText(base);
    last = { sequence, hash: row.hash };
  }
  const verdict = await verifyEnd(store, head, last, witness);
  if (!verdict.holds) return verdict;
  if (!isBaseSaid) return broken(base.sequence + 1, 'base');
  return seals ? { ...verdict, sealed } : verdict;
}

/** Compares the last row of a chain that holds with the stored head, and with the witness. */
async function verifyEnd(
  store: AuditStore,
  head: Head,
  last: Head,
  witness: Head | undefined,
): Promise<AuditVerdict> {
  if (last.sequence < head.sequence) return broken(last.sequence + 1, 'truncated');
  if (last.hash !== head.hash) return broken(last.sequence, 'head');
  // Rows and head are stored in one step: a row beyond the head that was read means that the head has moved on.
  const [beyond] = await store.read(head.sequence + 1, 1);
  if (beyond && (await store.head()).sequence <= head.sequence) return broken(beyond.place, 'head');
  if (witness && witness.sequence > head.sequence)
    return { holds: false, sequence: head.sequence + 1, fault: 'witness', endsAt: head.sequence };
  return { holds: true, head };
}
