import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Tells whether the process gets to its work too late to take on more. */
export interface LoopWatch {
  /** @param now of `performance.now()` */
  readonly isLate: (now: number) => boolean;
  /** Milliseconds by which half of the turns came too late, at the last look. */
  readonly delayMs: () => number;
  readonly stop: () => void;
}

/** What is read of the event loop. */
export interface LoopMeter {
  /** Milliseconds by which half of the turns since the last call came too late, at least. */
  readonly take: () => number;
  readonly stop: () => void;
}

/** How often a turn is asked for, in milliseconds. */
const RESOLUTION = 20;

/** Measures the delay of the event loop of this process. Keeps no process alive. */
export function createLoopMeter(): LoopMeter {
  const turns = monitorEventLoopDelay({ resolution: RESOLUTION });
  turns.enable();
  return {
    take() {
      // Nanoseconds, the pause that was asked for included; without a turn there is no median.
      const median = turns.count > 0 ? turns.percentile(50) / 1e6 : 0;
      turns.reset();
      return Math.max(0, median - RESOLUTION);
    },
    stop: () => turns.disable(),
  };
}

/** Length of a look, in milliseconds. */
const LOOK = 1_000;

/**
 * Watches the event loop: it is late after two looks in a row whose median delay was over `limit` milliseconds, until
 * one is under it. A single long stall, such as a machine that was paused, is over by the time anybody could be told.
 * It looks when it is asked, so that a quiet proxy has nothing to do.
 */
export function createLoopWatch(limit: number, meter: LoopMeter = createLoopMeter()): LoopWatch {
  let lookedAt = performance.now();
  let delay = 0;
  let wasOver = false;
  let isLate = false;
  return {
    isLate(now) {
      if (now - lookedAt >= LOOK) {
        delay = meter.take();
        const isOver = delay > limit;
        isLate = isOver && wasOver;
        wasOver = isOver;
        lookedAt = now;
      }
      return isLate;
    },
    delayMs: () => delay,
    stop: meter.stop,
  };
}
