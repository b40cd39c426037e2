import * as z from 'zod/mini';
import { Id, maybe, maybeAll, openEnum, Uuid } from '../field.ts';

const recommendationFields = {
  actions: maybe(
    z.array(
      z.object({
        label: maybe(z.string()),
        type: maybe(openEnum(['apply'])),
        /** Shape: not shown. */
        payload: z.optional(z.unknown()),
      }),
    ),
  ),
  mode: maybe(openEnum(['library'])),
  recommendation_text: maybe(z.string()),
  used_instruments: maybe(
    z.array(
      z.object({
        id: Uuid,
        ...maybeAll(z.string(), 'title', 'shortTitle', 'formattedTitle', 'instrumentType', 'url'),
        score: maybe(z.number()),
        tags: maybe(z.array(z.string())),
      }),
    ),
  ),
};

/** Suggested library instruments; they support the choice and do not replace clinical judgment. */
export const Recommendation = z.object({ ...recommendationFields, audit_log_id: maybe(Id) });
export type Recommendation = z.infer<typeof Recommendation>;

/** A recommendation given earlier. */
export const RecommendationHistoryItem = z.object({
  ...recommendationFields,
  id: Id,
  case_text: maybe(z.string()),
  created_at: maybe(z.string()),
});

/** A page of the recommendation history (docs/service.md#recommendation). */
export const RecommendationHistory = z.object({
  items: z.array(RecommendationHistoryItem),
  page: z.int(),
  page_size: z.int(),
  total: z.int(),
  total_pages: z.int(),
});
export type RecommendationHistory = z.infer<typeof RecommendationHistory>;
