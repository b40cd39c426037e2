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
  readonly kind: (typeof TREATMENT_KINDS)[number];
  /** Shown as it is: `Sertraline 50 mg`. */
  readonly label: string;
}

/** An event of treatment, ready to be drawn. Instants are milliseconds since the epoch. */
export interface Treatment {
  readonly at: number;
  /** Null for one of a single day or instant, or of which no end is given. */
  readonly until: number | null;
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

const textOf = (given: unknown): string => (typeof given === 'string' ? given.trim() : '');

/**
 * Reads the events of treatment that a page gives, by time. Those with a date that is none, or that end before they begin,
 * are counted in `invalid`, and nothing is drawn for them.
 */
export function readTreatments(given: unknown, offsetAt: OffsetAt) {
  const treatments: Treatment[] = [];
  let invalid = Array.isArray(given) || given == null ? 0 : 1;
  for (const one of Array.isArray(given) ? given : []) {
    const { at, until = null, kind, label }: Partial<Record<keyof TreatmentEvent, unknown>> = Object(one);
    const begin = instantOf(at, offsetAt);
    const end = until === null ? null : instantOf(until, offsetAt, true);
    if (Number.isNaN(begin) || (end !== null && !(end >= begin))) invalid++;
    else treatments.push({ at: begin, until: end, kind: textOf(kind), label: textOf(label) });
  }
  return { treatments: treatments.sort((a, b) => a.at - b.at), invalid };
}
