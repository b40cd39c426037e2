import type { Log } from '../log.ts';
import { EVENT_RETENTION_MS, type Inbox } from '../storage/storage.ts';

const EVERY_MS = 3_600_000;

/**
 * Forgets every hour what is older than 30 days, whether `onEvent` has taken it or not.
 *
 * @returns the function that ends it
 */
export function startPruning(inbox: () => Promise<Inbox>, clock: () => number, log: Log): () => void {
  async function prune(): Promise<void> {
    try {
      await (await inbox()).prune(clock() - EVENT_RETENTION_MS);
    } catch (error) {
      const hint = `Old events could not be pruned: ${error instanceof Error ? error.name : typeof error}.`;
      log({ at: new Date(clock()).toISOString(), level: 'error', event: 'internal-error', hint });
    }
  }
  const timer = setInterval(() => void prune(), EVERY_MS).unref();
  void prune();
  return () => clearInterval(timer);
}
