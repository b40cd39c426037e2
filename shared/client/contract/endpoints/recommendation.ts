import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { textInput } from '../field.ts';
import { lenientCount, text } from '../param.ts';
import { Recommendation, RecommendationHistory } from '../resources/recommendation.ts';

/** Suggests library instruments for a case; the text must not identify the patient. At most 10,000 characters (chosen). */
export const recommendInstruments = endpoint('recommendInstruments', {
  method: 'POST',
  path: '/professionals/{professionalId}/forms/recommend',
  summary: 'Suggest instruments for a clinical case',
  body: z.object({
    /** The case in words, without anything that identifies the patient. */
    case_text: textInput(10_000),
  }),
  response: Recommendation,
  action: 'recommend',
  patient: { at: 'all' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});

/** Recommendations given earlier, by page; `search` looks in the case text and in the recommendation. */
export const listRecommendations = endpoint('listRecommendations', {
  path: '/professionals/{professionalId}/forms/recommend/history',
  summary: 'List earlier recommendations',
  query: { page: lenientCount(1), page_size: lenientCount(10), search: text },
  response: RecommendationHistory,
  action: 'recommend',
  patient: { at: 'all' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});
