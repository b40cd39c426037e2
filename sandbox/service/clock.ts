import type { Store } from './store/database.ts';

/** The service's clock: real time plus an offset, or held still. Instants are milliseconds since the epoch. */
export interface ServiceClock {
  now(): number;
  /** Moves the clock; it goes on from there (or stays there while it is held). */
  move(to: number): void;
  /** Stops the ticking, so that filling a database gives the same instants every time. */
  hold(): void;
  /** Lets it tick again from where it stands. */
  release(): void;
  /** How far it is ahead of real time, milliseconds. */
  offset(): number;
}

const OFFSET = 'clockOffset';

/** Keeps how far the clock is ahead of real time, so that a restart goes on from there. */
export function saveClock(store: Store, clock: ServiceClock): void {
  store.run('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)', OFFSET, String(clock.offset()));
}

/** How far the clock of this database was ahead, milliseconds; 0 where it was never moved. */
export const savedOffset = (store: Store): number =>
  Number(store.one<{ value: string }>('SELECT value FROM setting WHERE name = ?', OFFSET)?.value ?? 0);

/** A clock that begins `offset` milliseconds ahead of real time. */
export function createClock(offset = 0): ServiceClock {
  let ahead = offset;
  let held: number | null = null;
  const now = () => held ?? Date.now() + ahead;
  return {
    now,
    move(to) {
      ahead = to - Date.now();
      if (held !== null) held = to;
    },
    hold() {
      held = now();
    },
    release() {
      if (held !== null) ahead = held - Date.now();
      held = null;
    },
    offset: () => (held === null ? ahead : held - Date.now()),
  };
}

/** Milliseconds as RFC 3339 in UTC. */
export const iso = (at: number): string => new Date(at).toISOString();

/** The same for a column that may be empty. */
export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));
