import type { Cursor } from '../storage/storage.ts';

/** A lease that is being prolonged. */
export interface Lease {
  /** Aborts once it is, or may be, somebody else's. */
  readonly lost: AbortSignal;
  readonly end: () => void;
}

/** Prolongs a lease that is held, three times in its life, until it is ended or lost. */
export function keepLease(cursor: Cursor, holder: string, milliseconds: number): Lease {
  const lost = new AbortController();
  let heldAt = performance.now();

  async function prolong(): Promise<void> {
    const askedAt = performance.now();
    try {
      if (await cursor.hold(holder, milliseconds)) heldAt = askedAt;
      else lost.abort();
    } catch {
      // The storage may be back in time; if it is not, another may have taken the lease meanwhile.
      if (performance.now() - heldAt >= milliseconds) lost.abort();
    }
  }

  const timer = setInterval(() => void prolong(), milliseconds / 3).unref();
  lost.signal.addEventListener('abort', () => clearInterval(timer));
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
