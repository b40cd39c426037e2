/** Attributes whose change asks for something else: the form is emptied at once. */
export const ASKING = ['patient-id', 'professional-id', 'base-url'] as const;

/** Attributes that change only how it is shown. */
export const SHOWING = ['heading-level', 'lang', 'dir', 'time-zone', 'density'] as const;

type Read = (text: string | null) => unknown;

/** A level of headings; 2 where the text is none. */
function level(text: string | null): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= 6 ? value : 2;
}

/** The properties that reflect an attribute, and how each is read from its text; every element has `lang` and `dir`. */
export const REFLECTED: Readonly<Record<string, readonly [attribute: string, read: Read]>> = {
  patientId: ['patient-id', (text) => text],
  professionalId: ['professional-id', (text) => text],
  baseUrl: ['base-url', (text) => text],
  headingLevel: ['heading-level', level],
  timeZone: ['time-zone', (text) => text],
  density: ['density', (text) => (text === 'compact' ? 'compact' : 'comfortable')],
};
