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
  return new Breaker({
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

/** A circuit breaker, closed at first. */
export class Breaker {
  readonly #options: BreakerOptions;
  #state: BreakerState = 'closed';
  #failuresInRow = 0;
  #opensAt = 0;
  /** A pass names the state that it was given in: an outcome counts there only. */
  #era = 0;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  /** Gives a pass for one call, to be handed back to `end`; null if the call may not be made. */
  begin(): number | null {
    if (this.#state === 'closed') return this.#era;
    if (this.#state === 'half-open' || this.#pauseLeft() > 0) return null;
    this.#on('cooled');
    return this.#era;
  }

  /** Says how the call of a pass ended. */
  end(pass: number, how: CallEnd): void {
    if (pass !== this.#era) return;
    if (this.#state === 'half-open') return void this.#on(how);
    if (how === 'succeeded') this.#failuresInRow = 0;
    if (how === 'failed') this.#failuresInRow += 1;
    if (this.#failuresInRow >= this.#options.failures) this.#on('tripped');
  }

  /** `open` only while nothing may pass: once the pause is over it is `half-open`, since the next call tries. */
  state(): BreakerState {
    return this.#state === 'open' && this.#pauseLeft() === 0 ? 'half-open' : this.#state;
  }

  /** Milliseconds until a call may be tried; 0 if one may now, or if one is trying. */
  pauseLeft(): number {
    return this.#state === 'open' ? this.#pauseLeft() : 0;
  }

  #on(event: BreakerEvent): void {
    const { clock, pause, onState } = this.#options;
    const next = BREAKER[this.#state][event];
    if (next === undefined) return;
    this.#state = next;
    this.#era += 1;
    this.#failuresInRow = 0;
    onState?.(next);
    if (next === 'open') this.#opensAt = event === 'abandoned' ? clock() : clock() + pause;
  }

  /** If more than a pause is left, the clock was set back: then it is one pause from now. */
  #pauseLeft(): number {
    const now = this.#options.clock();
    this.#opensAt = Math.min(this.#opensAt, now + this.#options.pause);
    return Math.max(0, this.#opensAt - now);
  }
}
