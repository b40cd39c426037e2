import type { StoredEvent } from '../storage/storage.ts';
import { panelEvent } from './event.ts';
import type { OnEvent } from './options.ts';

class HookTooSlow extends Error {
  override readonly name = 'HookTooSlow';
}

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
  // Not AbortSignal.timeout: its timer and all that hangs on it would outlive a call that took no time.
  const end = new AbortController();
  const { signal } = end;
  const overdue = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => overdue.reject(signal.reason), { once: true });
  const onStop = (): void => end.abort(stop.reason);
  stop.addEventListener('abort', onStop, { once: true });
  const timer = setTimeout(() => end.abort(new HookTooSlow()), milliseconds);
  try {
    await Promise.race([overdue.promise, (async () => onEvent(panelEvent(event), { signal }))()]);
    return null;
  } catch (error) {
    return error instanceof Error ? error.name : typeof error;
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
}
