import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProxyRequest } from '../exchange.ts';
import { refuse } from '../refusal.ts';
import type { Places } from './places.ts';

/**
 * Limits the number of requests at once to the places. If all slots are taken, the request that has waited longest for its
 * body loses its slot, however short that is: a body usually arrives with its headers, so that the one that waits longest
 * is one that is withheld.
 */
export function createConcurrencyLimiter(places: Places) {
  const waiting = new Set<(refusal: Error) => void>();

  function makeRoom(): boolean {
    const [giveWay] = waiting;
    if (!giveWay) return false;
    waiting.delete(giveWay);
    giveWay(refuse('PROXY_BUSY'));
    return true;
  }

  return {
    /** Takes a slot, or that of the slowest upload. False if there is none. */
    enter(): boolean {
      if (places.isFull() && !makeRoom()) return false;
      places.take();
      return true;
    },
    leave: places.leave,
    /** Awaits a body. Rejects with the `Refusal` `PROXY_BUSY` (503) if the request loses its slot. */
    awaited: (body: Promise<Uint8Array>): Promise<Uint8Array> =>
      new Promise((resolve, reject) => {
        waiting.add(reject);
        body.finally(() => waiting.delete(reject)).then(resolve, reject);
      }),
  };
}

/** Returns the request with a body that is read through `awaited`. A request without a body is returned unchanged. */
export function withAwaitedBody(
  request: ProxyRequest,
  awaited: (body: Promise<Uint8Array>) => Promise<Uint8Array>,
): ProxyRequest {
  const { method, rawTarget, headers, refusal, raw, isForwarded = false } = request;
  if (method === 'GET' || refusal) return request;
  return {
    method,
    rawTarget,
    headers,
    raw,
    isForwarded,
    readBody: (limit) => awaited(request.readBody(limit)),
    onGone: (leave) => request.onGone?.(leave),
    acceptEncoding: () => request.acceptEncoding?.() ?? '',
    address: (hops) => request.address?.(hops) ?? null,
  };
}

const TIMER_RESOLUTION_MS = 20;

/** Measures the delay of the event loop of this process. Keeps no process alive. */
export function createLoopMeter() {
  const turns = monitorEventLoopDelay({ resolution: TIMER_RESOLUTION_MS });
  turns.enable();
  return {
    /** Returns the median delay of the turns since the last call, in milliseconds. */
    take(): number {
      // In nanoseconds, including the resolution; without a turn there is no median.
      const median = turns.count > 0 ? turns.percentile(50) / 1e6 : 0;
      turns.reset();
      return Math.max(0, median - TIMER_RESOLUTION_MS);
    },
    stop: () => void turns.disable(),
  };
}

const SAMPLE_INTERVAL_MS = 1_000;

/**
 * Reports the event loop as late after two samples in a row above the limit, until one is below it: a single long stall
 * is over before a caller could be refused. It samples only when it is asked, so an idle proxy does no work.
 */
export function createLoopWatch(
  limitMs: number,
  meter: ReturnType<typeof createLoopMeter> = createLoopMeter(),
) {
  let sampledAt = performance.now();
  let delayMs = 0;
  let wasOver = false;
  let isLate = false;
  return {
    /** @param now of `performance.now()` */
    isLate(now: number): boolean {
      if (now - sampledAt >= SAMPLE_INTERVAL_MS) {
        delayMs = meter.take();
        const isOver = delayMs > limitMs;
        isLate = isOver && wasOver;
        wasOver = isOver;
        sampledAt = now;
      }
      return isLate;
    },
    /** The median delay of the last sample, in milliseconds. */
    delayMs: (): number => delayMs,
    stop: meter.stop,
  };
}
