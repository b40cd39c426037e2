import { setImmediate as turn } from 'node:timers/promises';
import type { Store } from '../service/database.ts';
import type { ServiceContext } from '../service/service.ts';

interface TransitionCount {
  readonly subject: 'application' | 'submission' | 'message' | 'delivery';
  /** The state, as on the wire; `SENT` for messages. */
  readonly became: string;
  readonly count: number;
}

const NOTE = (subject: string, became: string) => `
  BEGIN INSERT INTO transitionTally VALUES ('${subject}', ${became}, 1)
    ON CONFLICT DO UPDATE SET count = count + 1; END`;
const MOVED = (subject: string) => `
  CREATE TEMP TRIGGER IF NOT EXISTS ${subject}Moved AFTER UPDATE OF status ON main.${subject}
  WHEN old.status <> new.status ${NOTE(subject, 'new.status')}`;
const MADE = (subject: string, became: string) => `
  CREATE TEMP TRIGGER IF NOT EXISTS ${subject}Made AFTER INSERT ON main.${subject} ${NOTE(subject, became)}`;

/** Temporary tables and triggers: they exist in this connection only, and nothing of them is in the file. */
const SETUP = [
  `CREATE TEMP TABLE IF NOT EXISTS transitionTally (subject TEXT NOT NULL, became TEXT NOT NULL,
     count INTEGER NOT NULL, PRIMARY KEY (subject, became)) STRICT, WITHOUT ROWID`,
  MOVED('application'),
  MOVED('submission'),
  MADE('message', `'SENT'`),
  MADE('delivery', `'QUEUED'`),
  'DELETE FROM transitionTally',
];

/**
 * Counts the changes of state while `work` runs. The database itself counts, so that none is missed if something
 * passes through several states.
 */
async function countTransitions(
  store: Store,
  work: () => Promise<void>,
): Promise<readonly TransitionCount[]> {
  for (const statement of SETUP) store.run(statement);
  await work();
  return store.all('SELECT subject, became, count FROM transitionTally ORDER BY subject, became');
}

const DAY_MS = 86_400_000;
/** A move over centuries is not made in days. */
const STEP_LIMIT = 400;

/** One move of the clock, and what happened on the way. Instants are milliseconds since the epoch. */
export interface ClockMove {
  readonly from: number;
  readonly to: number;
  readonly changes: readonly TransitionCount[];
}

/** Thrown while another move of the clock is under way. */
export class ClockBusyError extends Error {
  override readonly name = 'ClockBusyError';
}

/** Creates the mover of a service's clock: one move at a time, without holding up the server. */
export function createClockMover(service: ServiceContext) {
  let isBusy = false;
  let last: ClockMove | null = null;

  /** Moves in steps of a day, so that the server answers other requests in between. */
  async function go(to: number): Promise<void> {
    const from = service.clock.now();
    const step = Math.max(DAY_MS, Math.ceil((to - from) / STEP_LIMIT));
    for (let at = from + step; at < to; at += step) {
      service.moveClock(at);
      await turn();
    }
    service.moveClock(to);
    await turn();
  }

  /**
   * Does something while no move of the clock is made.
   * @throws {ClockBusyError} while another move is under way.
   */
  async function alone(work: () => Promise<void>): Promise<void> {
    if (isBusy) throw new ClockBusyError('The clock is being moved.');
    isBusy = true;
    try {
      await work();
    } finally {
      isBusy = false;
    }
  }

  const moveTo = (at: number): Promise<void> =>
    alone(async () => {
      try {
        service.runDue();
        const from = service.clock.now();
        const changes = await countTransitions(service.store, () => go(at));
        last = { from, to: service.clock.now(), changes };
      } finally {
        service.armTimer();
      }
    });

  return {
    last: () => last,
    isBusy: () => isBusy,
    /** @throws {ClockBusyError} while another move is under way. */
    moveTo,
    alone,
  };
}
export type ClockMover = ReturnType<typeof createClockMover>;
