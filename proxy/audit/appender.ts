import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditStore, GENESIS, type Head, type Storage } from '../storage/storage.ts';
import { chainRows, type NewEntry } from './entry.ts';
import { AuditError, requireSameKey } from './same-key.ts';

/** Entries that share one step of the storage. */
const BATCH_MAX_COUNT = 500;
/** Attempts that may lose against other proxies before the storage counts as unusable. */
const APPEND_ATTEMPTS_MAX = 100;
/** Time between two steps, in which entries gather: a step costs the same however many it writes. The first after a pause does not wait. */
const GATHER_MS = 25;
/** The same while no request is under way whose entry could join them. */
const HURRIED_MS = 5;
const GATHER_MAX_MS = 100;
/** A storage whose writes block the event loop gets at most a fifth of the time. */
const BLOCKED_FACTOR = 4;
/** Retry interval after a failure. */
const MEND_INTERVAL_MS = 1_000;

interface Waiting {
  readonly entry: NewEntry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Extends the chain; a step is chained again if another process wrote first. */
function createChain(storage: () => Promise<Storage>, key: Uint8Array | null) {
  let checked: AuditStore | undefined;
  let known: Head = GENESIS;
  let endedAt = Number.NEGATIVE_INFINITY;
  let blockedMs = 0;
  let isContended = false;

  async function openStore(): Promise<AuditStore> {
    const { audit } = await storage();
    if (checked !== audit) {
      await requireSameKey(audit, key);
      known = await audit.head();
    }
    checked = audit;
    return audit;
  }

  return {
    /** Milliseconds until the next step. Proxies that extend the trail at once leave each other the longer time. */
    waitMs(isHurried: boolean): number {
      const gatherMs = isHurried && !isContended ? HURRIED_MS : GATHER_MS;
      const pauseMs = Math.min(GATHER_MAX_MS, Math.max(gatherMs, blockedMs * BLOCKED_FACTOR));
      return Math.max(0, endedAt + pauseMs - performance.now());
    },
    /** Resolves when all entries are on disk. */
    async extend(entries: readonly NewEntry[]): Promise<void> {
      const store = await openStore();
      for (let tries = 0; tries < APPEND_ATTEMPTS_MAX; tries += 1) {
        const rows = chainRows(known, entries, key);
        const startedAt = performance.now();
        const appending = store.append(known, rows);
        blockedMs = performance.now() - startedAt;
        const isDone = await appending;
        endedAt = performance.now();
        const last = rows.at(-1);
        const head = isDone && last ? { sequence: last.place, hash: last.hash } : await store.head();
        if (head.sequence < known.sequence) {
          const message = 'The storage has lost rows of the audit trail that it had acknowledged.';
          throw new AuditError('AUDIT_HEAD_LOST', message);
        }
        known = head;
        isContended = !isDone || tries > 0;
        if (isDone) return;
      }
      throw new AuditError('AUDIT_CONTENDED', 'Other proxies extend the audit trail without a pause.');
    },
  };
}

interface AppenderParts {
  readonly storage: () => Promise<Storage>;
  readonly key: Uint8Array | null;
  readonly onFailure: (error: unknown) => void;
  /** Makes the row that follows a failure. `settle` takes whether it was written, and returns whether nothing is left to say. */
  readonly toGap: () => { readonly entry: NewEntry; readonly settle: (isWritten: boolean) => boolean };
}

/** Makes the pause before a step, in which entries gather. */
function createGathering({ waitMs }: Pick<ReturnType<typeof createChain>, 'waitMs'>) {
  let isHurried = false;
  /** Cuts the present pause short. */
  let onHurry: (() => void) | undefined;
  return {
    gather: (): Promise<void> =>
      new Promise((resolve) => {
        const end = (): void => {
          [isHurried, onHurry] = [false, undefined];
          resolve();
        };
        const timer = setTimeout(end, waitMs(isHurried));
        onHurry = () => {
          clearTimeout(timer);
          onHurry = undefined;
          setTimeout(end, waitMs(true));
        };
      }),
    hurry(): void {
      isHurried = true;
      onHurry?.();
    },
  };
}

/** Makes the queue of the trail: each step writes all entries that gathered. `append` resolves when the entry is on disk. */
export function createAppender({ storage, key, onFailure, toGap }: AppenderParts) {
  const chain = createChain(storage, key);
  const { gather, hurry } = createGathering(chain);
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  let isFailing = false;
  let isMending = false;
  let isClosed = false;
  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      await chain.extend(batch.map(({ entry }) => entry));
      isFailing = false;
      for (const { resolve } of batch) resolve();
    } catch (error) {
      isFailing = true;
      for (const { reject } of batch) reject(error);
      if (!isMending) void mend();
      onFailure(error);
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await gather();
      const batch = waiting.slice(0, BATCH_MAX_COUNT);
      waiting = waiting.slice(BATCH_MAX_COUNT);
      await write(batch);
    }
    running = null;
  }

  function append(entry: NewEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      running ??= run();
    });
  }

  /** Retries until the gap is written: with reads refused, no other write would show that the storage is back. */
  async function mend(): Promise<void> {
    isMending = true;
    for (let isMended = false; !isMended && !isClosed; ) {
      await sleep(MEND_INTERVAL_MS, undefined, { ref: false });
      if (isClosed) return;
      const { entry, settle } = toGap();
      const isWritten = await append(entry).then(
        () => true,
        () => false,
      );
      isMended = settle(isWritten);
    }
    isMending = false;
  }

  return {
    append,
    /** Says that nobody is under way whose entry could join those that wait. */
    hurry,
    /** True from a failure on until a row was written again. */
    isFailing: () => isFailing,
    /** Resolves once all that waits has been written, or has failed. */
    async close(): Promise<void> {
      isClosed = true;
      await running;
    },
  };
}
