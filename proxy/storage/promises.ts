import { GENESIS, type Head, StorageError } from './storage.ts';

/** What a storage says of itself: why it would keep less than it must, and the trail that it has. */
export interface StorageState {
  /** A clause that says what to change; undefined if it keeps what it acknowledges. */
  readonly problem: string | undefined;
  /** Null if there is none yet, or none that can be read. */
  readonly trail: TrailState | null;
}

export interface TrailState {
  readonly head: Head;
  /** Sequence of the last row that was deleted as too old. */
  readonly base: number;
  /** Hash of the row that was asked for; null if it is not there. */
  readonly hash: string | null;
}

/** Called when a storage begins to be refused while it is in use, and with null once it may be used again. */
export type OnTrouble = (trouble: StorageError | null) => void;

const CHECK_INTERVAL_MS = 1_000;

/**
 * Asks a storage again and again whether it keeps what it acknowledges, and has the rows that this process has written.
 *
 * @param where names the storage, without a secret
 * @param ask reads its state, with the hash of one row; rejects if it cannot be asked, which changes nothing here
 */
export function createPromiseWatch(
  where: string,
  ask: (sequence: number) => Promise<StorageState>,
  onTrouble: OnTrouble,
) {
  let written = GENESIS;
  let trouble: StorageError | null = null;

  function judge(before: Head, { problem, trail }: StorageState): StorageError | null {
    if (problem !== undefined) return new StorageError('STORAGE_NOT_DURABLE', `The ${where} ${problem}.`);
    if (trail === null) return null;
    const { head, base, hash } = trail;
    const { sequence } = before;
    if (head.sequence >= sequence && (base >= sequence || hash === before.hash)) return null;
    return new StorageError(
      'STORAGE_BEHIND',
      `The ${where} has lost rows of the audit trail: it ends at row ${head.sequence}, and row ${sequence} is not the one that this proxy wrote. It was restored, or it is a copy that was behind. Bring the right one back; to go on with this one, verify its trail with the last witness and start all proxies anew.`,
    );
  }

  /** Asks now. Throws the StorageError for which the storage is refused from now on. */
  async function check(askNow = ask): Promise<void> {
    // What is written while the question is under way need not be in the answer.
    const before = written;
    const found = judge(before, await askNow(before.sequence));
    if (found?.message !== trouble?.message) onTrouble(found);
    trouble = found;
    if (found) throw found;
  }

  const timer = setInterval(() => void check().catch(() => {}), CHECK_INTERVAL_MS).unref();
  return {
    check,
    /** Why the storage is refused; null if it is not. */
    trouble: () => trouble,
    /** Remembers the last row that was acknowledged. */
    wrote({ sequence, hash }: Head): void {
      if (sequence > written.sequence) written = { sequence, hash };
    },
    stop: () => clearInterval(timer),
  };
}

export type PromiseWatch = ReturnType<typeof createPromiseWatch>;
