import { isDate } from '@instrument-panel/client/params';
import { type Attributes, anyText, languageTag, STOPPING_ATTRIBUTES, timeZone } from '../attribute-values.ts';

/** Attributes whose change asks for something else: the form is emptied at once. */
export const APPLY_QUERY_ATTRIBUTES = {
  'patient-id': anyText,
  'professional-id': anyText,
  ...STOPPING_ATTRIBUTES,
} as const satisfies Attributes;

/** All of them; the others change only how it is shown. */
export const APPLY_ATTRIBUTES: Attributes = {
  ...APPLY_QUERY_ATTRIBUTES,
  'heading-level': [2, 1, 6],
  lang: languageTag,
  'time-zone': timeZone,
  'next-visit': (text) => (text && isDate(text) ? text : null),
  dir: 'ltr rtl auto',
  density: 'comfortable compact',
};
