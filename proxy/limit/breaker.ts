/**
 * The circuit breaker around the service: after failures in a row it is not asked for a while, so that callers
 * learn it soon and the service can recover; then one call tries (M. Nygard, Release It!, Circuit Breaker). @module
 */
import { logError } from '../log.ts';
import type { Settings } from '../settings.ts';

type BreakerSettings = Pick<Settings, 'limits' | 'clock' | 'log'>;

export type BreakerState = 'closed' | 'open' | 'half-open';

/** `tripped`: as many failures in a row as are borne. `cooled`: the pause is over and a call wants through. */
type BreakerEvent = 'tripped' | 'cooled' | 'succeeded' | 'failed' | 'abandoned';

/** What does not fit a state changes nothing. After a try that its caller abandoned the next call tries. */
export const BREAKER: Readonly<Record<BreakerState, Readonly<Partial<Record<BreakerEvent, BreakerState>>>>> =
  {
    closed: { tripped: 'open' },
    open: { cooled: 'half-open' },
    'half-open': { succeeded: 'closed', failed: 'open', abandoned: 'open' },
  };

export type CallEnd = 'succeeded' | 'failed' | 'abandoned';

/** Makes the breaker of a proxy: its limits, its clock, and a line for the operator when it opens and closes. */
export function createServiceBreaker({ limits, clock, log }: BreakerSettings): Breaker {
  return createBreaker(limits.breakerFailures, limits.breakerMs, clock, (state) => {
    if (state === 'half-open') return;
    const at = new Date(clock()).toISOString();
    if (state === 'closed') return log({ at, level: 'info', event: 'service-resumed' });
    const hint = `Not asked for ${limits.breakerMs} ms: it cannot be reached, is too slow, or cannot be read.`;
    logError({ log, clock }, 'service-paused', hint);
  });
}

export type Breaker = ReturnType<typeof createBreaker>;

/** Makes a circuit breaker, closed at first and open for `pauseMs` after so many failures in a row. */
export function createBreaker(
  mostFailures: number,
  pauseMs: number,
  clock: () => number,
  onState: (state: BreakerState) => void = () => {},
) {
  let current: BreakerState = 'closed';
  let failuresInRow = 0;
  let opensAt = 0;
  /** A pass names the state that it was given in: an outcome counts there only. */
  let era = 0;

  function on(event: BreakerEvent): void {
    const next = BREAKER[current][event];
    if (next === undefined) return;
    current = next;
    era += 1;
    failuresInRow = 0;
    onState(next);
    if (next === 'open') opensAt = event === 'abandoned' ? clock() : clock() + pauseMs;
  }

  /** Milliseconds until a call may be tried; 0 if one may now, or if one is trying. */
  function pauseLeft(): number {
    if (current !== 'open') return 0;
    const now = clock();
    // If more than a pause is left, the clock was set back: then it is one pause from now.
    opensAt = Math.min(opensAt, now + pauseMs);
    return Math.max(0, opensAt - now);
  }

  return {
    /** Gives a pass for one call, to be handed back to `end`; null if the call may not be made. */
    begin(): number | null {
      if (current === 'half-open' || pauseLeft() > 0) return null;
      if (current === 'open') on('cooled');
      return era;
    },
    end(pass: number, how: CallEnd): void {
      if (pass !== era) return;
      if (current === 'half-open') return void on(how);
      if (how === 'succeeded') failuresInRow = 0;
      if (how === 'failed') failuresInRow += 1;
      if (failuresInRow >= mostFailures) on('tripped');
    },
    /** `open` only while nothing may pass: once the pause is over it is `half-open`, since the next call tries. */
    state: (): BreakerState => (current === 'open' && pauseLeft() === 0 ? 'half-open' : current),
    pauseLeft,
  };
}
