import { type Attributes, anyText, languageTag, STOPPING_ATTRIBUTES, timeZone } from '../attribute-values.ts';

/** Attributes whose change asks for something else: the list is emptied at once. */
export const CASELOAD_QUERY_ATTRIBUTES = {
  'professional-id': anyText,
  days: [92, 1, 366],
  ...STOPPING_ATTRIBUTES,
} as const satisfies Attributes;

/** All of them; the others change only how it is shown, or how often it is read. */
export const CASELOAD_ATTRIBUTES: Attributes = {
  ...CASELOAD_QUERY_ATTRIBUTES,
  lang: languageTag,
  'time-zone': timeZone,
  dir: 'ltr rtl auto',
  refresh: [300, 0, 86_400],
};
