import type { Store } from '../store/database.ts';
import { type Attempt, type DeliveryRow, nextDelivery, recordAttempt, tryAtOnce } from './delivery.ts';
import { webhookOf, webhooks } from './registration.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { send } from './send.ts';

/** Carries the queued events to their partners. */
export interface Courier {
  /** Begins; what waits from before a restart is tried at once. */
  start(): void;
  /** Looks for what is queued; after every change. */
  wake(): void;
  /** Ends what is under way, which counts as not sent: it goes out again at the next start. */
  stop(): Promise<void>;
}

const isSuccess = ({ status }: Attempt): boolean => status !== null && status > 199 && status < 300;

/**
 * Makes the courier of a database. Each partner is served on its own, one event after the other in the order of
 * queueing: what fails is tried again before the next one goes. The queue is in the tables, so that a restart
 * goes on from there; an answer that was not recorded is asked for again ("at least once", the same id and body).
 *
 * @param failed told of what is no answer of an endpoint, such as a database that cannot be written
 */
export function createCourier(store: Store, policy: RetryPolicy, failed: (error: unknown) => void): Courier {
  const stopping = new AbortController();
  const busy = new Set<string>();
  const rounds = new Set<Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();
  let isStarted = false;

  function record(delivery: DeliveryRow, attempt: Attempt): void {
    const tries = delivery.tries + 1;
    if (isSuccess(attempt)) recordAttempt(store, delivery, attempt, 'DELIVERED');
    else if (tries >= policy.attempts) recordAttempt(store, delivery, attempt, 'FAILED');
    else recordAttempt(store, delivery, attempt, 'QUEUED', Math.ceil(Date.now() + policy.wait(tries)));
  }

  /** Sends what may be sent now, then leaves a timer for what may be sent later. */
  async function round(partner: string): Promise<void> {
    busy.add(partner);
    try {
      for (;;) {
        const webhook = webhookOf(store, partner);
        const delivery = webhook && nextDelivery(store, partner);
        if (!delivery) return;
        const wait = (delivery.nextTryAt ?? 0) - Date.now();
        if (wait > 0) return comeBack(partner, wait);
        const attempt = await send(webhook, delivery, policy.timeoutMs, stopping.signal);
        if (stopping.signal.aborted) return;
        record(delivery, attempt);
      }
    } finally {
      // In the same turn as the last look: whatever is queued after it begins a round of its own.
      busy.delete(partner);
    }
  }

  function comeBack(partner: string, ms: number): void {
    const timer = setTimeout(() => begin(partner), ms);
    // A program that has nothing else to do may end; the database keeps what is queued.
    timer.unref();
    timers.set(partner, timer);
  }

  function begin(partner: string): void {
    if (busy.has(partner) || stopping.signal.aborted) return;
    clearTimeout(timers.get(partner));
    const running: Promise<void> = round(partner)
      .catch(failed)
      .finally(() => rounds.delete(running));
    rounds.add(running);
  }

  function wake(): void {
    if (!isStarted || stopping.signal.aborted) return;
    for (const { partner } of webhooks(store)) begin(partner);
  }

  return {
    start() {
      isStarted = true;
      for (const { partner } of webhooks(store)) tryAtOnce(store, partner);
      wake();
    },
    wake,
    async stop() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(rounds);
    },
  };
}
