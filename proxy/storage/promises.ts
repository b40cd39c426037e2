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

/** Reads a storage's state, with the hash of one row. Rejects if it cannot be asked. */
export type AskState = (sequence: number) => Promise<StorageState>;

/**
 * Asks a storage again and again whether it keeps what it acknowledges, and has the rows that this process has written.
 *
 * @param where names the storage, without a secret
 * @param ask asks the storage that is in use; that it cannot be asked changes nothing here
 * @param onFailed is called after each look of these at which the storage was refused or could not be asked
 */
export function createPromiseWatch(
  where: string,
  ask: AskState,
  onTrouble: OnTrouble,
  onFailed: () => void = () => {},
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

  /** Asks for what reason a storage would be refused; null if for none. */
  async function tryState(askNow: AskState): Promise<StorageError | null> {
    // What is written while the question is under way need not be in the answer.
    const before = written;
    return judge(before, await askNow(before.sequence));
  }

  function settle(found: StorageError | null): void {
    if (found?.message !== trouble?.message) onTrouble(found);
    trouble = found;
  }

  /** Asks now. Throws the StorageError for which the storage is refused from now on. */
  async function check(askNow = ask): Promise<void> {
    const found = await tryState(askNow);
    settle(found);
    if (found) throw found;
  }

  const timer = setInterval(() => void check().catch(onFailed), CHECK_INTERVAL_MS).unref();
  return {
    check,
    tryState,
    /** Refuses the storage from now on, until a check finds nothing. */
    refuse: settle,
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
