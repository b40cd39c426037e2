import { type BackoffBounds, backoffMs } from '@instrument-panel/client';

/** What was refused once is likely to be refused again, and panels read again every few seconds. */
const FLAGGED_ANSWERS_BACKOFF: BackoffBounds = { firstMs: 10_000, maxMs: 600_000 };

interface Kept<S> {
  submission: S | null;
  failures: number;
  /** By `performance.now()`. */
  notBefore: number;
}

/** Keeps the submissions behind current flags: each is read once, and after a failure again with back-off. */
export class FlaggedAnswers<S> {
  readonly #kept = new Map<number, Kept<S>>();

  /** Returns the submission; null where none was read. */
  get(submissionId: number | null): S | null {
    return this.#kept.get(submissionId ?? 0)?.submission ?? null;
  }

  /**
   * Reads a submission unless it is known, being read, or failed too recently. Returns whether it is known now and was
   * not before.
   *
   * @param ask resolves with null if the submission is not the one that was asked for, which is final
   */
  async read(submissionId: number, ask: () => Promise<S | null>): Promise<boolean> {
    const kept = this.#kept.get(submissionId) ?? { submission: null, failures: 0, notBefore: 0 };
    if (performance.now() < kept.notBefore) return false;
    this.#kept.set(submissionId, kept);
    kept.notBefore = Number.POSITIVE_INFINITY;
    try {
      kept.submission = await ask();
    } catch (error) {
      const isAborted = error instanceof DOMException;
      kept.notBefore = isAborted
        ? 0
        : performance.now() + backoffMs(++kept.failures, FLAGGED_ANSWERS_BACKOFF);
    }
    return kept.submission !== null && this.#kept.get(submissionId) === kept;
  }

  /** Forgets everything, also what is being read. */
  clear(): void {
    this.#kept.clear();
  }
}
