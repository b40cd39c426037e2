import { sleep } from '@instrument-panel/client';
import { problemOf } from './problem.ts';

/** Milliseconds before each further attempt: a background that was stopped is there again within a second. */
const WAITS = [300, 1_500] as const;
const AGAIN: ReadonlySet<string> = new Set(['lost', 'stale']);

/**
 * Reads, and reads again where the background went away before it answered, or did not know the page yet. Only for
 * what writes nothing.
 */
export async function patiently<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await read();
    } catch (error) {
      signal.throwIfAborted();
      if (!AGAIN.has(problemOf(error).code)) throw error;
      await sleep(wait, signal);
    }
  }
  return read();
}
