import { randomUUID } from 'node:crypto';
import { backoffMs } from '@instrument-panel/client';
import { logError, toErrorName } from '../log.ts';
import type { OnEvent, PanelEvent } from '../options.ts';
import type { Settings, WebhookSettings } from '../settings.ts';
import type { Cursor, DeadLetterStore, Storage, StoredEvent } from '../storage/storage.ts';
import { createLatch, HookTooSlow } from '../waiting.ts';

export const toPanelEvent = (event: StoredEvent): PanelEvent => ({
  ...event,
  receivedAt: new Date(event.receivedAt).toISOString(),
});

/** Calls `onEvent`; null if it took the event, else the name of the error (its message may hold anything). */
async function callHook(
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
    await Promise.race([overdue.promise, (async () => onEvent(toPanelEvent(event), { signal }))()]);
    return null;
  } catch (error) {
    return toErrorName(error);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
}

/** Prolongs a lease that is held, three times in its life, until it is ended or lost. */
function keepLease(cursor: Cursor, holder: string, milliseconds: number) {
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
  return {
    /** Aborts once another proxy delivers, or may deliver. */
    lost: lost.signal,
    end: () => clearInterval(timer),
  };
}

/** Names the place up to which `onEvent` has taken the events. */
export const ON_EVENT_CURSOR = 'onEvent';

const PAGE_MAX_COUNT = 50;
/** Pause before the first retry, doubled at each further one; the option `webhooks` bounds it. */
const EVENT_BACKOFF = { firstMs: 500 };
/** How long a call of the partner's code is waited for when the proxy closes. */
const CLOSE_GRACE_MS = 5_000;

interface DeliveryParts extends Pick<Settings, 'log' | 'clock'> {
  readonly settings: WebhookSettings & { readonly onEvent: OnEvent };
  readonly storage: () => Promise<Pick<Storage, 'inbox' | 'deadLetters'>>;
}

interface Held extends Pick<Storage, 'inbox' | 'deadLetters'> {
  readonly cursor: Cursor;
}

/** Brings each event to `onEvent`, in order and at least once, or sets it aside after its tries; of several proxies one does it at a time. */
export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #holder = randomUUID();
  readonly #latch = createLatch();
  readonly #cut = new AbortController();
  readonly #running: Promise<void>;
  #isStopping = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#running = this.#run();
  }

  /** Begins nothing more, waits a moment for the call under way, and leaves the place to another proxy. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#latch.wake();
    const timer = setTimeout(() => this.#cut.abort(), CLOSE_GRACE_MS);
    await this.#running;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    const { storage, settings } = this.#parts;
    let unwatch: (() => void) | undefined;
    let cursor: Cursor | undefined;
    while (!this.#isStopping) {
      try {
        const { inbox, deadLetters } = await storage();
        unwatch ??= inbox.watch(this.#latch.wake);
        cursor ??= inbox.cursor(ON_EVENT_CURSOR);
        if (await cursor.hold(this.#holder, settings.takeOverMs))
          await this.#runAsHolder({ inbox, deadLetters, cursor });
      } catch (error) {
        logError(this.#parts, 'on-event-failed', `The inbox cannot be read: ${toErrorName(error)}.`);
      }
      if (!this.#isStopping) await this.#latch.wait(settings.takeOverMs / 3);
    }
    unwatch?.();
    await cursor?.release(this.#holder).catch(() => {});
  }

  async #runAsHolder(held: Held): Promise<void> {
    const lease = keepLease(held.cursor, this.#holder, this.#parts.settings.takeOverMs);
    try {
      await this.#bringAll(held, AbortSignal.any([lease.lost, this.#cut.signal]));
    } finally {
      lease.end();
    }
  }

  async #bringAll({ inbox, deadLetters, cursor }: Held, signal: AbortSignal): Promise<void> {
    let place = await cursor.read();
    const { first } = await inbox.bounds();
    if (place + 1 < first) {
      const hint = `Events ${place + 1} to ${first - 1} were pruned before onEvent had taken them.`;
      logError(this.#parts, 'events-missed', hint);
    }
    for (;;) {
      const page = await inbox.after(place, PAGE_MAX_COUNT);
      if (page.length === 0) return;
      for (const event of page) {
        if (!(await this.#bring(event, deadLetters, signal))) return;
        if (!(await cursor.move(this.#holder, event.sequence))) return;
        place = event.sequence;
      }
    }
  }

  /** Retries until the hook has taken the event or it is set aside; false if it must not go on. */
  async #bring(event: StoredEvent, deadLetters: DeadLetterStore, signal: AbortSignal): Promise<boolean> {
    const { onEvent, timeoutMs, longestPauseMs, tries: mostTries } = this.#parts.settings;
    const mayGoOn = (): boolean => !this.#isStopping && !signal.aborted;
    for (let tries = 1; mayGoOn(); tries += 1) {
      const failure = await callHook(onEvent, event, timeoutMs, signal);
      if (failure === null) return true;
      const hint = `onEvent failed with ${failure} at event ${event.sequence}, try ${tries}.`;
      logError(this.#parts, 'on-event-failed', hint);
      // A call that was cut off, since this proxy closes or another took over, is none of the event's failures.
      if (tries >= mostTries && mayGoOn()) {
        await deadLetters.add({ event, tries, failure, setAsideAt: this.#parts.clock() });
        const next = `Event ${event.sequence} was set aside after ${tries} tries: instrument-panel events dead.`;
        logError(this.#parts, 'event-set-aside', next);
        return true;
      }
      const pause = backoffMs(tries, { ...EVENT_BACKOFF, maxMs: longestPauseMs });
      const end = performance.now() + pause * (0.5 + Math.random() / 2);
      // News of other events ends a wait, but not the pause.
      for (let left = pause; left > 0 && mayGoOn(); left = end - performance.now())
        await this.#latch.wait(left);
    }
    return false;
  }
}

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
