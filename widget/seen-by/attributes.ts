import { type Attributes, anyText, languageTag, STOPPING_ATTRIBUTES } from '../attribute-values.ts';

export const SEEN_BY_ATTRIBUTES = {
  'patient-id': anyText,
  'professional-id': anyText,
  ...STOPPING_ATTRIBUTES,
  lang: languageTag,
  refresh: [300, 0, 86_400],
} as const satisfies Attributes;
