import type { CaseloadSource } from './read.ts';

/**
 * Keeps until when a person has seen a list. That moves only by "Mark as seen", or when they leave a list that was whole
 * and in sight; never by reading it.
 */
export class CaseloadVisit {
  marking: 'idle' | 'done' | 'failed' = 'idle';
  readonly #reader: CaseloadSource;
  readonly #post: (at: number) => Promise<unknown>;
  /** The whole list was in sight: when it was read, by the service's clock. */
  #seen: number | null = null;
  /** What was told already: the list comes into sight again without having been read anew. */
  #told = 0;

  /** @param post tells the proxy an instant, also while the page goes */
  constructor(reader: CaseloadSource, post: (at: number) => Promise<unknown>) {
    [this.#reader, this.#post] = [reader, post];
  }

  /** The list is in sight now. */
  sight(): void {
    if (this.#reader.isWhole) this.#seen = this.#reader.at;
  }

  /**
   * The person leaves: says until when the list was seen, if all of it was there to be seen.
   *
   * @param isLooked false where the page may only be loaded again
   */
  leave(isLooked = true): void {
    const { isWhole, seenAt } = this.#reader;
    const at = this.#seen;
    this.#seen = null;
    if (!isLooked || at === null || !isWhole || at <= Math.max(seenAt ?? 0, this.#told)) return;
    this.#told = at;
    this.#post(at).catch(() => {
      this.#told = 0;
    });
  }

  /** Marks the list as seen. Resolves with true once that is kept, and its facts are made anew. */
  async mark(): Promise<boolean> {
    const reader = this.#reader;
    const { at, isWhole } = reader;
    if (!isWhole || at === null) return false;
    try {
      await this.#post(at);
      if (reader.isEnded) return false;
      this.marking = 'done';
      reader.seenAt = at;
      await reader.refresh();
      return true;
    } catch {
      this.marking = 'failed';
      return false;
    }
  }
}

/** Returns how far a list was read; nothing before it is. */
export const toCaseloadProgress = (reader: CaseloadSource | null, visit: CaseloadVisit | null) => ({
  total: reader?.total ?? null,
  readCount: reader?.readCount ?? 0,
  isSettled: reader?.isSettled ?? false,
  isWhole: reader?.isWhole ?? false,
  from: reader?.from ?? null,
  at: reader?.at ?? null,
  seenAt: reader?.seenAt ?? null,
  missing: reader?.gaps ?? [],
  lostCount: reader?.lostCount ?? 0,
  marking: visit?.marking ?? 'idle',
});
