import { type AuditStore, GENESIS, type Storage } from '../storage/storage.ts';
import { type AuditEntry, canonicalText, chainRows, linkHash } from './entry.ts';

/** The trail cannot be extended; the message is for the operator. */
class AuditError extends Error {
  override readonly name = 'AuditError';
  readonly code: 'AUDIT_KEY_MISMATCH' | 'AUDIT_CONTENDED';

  constructor(code: AuditError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** An entry that has not got its place yet. */
export type NewEntry = Omit<AuditEntry, 'sequence'>;

/** Resolves when the entry is on disk. */
export type Append = (entry: NewEntry) => Promise<void>;

/** Entries that share one step of the storage, so that the chain does not wait for the disk once for each. */
const BATCH_MAX_COUNT = 64;
/** How often another proxy may be first before the storage counts as unusable. */
const APPEND_ATTEMPTS_MAX = 100;

interface Waiting {
  readonly entry: NewEntry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Throws if the last row was not written with this key: rows under two keys could never be verified. */
async function requireSameKey(store: AuditStore, key: Uint8Array | null): Promise<void> {
  const head = await store.head();
  if (head.sequence === 0) return;
  const [before = { place: 0, ...GENESIS }, last] =
    head.sequence === 1 ? [undefined, (await store.read(1, 1))[0]] : await store.read(head.sequence - 1, 2);
  if (!last || linkHash(before.hash, last.text, key) === last.hash) return;
  throw new AuditError(
    'AUDIT_KEY_MISMATCH',
    'The last row of the audit trail does not hold under the option audit.key. Give the key (or none) that it was begun with; if that is the right one, the row was changed: verify the trail, keep the storage as evidence, and begin a new one.',
  );
}

/**
 * Makes the function that extends the chain, one batch at a time; another proxy on the same storage may be doing
 * the same, and whoever is second chains again to what the first has stored.
 */
export function createAppender(storage: () => Promise<Storage>, key: Uint8Array | null): Append {
  let waiting: Waiting[] = [];
  let isRunning = false;
  let opened: { readonly storage: Storage; readonly store: AuditStore } | undefined;

  async function openStore(): Promise<AuditStore> {
    const present = await storage();
    if (opened?.storage !== present) {
      const store = present.audit;
      await requireSameKey(store, key);
      opened = { storage: present, store };
    }
    return opened.store;
  }

  async function appendAll(entries: readonly NewEntry[]): Promise<void> {
    const store = await openStore();
    for (let tries = 0; tries < APPEND_ATTEMPTS_MAX; tries += 1) {
      const head = await store.head();
      const rows = chainRows(head, entries, (entry, sequence) => canonicalText({ ...entry, sequence }), key);
      if (await store.append(head, rows)) return;
    }
    throw new AuditError('AUDIT_CONTENDED', 'Other proxies extend the audit trail without a pause.');
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX_COUNT);
      waiting = waiting.slice(BATCH_MAX_COUNT);
      try {
        await appendAll(batch.map(({ entry }) => entry));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      if (!isRunning) void run();
    });
}
