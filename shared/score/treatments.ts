import { isDate, isDateTime } from '@instrument-panel/client/params';
import type { OffsetAt } from './bands.ts';

/** Kinds of events of treatment that have words of their own; any other is shown as it is given. */
export const TREATMENT_KINDS = ['medication', 'session', 'admission', 'course'] as const;

/** An event of treatment, as the page gives it. */
export interface TreatmentEvent {
  /** ISO 8601: a day (`2026-03-01`, in the element's time zone) or a date-time with `Z` or an offset. */
  readonly at: string;
  /** Its last day or its end, for one that lasted. */
  readonly until?: string | null | undefined;
  /** It goes on as you know it now. Such an event has no `until`; without either, it is said that no end is given. */
  readonly ongoing?: boolean | null | undefined;
  readonly kind: (typeof TREATMENT_KINDS)[number];
  /** Shown as it is: `Sertraline 50 mg`. */
  readonly label: string;
}

/** An event of treatment, ready to be drawn. Instants are milliseconds since the epoch. */
export interface Treatment {
  readonly at: number;
  /** Null for one of a single day or instant, or of which no end is given. */
  readonly until: number | null;
  /** The page says that it goes on. */
  readonly ongoing: boolean;
  readonly kind: string;
  readonly label: string;
}

const DAY_MS = 86_400_000;

/** The instant that a text gives; for a day its first, or its last with `isEnd`. NaN for what is neither. */
function instantOf(text: unknown, offsetAt: OffsetAt, isEnd = false): number {
  if (typeof text !== 'string') return Number.NaN;
  if (!isDate(text)) return isDateTime(text) ? Date.parse(text) : Number.NaN;
  const wall = Date.parse(`${text}T00:00:00Z`) + (isEnd ? DAY_MS : 0);
  return wall - offsetAt(wall - offsetAt(wall)) - (isEnd ? 1 : 0);
}

/** Kinds that last: without an end, and without a word of the page that they go on, nobody knows whether they do. */
const LASTING: ReadonlySet<string> = new Set([
  'medication',
  'admission',
  'course',
] satisfies TreatmentEvent['kind'][]);

/** True where the end of an event is missing. */
export const lacksEnd = ({ until, ongoing, kind }: Treatment): boolean =>
  until === null && !ongoing && LASTING.has(kind);

const textOf = (given: unknown): string => (typeof given === 'string' ? given.trim() : '');

/** Reads one event; null for one that is not valid. */
function readTreatment(given: unknown, offsetAt: OffsetAt): Treatment | null {
  const one: Partial<Record<keyof TreatmentEvent, unknown>> = Object(given);
  const at = instantOf(one.at, offsetAt);
  const until = one.until == null ? null : instantOf(one.until, offsetAt, true);
  const ongoing = one.ongoing ?? false;
  if (Number.isNaN(at) || typeof ongoing !== 'boolean') return null;
  if (until !== null && (ongoing || !(until >= at))) return null;
  return { at, until, ongoing, kind: textOf(one.kind), label: textOf(one.label) };
}

/**
 * Reads the events of treatment that a page gives, by time. Those with a date that is none, that end before they begin, or
 * that end and go on, are counted in `invalid`, and nothing is drawn for them.
 */
export function readTreatments(given: unknown, offsetAt: OffsetAt) {
  const isList = Array.isArray(given);
  const read = isList ? given.map((one) => readTreatment(one, offsetAt)) : [];
  const treatments = read.filter((one) => one !== null);
  const invalid = isList || given == null ? read.length - treatments.length : 1;
  return { treatments: treatments.sort((a, b) => a.at - b.at), invalid };
}
