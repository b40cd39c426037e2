import { isDateTime } from '@instrument-panel/client/params';
import { addMonths } from '@instrument-panel/client/recurrence';
import type { Store } from './database.ts';

/** The movable clock. */
export interface SandboxClock {
  /** RFC 3339. */
  now(): string;
  /** Moves to an instant (RFC 3339), running every transition on the way. */
  set(now: string): void;
  /** Stops the ticking, for repeatable instants; `set` still moves it. */
  hold(): void;
  release(): void;
}

const OFFSET = 'clockOffset';

/**
 * Creates the service's clock: real time plus an offset, or held still. Instants are milliseconds since the epoch.
 * The database keeps the offset, so that a restart continues with it.
 */
export function createClock(store: Store) {
  const saved = store.one<{ value: string }>('SELECT value FROM setting WHERE name = ?', OFFSET);
  let offset = Number(saved?.value ?? 0);
  let held: number | null = null;
  const now = () => held ?? Date.now() + offset;
  return {
    now,
    /** Moves the clock; it goes on from there (or stays there while it is held). */
    move(to: number) {
      offset = to - Date.now();
      if (held !== null) held = to;
      store.run('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)', OFFSET, String(offset));
    },
    /** Stops the ticking, so that filling a database gives the same instants every time. */
    hold() {
      held = now();
    },
    release() {
      if (held !== null) offset = held - Date.now();
      held = null;
    },
  };
}
export type ServiceClock = ReturnType<typeof createClock>;

export const iso = (at: number): string => new Date(at).toISOString();

export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

const DURATION =
  /^P(?!$)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

const DAY_MS = 86_400_000;
const FIRST = Date.parse('0000-01-01T00:00:00Z');
/** Leaves room for dates that follow from one of the calendar: they must have four digits. */
const END = Date.parse('9000-01-01T00:00:00Z');

/** Tells whether an instant is in the years 0000 to 8999, so that every date that follows from it has four digits. */
export const isInCalendar = (at: number): boolean => at >= FIRST && at < END;

/** Reads a date-time (RFC 3339) of the calendar; null for other text. */
export function readDateTime(text: string): number | null {
  const at = isDateTime(text) ? Date.parse(text) : Number.NaN;
  return isInCalendar(at) ? at : null;
}

/** Adds an ISO 8601 duration (`P7D`, `P1M`, `PT12H`) to an instant. Returns null for text that is no duration. */
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
