import { type EventHint, listenToEvents, type ScopedTokenSource } from '@instrument-panel/client';
import type { KitOptions, PanelScope } from './configure.ts';

/** What a stream of events is opened with. Who passes the same object shares the stream. */
export interface StreamSource {
  readonly auth: ScopedTokenSource;
  readonly options: KitOptions;
  readonly scope: PanelScope;
}

/** @param hint what an event tells; null where any may have been missed, absent where the same is told once more */
type RereadListener = (all: boolean, hint?: EventHint | null) => void;

/** Milliseconds after an event, or after the last of several, until everything is read once more. */
const REREAD_DELAY_MS = 3_000;

const streams = new WeakMap<StreamSource, ReturnType<typeof openStream>>();

/** Opens one stream of events for all who subscribeToEvents of it. */
function openStream(source: StreamSource) {
  const hearers = new Set<RereadListener>();
  const tell: RereadListener = (all, hint) => {
    for (const again of [...hearers]) again(all, hint);
  };
  let confirming: ReturnType<typeof setTimeout> | undefined;
  /** Reads now, and once more soon: a read that was under way when the event came may have missed it. */
  const changed = (hint: EventHint | null): void => {
    tell(false, hint);
    clearTimeout(confirming);
    confirming = setTimeout(tell, REREAD_DELAY_MS, false);
  };
  const patientId = source.scope.patientId?.toLowerCase();
  const end = listenToEvents({
    baseUrl: source.options.baseUrl,
    fetch: source.options.fetch,
    auth: source.auth,
    onEvent(hint) {
      const other = hint.patientId?.toLowerCase();
      // An event without a patient may be about any.
      if (!patientId || !other || other === patientId) changed(hint);
    },
    onResync: () => tell(true, null),
    onLive(isLive) {
      // Events before the stream opened are lost: read again.
      if (isLive) changed(null);
    },
  });
  return {
    hearers,
    end(): void {
      clearTimeout(confirming);
      end();
    },
  };
}

/**
 * Hears of what happens to the patients of a connection until the returned function is called; the first who does opens
 * its stream, and the last who leaves ends it. An event is a hint: the data is read again, and never taken from it.
 */
export function subscribeToEvents(source: StreamSource, again: RereadListener): () => void {
  const stream = streams.get(source) ?? openStream(source);
  streams.set(source, stream);
  stream.hearers.add(again);
  return () => {
    stream.hearers.delete(again);
    if (stream.hearers.size > 0) return;
    stream.end();
    streams.delete(source);
  };
}
