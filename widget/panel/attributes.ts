import { isDate, isDateTime } from '@instrument-panel/client/params';
import { type Attributes, anyText, languageTag, STOPPING_ATTRIBUTES, timeZone } from '../attribute-values.ts';
import { parseId } from '../parse-id.ts';
import { PanelError } from './problem.ts';

const dateOrTime = (text: string | null): string | null =>
  text && (isDate(text) || isDateTime(text)) ? text : null;

/** Attributes that stop the panel if they are invalid: they say where it reads, and for whom. */
export const PANEL_STOPPING_ATTRIBUTES = {
  ...STOPPING_ATTRIBUTES,
  audience: 'professional patient',
} as const satisfies Attributes;

/** Attributes that say what is shown: a change of one blanks the panel at once. */
export const QUERY_ATTRIBUTES = {
  'patient-id': anyText,
  'professional-id': anyText,
  'form-id': anyText,
  'start-date': dateOrTime,
  'end-date': dateOrTime,
  ...PANEL_STOPPING_ATTRIBUTES,
  lang: languageTag,
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
  // None is something else than all.
  tools: (text) => text,
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
const toInstant = (value: string | null, time: string): string | null =>
  value && isDate(value) ? new Date(value + time).toISOString() : value;

/** Parses a period; null if one of its ends is invalid, or the first is after the last: a part could be taken for all. */
export function parsePeriod(element: Attributed): Pick<CourseQuery, 'startDate' | 'endDate'> | null {
  const [start, end] = ['start-date', 'end-date'].map((name) => element.getAttribute(name) || null) as [
    string | null,
    string | null,
  ];
  if (start !== dateOrTime(start) || end !== dateOrTime(end)) return null;
  const startDate = toInstant(start, 'T00:00:00.000');
  const endDate = toInstant(end, 'T23:59:59.999');
  return startDate && endDate && Date.parse(startDate) > Date.parse(endDate) ? null : { startDate, endDate };
}

/** Parses the attributes that say which course to show. Throws `missing` or `invalid`, without the value. */
export const parseCourseQuery = (element: Attributed): CourseQuery => ({
  patientId: parseId(element, 'patient-id', PanelError),
  professionalId: parseId(element, 'professional-id', PanelError),
  formId: parseId(element, 'form-id', PanelError),
  ...(parsePeriod(element) ?? { startDate: null, endDate: null }),
});
