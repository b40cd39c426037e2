/** Attributes whose change asks for something else: what was shown is blanked at once. */
export const ASKING = [
  'patient-id',
  'professional-id',
  'form-id',
  'start-date',
  'end-date',
  'base-url',
  'lang',
] as const;

/** Attributes that change only how it is shown. */
export const SHOWING = [
  'series',
  'heading-level',
  'loading',
  'dir',
  'time-zone',
  'density',
  'refresh',
] as const;

/** Seconds between two reads of an open graph. */
const REFRESH = 15;

/** A whole number out of an attribute, or its default where it is missing or out of range. */
const whole = (text: string | null, least: number, most: number, fallback: number): number => {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value >= least && value <= most ? value : fallback;
};
const asText = (text: string | null): string | null => text;

/** The properties that reflect an attribute, and how each is read from its text. */
export const REFLECTED: Readonly<
  Record<string, readonly [attribute: string, read: (text: string | null) => unknown]>
> = {
  patientId: ['patient-id', asText],
  professionalId: ['professional-id', asText],
  formId: ['form-id', asText],
  startDate: ['start-date', asText],
  endDate: ['end-date', asText],
  baseUrl: ['base-url', asText],
  series: ['series', asText],
  timeZone: ['time-zone', asText],
  headingLevel: ['heading-level', (text) => whole(text, 1, 6, 2)],
  refresh: ['refresh', (text) => whole(text, 0, 86_400, REFRESH)],
  loading: ['loading', (text) => (text === 'lazy' ? 'lazy' : 'eager')],
  density: ['density', (text) => (text === 'compact' ? 'compact' : 'comfortable')],
};
