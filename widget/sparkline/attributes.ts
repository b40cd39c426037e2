/** Attributes whose change asks for something else: what was shown is blanked at once. */
export const ASKING = ['patient-id', 'professional-id', 'form-id', 'base-url', 'lang'] as const;

/** Attributes that change only how it is shown. */
export const SHOWING = ['loading', 'time-zone', 'density', 'refresh'] as const;

/** Seconds between two reads of the list that a page's sparklines share. */
const REFRESH = 60;

type Read = (text: string | null) => unknown;
const asText: Read = (text) => text;

/** The properties that reflect an attribute, and how each is read from its text. */
export const REFLECTED: Readonly<Record<string, readonly [attribute: string, read: Read]>> = {
  patientId: ['patient-id', asText],
  professionalId: ['professional-id', asText],
  formId: ['form-id', asText],
  baseUrl: ['base-url', asText],
  timeZone: ['time-zone', asText],
  loading: ['loading', (text) => (text === 'eager' ? text : 'lazy')],
  density: ['density', (text) => (text === 'line' || text === 'comfortable' ? text : 'compact')],
  refresh: ['refresh', (text) => (text && /^\d{1,5}$/.test(text) ? Number(text) : REFRESH)],
};
