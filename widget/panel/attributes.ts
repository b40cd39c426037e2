import { isDate, isDateTime } from '@instrument-panel/client/params';
import type { Attributes } from '../element.ts';
import { anyText, languageTag, parseId, timeZone, webAddress } from '../takes.ts';
import { invalidAttribute, PanelError } from './problem.ts';

/** Attributes that say what is shown: a change of one blanks the panel at once. */
export const QUERY_ATTRIBUTES = {
  'patient-id': anyText,
  'professional-id': anyText,
  'form-id': anyText,
  'start-date': anyText,
  'end-date': anyText,
  'base-url': webAddress,
  lang: languageTag,
  audience: 'professional patient',
  interpretation: 'hidden shown',
} as const satisfies Attributes;

/** All attributes; the others change only how the course is shown. */
export const PANEL_ATTRIBUTES: Attributes = {
  ...QUERY_ATTRIBUTES,
  series: anyText,
  'heading-level': [2, 1, 6],
  loading: 'eager lazy',
  dir: 'ltr rtl auto',
  'time-zone': timeZone,
  density: 'comfortable compact',
  refresh: [15, 0, 86_400],
};

/** The course that a panel shows. Identifiers are UUIDs in lower case, dates are RFC 3339 date-times. */
export interface CourseQuery {
  readonly professionalId: string;
  readonly patientId: string;
  readonly formId: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

type Attributed = Pick<Element, 'getAttribute'>;

/** Completes a day to an instant in the browser's time zone, so that the last day of a period counts whole. */
function parseInstant(element: Attributed, name: string, time: string): string | null {
  const value = element.getAttribute(name);
  if (!value) return null;
  if (isDate(value)) return new Date(value + time).toISOString();
  if (!isDateTime(value)) throw invalidAttribute(name);
  return value;
}

/** Parses the attributes that say which course to show. Throws `missing` or `invalid`, without the value. */
export function parseCourseQuery(element: Attributed): CourseQuery {
  const query = {
    patientId: parseId(element, 'patient-id', PanelError),
    professionalId: parseId(element, 'professional-id', PanelError),
    formId: parseId(element, 'form-id', PanelError),
    startDate: parseInstant(element, 'start-date', 'T00:00:00.000'),
    endDate: parseInstant(element, 'end-date', 'T23:59:59.999'),
  };
  const { startDate, endDate } = query;
  if (startDate && endDate && Date.parse(startDate) > Date.parse(endDate)) {
    throw invalidAttribute('start-date');
  }
  return query;
}
