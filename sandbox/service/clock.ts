import { addMonths } from '@instrument-panel/client/recurrence';
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

export { addMonths };

const DURATION =
  /^P(?!$)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

const DAY_MS = 86_400_000;
const FIRST = Date.parse('0000-01-01T00:00:00Z');
/** Far enough before the year 10000 for every date that follows from one of the calendar to have four digits. */
const END = Date.parse('9000-01-01T00:00:00Z');

/** True for instants of the years 0000 to 8999, which RFC 3339 can write, and their consequences too. */
export const isInCalendar = (at: number): boolean => at >= FIRST && at < END;

/** The instant an ISO 8601 duration (`P7D`, `P1M`, `PT12H`) after `start`, or null for text that is none. */
export function addDuration(start: number, text: string): number | null {
  const found = DURATION.exec(text);
  if (!found) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const end =
    addMonths(start, years * 12 + months) +
    (weeks * 7 + days) * DAY_MS +
    ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return isInCalendar(end) ? end : null;
}
