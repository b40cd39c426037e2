import { randomUUID } from 'node:crypto';
import type { Log, LogLine } from '../log.ts';
import type { Cursor, Inbox } from '../storage/storage.ts';
import { callHook } from './call-hook.ts';
import { createLatch } from './latch.ts';
import { keepLease } from './lease.ts';
import type { OnEvent, WebhookSettings } from './options.ts';

const PAGE = 50;
/** Pause before the first new try, in milliseconds; doubled at each further one. */
const FIRST_PAUSE = 500;
/** How long a call of the partner's code is waited for when the proxy closes, in milliseconds. */
const GRACE = 5_000;

export interface DeliveryParts {
  readonly settings: WebhookSettings & { readonly onEvent: OnEvent };
  readonly inbox: () => Promise<Inbox>;
  readonly log: Log;
  readonly clock: () => number;
}

/** A delivery that runs. */
export interface Delivery {
  /** Begins nothing more, waits a moment for the call under way, and leaves the place to another proxy. */
  readonly stop: () => Promise<void>;
}

/**
 * Brings each event of the inbox to the partner's `onEvent`: in order, at least once, from where it stood when the
 * proxy was last there. Of several proxies on one storage one does it; when it dies, another goes on.
 */
export function startDelivery({ settings, inbox, log, clock }: DeliveryParts): Delivery {
  const { onEvent, timeoutMs, longestPauseMs, takeOverMs } = settings;
  const holder = randomUUID();
  const latch = createLatch();
  const cut = new AbortController();
  let isStopping = false;

  const report = (event: LogLine['event'], hint: string): void =>
    log({ at: new Date(clock()).toISOString(), level: 'error', event, hint });

  /** Tries until the hook has taken the event; false where it must not go on. */
  async function bring(event: Parameters<typeof callHook>[1], signal: AbortSignal): Promise<boolean> {
    for (let tries = 1; !isStopping && !signal.aborted; tries += 1) {
      const failure = await callHook(onEvent, event, timeoutMs, signal);
      if (failure === null) return true;
      report('on-event-failed', `onEvent failed with ${failure} at event ${event.sequence}, try ${tries}.`);
      const pause = Math.min(longestPauseMs, FIRST_PAUSE * 2 ** (tries - 1));
      const end = performance.now() + pause * (0.5 + Math.random() / 2);
      // News of other events ends a wait, but not the pause.
      for (let left = pause; left > 0 && !isStopping && !signal.aborted; left = end - performance.now())
        await latch.wait(left);
    }
    return false;
  }

  async function bringAll(from: Inbox, cursor: Cursor, signal: AbortSignal): Promise<void> {
    let place = await cursor.read();
    const { first } = await from.bounds();
    if (place + 1 < first) {
      report(
        'events-missed',
        `Events ${place + 1} to ${first - 1} were pruned before onEvent had taken them.`,
      );
    }
    for (;;) {
      const page = await from.after(place, PAGE);
      if (page.length === 0) return;
      for (const event of page) {
        if (!(await bring(event, signal))) return;
        if (!(await cursor.move(holder, event.sequence))) return;
        place = event.sequence;
      }
    }
  }

  async function asHolder(from: Inbox, cursor: Cursor): Promise<void> {
    const lease = keepLease(cursor, holder, takeOverMs);
    try {
      await bringAll(from, cursor, AbortSignal.any([lease.lost, cut.signal]));
    } finally {
      lease.end();
    }
  }

  async function run(): Promise<void> {
    let unwatch: (() => void) | undefined;
    let cursor: Cursor | undefined;
    while (!isStopping) {
      try {
        const from = await inbox();
        unwatch ??= from.watch(latch.wake);
        cursor ??= from.cursor('onEvent');
        if (await cursor.hold(holder, takeOverMs)) await asHolder(from, cursor);
      } catch (error) {
        report('on-event-failed', `The inbox cannot be read: ${error instanceof Error ? error.name : ''}.`);
      }
      if (!isStopping) await latch.wait(takeOverMs / 3);
    }
    unwatch?.();
    await cursor?.release(holder).catch(() => {});
  }

  const running = run();
  return {
    async stop() {
      isStopping = true;
      latch.wake();
      const timer = setTimeout(() => cut.abort(), GRACE);
      await running;
      clearTimeout(timer);
    },
  };
}
