import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProxyRequest } from '../exchange.ts';
import { refuse } from '../refusal.ts';

type Lane = ReturnType<typeof createLane>;

/** Milliseconds for which nobody gives way: a body mostly comes along with its headers. */
const BODY_GRACE_MS = 500;

/** Makes a lane: who keeps it waiting gives way, or connections that never send a body would fill it. */
export function createLane(most: number) {
  let taken = 0;
  const waiting = new Map<(refusal: Error) => void, number>();

  function makeRoom(now: number): boolean {
    const [longest] = waiting;
    if (!longest || now - longest[1] < BODY_GRACE_MS) return false;
    const [giveWay] = longest;
    waiting.delete(giveWay);
    giveWay(refuse('PROXY_BUSY'));
    return true;
  }

  return {
    /** Takes a place, or that of the body awaited for longest; false for none. `now`: `performance.now()`. */
    enter(now: number): boolean {
      if (taken >= most && !makeRoom(now)) return false;
      taken += 1;
      return true;
    },
    leave(): void {
      taken -= 1;
    },
    /** Awaits a body; rejects with the `Refusal` (503) of a busy proxy if the request has to give way. */
    awaited: (body: Promise<Uint8Array>): Promise<Uint8Array> =>
      new Promise((resolve, reject) => {
        waiting.set(reject, performance.now());
        body.finally(() => waiting.delete(reject)).then(resolve, reject);
      }),
  };
}

/** The request as one that gives way if its lane is full. What has no body to wait for is left as it is. */
export function givingWay(request: ProxyRequest, lane: Lane): ProxyRequest {
  const { method, rawTarget, headers, refusal } = request;
  if (method === 'GET' || refusal) return request;
  return {
    method,
    rawTarget,
    headers,
    readBody: (limit) => lane.awaited(request.readBody(limit)),
    onGone: (leave) => request.onGone?.(leave),
    address: (hops) => request.address?.(hops) ?? null,
  };
}

const TIMER_RESOLUTION_MS = 20;

/** Measures the delay of the event loop of this process. Keeps no process alive. */
export function createLoopMeter() {
  const turns = monitorEventLoopDelay({ resolution: TIMER_RESOLUTION_MS });
  turns.enable();
  return {
    /** Milliseconds by which half of the turns since the last call came too late, at least. */
    take(): number {
      // Nanoseconds, the pause that was asked for included; without a turn there is no median.
      const median = turns.count > 0 ? turns.percentile(50) / 1e6 : 0;
      turns.reset();
      return Math.max(0, median - TIMER_RESOLUTION_MS);
    },
    stop: () => void turns.disable(),
  };
}

const SAMPLE_INTERVAL_MS = 1_000;

/**
 * Late after two samples in a row over the limit, until one is under it: a single long stall is over by the
 * time a caller could be told. Samples when it is asked, so that a quiet proxy has nothing to do.
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
    /** Milliseconds by which half of the turns came too late, in the last sample. */
    delayMs: (): number => delayMs,
    stop: meter.stop,
  };
}
