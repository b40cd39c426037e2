import { logError } from '../log.ts';
/**
 * The circuit breaker around the service: after failures in a row it is not asked for a while, so that callers
 * learn it at once and the service can recover; then one call tries (M. Nygard, Release It!, Circuit Breaker).
 *
 * @module
 */

import type { Settings } from '../settings.ts';

type BreakerSettings = Pick<Settings, 'limits' | 'clock' | 'log'>;

export type BreakerState = 'closed' | 'open' | 'half-open';

/** `tripped`: as many failures in a row as are borne. `cooled`: the pause is over and a call wants through. */
type BreakerEvent = 'tripped' | 'cooled' | 'succeeded' | 'failed' | 'abandoned';

/**
 * The whole machine. What does not fit a state, such as the late outcome of a call begun before, changes nothing.
 * A try that its caller abandoned has told nothing, so the next call tries.
 */
export const BREAKER: Readonly<Record<BreakerState, Readonly<Partial<Record<BreakerEvent, BreakerState>>>>> =
  {
    closed: { tripped: 'open' },
    open: { cooled: 'half-open' },
    'half-open': { succeeded: 'closed', failed: 'open', abandoned: 'open' },
  };

export type CallEnd = 'succeeded' | 'failed' | 'abandoned';

export interface Breaker {
  /** Gives a pass for one call, to be handed back to `end`; null if the call may not be made. */
  readonly begin: () => number | null;
  /** Says how the call of a pass ended. */
  readonly end: (pass: number, how: CallEnd) => void;
  /** `open` only while nothing may pass: once the pause is over it says `half-open`, since the next call tries. */
  readonly state: () => BreakerState;
  /** Milliseconds until a call may be tried; 0 if one may now, or if one is trying. */
  readonly pauseLeft: () => number;
}

interface BreakerOptions {
  /** Failures in a row that open it. */
  readonly failures: number;
  /** Milliseconds that it stays open. */
  readonly pause: number;
  /** Milliseconds. */
  readonly clock: () => number;
  /** Told each new state. */
  readonly onState?: (state: BreakerState) => void;
}

/** The breaker of a proxy: its limits, its clock, and a line for the operator when it opens and when it closes. */
export function createServiceBreaker({ limits, clock, log }: BreakerSettings): Breaker {
  return createBreaker({
    failures: limits.breakerFailures,
    pause: limits.breakerMs,
    clock,
    onState(state) {
      if (state === 'half-open') return;
      const at = new Date(clock()).toISOString();
      if (state === 'closed') return log({ at, level: 'info', event: 'service-resumed' });
      const hint = `Not asked for ${limits.breakerMs} ms: it cannot be reached, is too slow, or cannot be read.`;
      logError({ log, clock }, 'service-paused', hint);
    },
  });
}

/** Makes a breaker, closed. */
export function createBreaker({ failures, pause, clock, onState }: BreakerOptions): Breaker {
  let state: BreakerState = 'closed';
  let inRow = 0;
  let opensAt = 0;
  // A pass names the state it was given in: an outcome counts there only.
  let era = 0;

  function on(event: BreakerEvent): void {
    const next = BREAKER[state][event];
    if (next === undefined) return;
    state = next;
    era += 1;
    inRow = 0;
    onState?.(next);
    if (next === 'open') opensAt = event === 'abandoned' ? clock() : clock() + pause;
  }

  /** If more than a pause is left the clock was set back: then it is one pause from now. */
  function left(): number {
    const now = clock();
    opensAt = Math.min(opensAt, now + pause);
    return Math.max(0, opensAt - now);
  }

  return {
    begin() {
      if (state === 'closed') return era;
      if (state === 'half-open' || left() > 0) return null;
      on('cooled');
      return era;
    },
    end(pass, how) {
      if (pass !== era) return;
      if (state === 'half-open') return on(how);
      if (how === 'succeeded') inRow = 0;
      if (how === 'failed') inRow += 1;
      if (inRow >= failures) on('tripped');
    },
    state: () => (state === 'open' && left() === 0 ? 'half-open' : state),
    pauseLeft: () => (state === 'open' ? left() : 0),
  };
}
