import { isDate, isDateTime, isUuid } from '@instrument-panel/client/params';
import { invalid, PanelError } from './problem.ts';

/** What a panel is asked to show. Identifiers are UUIDs in lower case, dates are RFC 3339 date-times. */
export interface Asked {
  readonly professionalId: string;
  readonly patientId: string;
  readonly formId: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

type Given = (attribute: string) => string | null;

function id(given: Given, name: string): string {
  const value = given(name);
  if (!value) throw new PanelError('missing', `${name} is missing`, name);
  if (!isUuid(value)) throw invalid(name);
  return value.toLowerCase();
}

/** A day counts whole, in the browser's time zone: from its first to its last millisecond. */
function instant(given: Given, name: string, time: string): string | null {
  const value = given(name);
  if (!value) return null;
  if (isDate(value)) return new Date(value + time).toISOString();
  if (!isDateTime(value)) throw invalid(name);
  return value;
}

/**
 * Reads what is asked from attributes.
 *
 * @throws {PanelError} `missing` or `invalid`, naming the attribute; the value itself stays out, since it may be a
 *   patient's
 */
export function askedOf(given: Given): Asked {
  const asked = {
    patientId: id(given, 'patient-id'),
    professionalId: id(given, 'professional-id'),
    formId: id(given, 'form-id'),
    startDate: instant(given, 'start-date', 'T00:00:00.000'),
    endDate: instant(given, 'end-date', 'T23:59:59.999'),
  };
  const { startDate, endDate } = asked;
  if (startDate && endDate && Date.parse(startDate) > Date.parse(endDate)) {
    throw invalid('start-date');
  }
  return asked;
}
