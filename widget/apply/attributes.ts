import { type Attributes, anyText, languageTag, STOPPING, timeZone } from '../takes.ts';

/** Attributes whose change asks for something else: the form is emptied at once. */
export const ASKING = {
  'patient-id': anyText,
  'professional-id': anyText,
  ...STOPPING,
} as const satisfies Attributes;

/** All of them; the others change only how it is shown. */
export const ATTRIBUTES: Attributes = {
  ...ASKING,
  'heading-level': [2, 1, 6],
  lang: languageTag,
  'time-zone': timeZone,
  dir: 'ltr rtl auto',
  density: 'comfortable compact',
};
