import { listenToEvents } from '@instrument-panel/client';
import type { Shared } from '../connect.ts';

type Again = (all: boolean) => void;

/** One stream of events, and who hears of it. */
interface Stream {
  readonly hearers: Set<Again>;
  readonly end: () => void;
}

/** Milliseconds after an event, or after the last of several, until everything is read once more. */
const REREAD_DELAY_MS = 3_000;

const streams = new WeakMap<Shared, Stream>();

function openStream(shared: Shared): Stream {
  const hearers = new Set<Again>();
  const tell = (all: boolean): void => {
    for (const again of [...hearers]) again(all);
  };
  let confirming: ReturnType<typeof setTimeout> | undefined;
  /** Reads now, and once more soon: a read that was under way when the event came may have missed it. */
  const changed = (): void => {
    tell(false);
    clearTimeout(confirming);
    confirming = setTimeout(tell, REREAD_DELAY_MS, false);
  };
  const patientId = shared.scope.patientId?.toLowerCase();
  const end = listenToEvents({
    baseUrl: shared.options.baseUrl,
    fetch: shared.options.fetch,
    auth: shared.auth,
    onEvent(hint) {
      const other = hint.patientId?.toLowerCase();
      // An event that names nobody may be about anyone.
      if (!patientId || !other || other === patientId) changed();
    },
    onResync: () => tell(true),
    onLive(isLive) {
      // What happened before the stream was open was told to nobody.
      if (isLive) changed();
    },
  });
  return {
    hearers,
    end() {
      clearTimeout(confirming);
      end();
    },
  };
}

/**
 * Hears of what happens to the patients of a connection; the first who does opens its stream, and the last who
 * leaves ends it. An event is a hint: what is shown is read anew, and never taken from it.
 *
 * @returns leaves
 */
export function hear(shared: Shared, again: Again): () => void {
  const stream = streams.get(shared) ?? openStream(shared);
  streams.set(shared, stream);
  stream.hearers.add(again);
  return () => {
    stream.hearers.delete(again);
    if (stream.hearers.size > 0) return;
    stream.end();
    streams.delete(shared);
  };
}
