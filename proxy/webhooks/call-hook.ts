import type { StoredEvent } from '../store/inbox.ts';
import { panelEvent } from './event.ts';
import type { OnEvent } from './options.ts';

/**
 * Calls the partner's code for one event, for so long and no longer.
 *
 * @returns null where it took the event, else the name of what it threw: its message is the partner's and may
 * hold anything
 */
export async function callHook(
  onEvent: OnEvent,
  event: StoredEvent,
  milliseconds: number,
  stop: AbortSignal,
): Promise<string | null> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(milliseconds)]);
  const overdue = Promise.withResolvers<never>();
  const onAbort = (): void => overdue.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([overdue.promise, (async () => onEvent(panelEvent(event), { signal }))()]);
    return null;
  } catch (error) {
    return error instanceof Error ? error.name : typeof error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
