import type { Attributes } from '../element.ts';
import { anyText, languageTag, timeZone, webAddress } from '../takes.ts';

/** Attributes whose change asks for something else: what was shown is blanked at once. */
export const ASKING = {
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

/** All of them; the others change only how it is shown. */
export const ATTRIBUTES: Attributes = {
  ...ASKING,
  series: anyText,
  'heading-level': [2, 1, 6],
  loading: 'eager lazy',
  dir: 'ltr rtl auto',
  'time-zone': timeZone,
  density: 'comfortable compact',
  refresh: [15, 0, 86_400],
};
