import { setImmediate as turn } from 'node:timers/promises';
import type { Service } from '../../service/service.ts';
import { type Change, countTransitions } from './transition-tally.ts';

const DAY = 86_400_000;
/** A leap over centuries is not made in days. */
const MOST_STEPS = 400;

/** One move of the clock, and what happened on the way. Instants are milliseconds since the epoch. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly changes: readonly Change[];
}

/** Thrown where the clock is being moved already. */
export class ClockBusyError extends Error {
  override readonly name = 'ClockBusyError';
  readonly code = 'CLOCK_BUSY';
}

/** Moves the clock for the control pages: one move at a time, without holding up the server. */
export interface Mover {
  /** The last one that has ended. */
  last(): Move | null;
  isBusy(): boolean;
  /**
   * Moves to an instant.
   * @throws {ClockBusyError} while another move is under way.
   */
  moveTo(at: number): Promise<void>;
  /**
   * Several moves that nobody else's comes between; `goTo` moves forward only, and stays where the clock is ahead.
   * @throws {ClockBusyError} while another move is under way.
   */
  alone(work: (goTo: (at: number) => Promise<void>) => Promise<void>): Promise<void>;
}

/** Makes the mover of a service's clock. */
export function createMover(service: Service): Mover {
  let isBusy = false;
  let last: Move | null = null;

  /** In steps of a day, each followed by a turn for whoever else waits for the server. */
  async function go(to: number): Promise<void> {
    const from = service.clock.now();
    const step = Math.max(DAY, Math.ceil((to - from) / MOST_STEPS));
    for (let at = from + step; at < to; at += step) {
      service.moveClock(at);
      await turn();
    }
    service.moveClock(to);
    await turn();
  }

  async function alone(work: (goTo: (at: number) => Promise<void>) => Promise<void>): Promise<void> {
    if (isBusy) throw new ClockBusyError('The clock is being moved.');
    isBusy = true;
    try {
      service.runDue();
      const from = service.clock.now();
      const forward = async (at: number) => {
        if (at > service.clock.now()) await go(at);
      };
      const changes = await countTransitions(service.store, () => work(forward));
      last = { from, to: service.clock.now(), changes };
    } finally {
      isBusy = false;
      service.armTimer();
    }
  }

  return { last: () => last, isBusy: () => isBusy, moveTo: (at) => alone(() => go(at)), alone };
}
