import { type Attributes, anyText, languageTag, STOPPING_ATTRIBUTES, timeZone } from '../attribute-values.ts';

/** Attributes whose change asks for something else: what was shown is blanked at once. */
export const OVERVIEW_QUERY_ATTRIBUTES = {
  'patient-id': anyText,
  'professional-id': anyText,
  ...STOPPING_ATTRIBUTES,
  lang: languageTag,
} as const satisfies Attributes;

/** All of them; the others change only how it is shown. */
export const OVERVIEW_ATTRIBUTES: Attributes = {
  ...OVERVIEW_QUERY_ATTRIBUTES,
  'heading-level': [2, 1, 5],
  dir: 'ltr rtl auto',
  'time-zone': timeZone,
  refresh: [30, 0, 86_400],
};
