import { type Attributes, anyText, languageTag, STOPPING_ATTRIBUTES, timeZone } from '../attribute-values.ts';

/** Attributes whose change asks for something else: what was shown is blanked at once. */
export const SPARKLINE_QUERY_ATTRIBUTES = {
  'patient-id': anyText,
  'professional-id': anyText,
  'form-id': anyText,
  ...STOPPING_ATTRIBUTES,
  lang: languageTag,
  'time-zone': timeZone,
  refresh: [60, 0, 86_400],
} as const satisfies Attributes;

/** All of them; the others change only how it is shown. */
export const SPARKLINE_ATTRIBUTES: Attributes = {
  ...SPARKLINE_QUERY_ATTRIBUTES,
  loading: 'lazy eager',
  density: 'compact comfortable line',
};
