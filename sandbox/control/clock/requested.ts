import { isDateTime } from '@instrument-panel/client/params';
import { addDuration, isInCalendar } from '../../service/calendar.ts';

/** Durations of the buttons, ISO 8601. */
export const ADVANCES = { day: 'P1D', week: 'P7D', month: 'P1M' } as const;

/** The instant that the clock's form asks for, milliseconds since the epoch; null where it cannot be read. */
export function requestedInstant(now: number, advance: string, text: string): number | null {
  if (advance !== '') return addDuration(now, advance);
  // A field for date and time leaves seconds and zone out; the pages tell every time in UTC.
  const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.exec(text);
  const whole = local ? `${text}${local[1] === undefined ? ':00' : ''}Z` : text;
  if (!isDateTime(whole)) return null;
  const at = Date.parse(whole);
  return isInCalendar(at) ? at : null;
}
