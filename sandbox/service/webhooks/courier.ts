import { createHmac } from 'node:crypto';
import { type BackoffBounds, backoffMs } from '@instrument-panel/client';
import { EVENT_ID_HEADER, SIGNATURE_HEADER } from '@instrument-panel/client/contract';
import type { Store } from '../database.ts';
import { type Attempt, type DeliveryRow, nextDelivery, recordAttempt, tryAtOnce } from './delivery.ts';
import { findWebhook, type Webhook, webhooks } from './registration.ts';

export interface RetryPolicy {
  /** Milliseconds within which the endpoint must answer. */
  readonly timeoutMs: number;
  /** Tries in all. */
  readonly attempts: number;
  /** Milliseconds to wait after so many tries (1 after the first). */
  readonly wait: (tries: number) => number;
}

const DELIVERY_BACKOFF: BackoffBounds = { firstMs: 1_000, maxMs: 60_000 };

/**
 * Exponential back-off with equal jitter: at least half and at most the whole of a bound that doubles with every
 * try, from one second to one minute. `random` gives 0 to 1.
 */
export const deliveryPauseMs = (tries: number, random: () => number): number =>
  backoffMs(tries, DELIVERY_BACKOFF) * (0.5 + random() / 2);

/** Ten seconds for an answer, and some forty minutes of retries: enough to fix and restart a receiver. */
export const RETRY_POLICY: RetryPolicy = {
  timeoutMs: 10_000,
  attempts: 60,
  wait: (tries) => deliveryPauseMs(tries, Math.random),
};

/** Signs a body at an instant in seconds since the epoch (docs/service.md#signature). */
const sign = (secret: string, body: string, unix: number): string =>
  `t=${unix},v1=${createHmac('sha256', secret).update(`${unix}.${body}`).digest('hex')}`;

/** The kind of a failure: Node's code or a plain word of `fetch`. Never a longer message, which names the address. */
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown; readonly message?: unknown } };
  if (typeof cause?.code === 'string') return cause.code;
  const said = String(cause?.message ?? '');
  if (/^[a-z ]{1,30}$/.test(said)) return said;
  return error instanceof Error ? error.name : 'unknown';
}

/**
 * Sends a body once, signed with the real time: a receiver compares `t` with its own clock, which the sandbox's
 * does not move. Redirects are not followed. It never rejects; what fails is in the result.
 *
 * @param stop ends the wait, besides the time-out
 */
async function send(
  { url, secret }: Webhook,
  { id, body }: { readonly id: string; readonly body: string },
  timeoutMs: number,
  stop: AbortSignal,
): Promise<Attempt> {
  const at = Date.now();
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'instrument-panel-sandbox',
        [SIGNATURE_HEADER]: sign(secret, body, Math.floor(at / 1000)),
        [EVENT_ID_HEADER]: id,
      },
      body,
      signal: AbortSignal.any([late, stop]),
    });
    await response.body?.cancel();
    return { at, status: response.status, ms: took(), error: null };
  } catch (error) {
    const reason = late.aborted ? `no answer within ${timeoutMs} ms` : reasonOf(error);
    return { at, status: null, ms: took(), error: reason };
  }
}

const isSuccess = ({ status }: Attempt): boolean => status !== null && status > 199 && status < 300;

/**
 * Creates the courier of a database. Each partner is served on its own, one event after the other in the order of
 * queueing: what fails is tried again before the next one goes. The queue is in the tables, so that a restart
 * goes on from there; an answer that was not recorded is asked for again ("at least once", the same id and body).
 *
 * @param failed receives errors that are no answer of an endpoint, such as a database that cannot be written
 */
export function createCourier(store: Store, policy: RetryPolicy, failed: (error: unknown) => void) {
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
        const webhook = findWebhook(store, partner);
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

  /** Looks for queued events. Call it after every change. */
  function wake(): void {
    if (!isStarted || stopping.signal.aborted) return;
    for (const { partner } of webhooks(store)) begin(partner);
  }

  return {
    /** Starts, and tries what waits from before a restart immediately. */
    start() {
      isStarted = true;
      for (const { partner } of webhooks(store)) tryAtOnce(store, partner);
      wake();
    },
    wake,
    /** Aborts what is under way. It counts as not sent, and goes out again at the next start. */
    async stop() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(rounds);
    },
  };
}
