import type { PanelEvent } from '../options.ts';
import type { Storage } from '../storage/storage.ts';
import { toPanelEvent } from './deliver.ts';

const PAGE_MAX_COUNT = 100;

/** A replay that cannot begin at the sequence asked for; the message says where it can. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
  readonly code: 'REPLAY_TOO_OLD' | 'REPLAY_NOT_YET';

  constructor(code: ReplayError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Brings the events from a sequence on to a function, in order, one after the other, up to the last one held when
 * it began. The place of the proxy's own `onEvent` is not moved. What the function throws ends the replay.
 *
 * @param fromSequence the first event wanted, 1 or more
 * @returns how many were brought, and the sequence of the last; `last` is null if there was none
 * @throws ReplayError if that event is not held any more (they are kept for 30 days) or was never taken
 */
export async function replay(
  storage: Storage,
  fromSequence: number,
  onEvent: (event: PanelEvent) => Promise<void> | void,
): Promise<{ readonly count: number; readonly last: number | null }> {
  const inbox = storage.inbox;
  const { first, last } = await inbox.bounds();
  if (fromSequence < first) {
    const message = `Event ${fromSequence} is not held any more. The oldest is ${first}: replay from there.`;
    throw new ReplayError('REPLAY_TOO_OLD', message);
  }
  if (fromSequence > last + 1) {
    throw new ReplayError('REPLAY_NOT_YET', `There is no event ${fromSequence}. The last is ${last}.`);
  }
  let count = 0;
  let reached = fromSequence - 1;
  while (reached < last) {
    const page = await inbox.after(reached, Math.min(PAGE_MAX_COUNT, last - reached));
    if (page.length === 0) break;
    for (const event of page) {
      await onEvent(toPanelEvent(event));
      count += 1;
      reached = event.sequence;
    }
  }
  return { count, last: count > 0 ? reached : null };
}
