import * as z from 'zod/mini';
import { Id, maybe, openEnum, Uuid } from '../field.ts';

const recommendationFields = {
  /** What the service offers to do next. */
  actions: maybe(
    z.array(
      z.object({
        /** Words for a button. */
        label: maybe(z.string()),
        /** Kind of the action; the list of kinds is not complete. */
        type: maybe(openEnum(['apply'])),
        /** What the action needs; the service does not say of which form. */
        payload: z.optional(z.unknown()),
      }),
    ),
  ),
  /** Where the instruments were looked for; the list of values is not complete. */
  mode: maybe(openEnum(['library'])),
  /** The recommendation in words, made by a machine. */
  recommendation_text: maybe(z.string()),
  /** The instruments of the library that it speaks of. */
  used_instruments: maybe(
    z.array(
      z.object({
        /** Id of the instrument. */
        id: Uuid,
        /** Full name. */
        title: maybe(z.string()),
        /** Short name, such as an acronym. */
        shortTitle: maybe(z.string()),
        /** Name as the service shows it. */
        formattedTitle: maybe(z.string()),
        /** Kind of instrument; the service does not list all kinds. */
        instrumentType: maybe(z.string()),
        /** Address of the instrument. */
        url: maybe(z.string()),
        /** How well it fits, as the service reckons; on which scale is not said. */
        score: maybe(z.number()),
        /** Names of its topics. */
        tags: maybe(z.array(z.string())),
      }),
    ),
  ),
};

/** Suggested library instruments; they support the choice and do not replace clinical judgment. */
export const Recommendation = z.object({
  ...recommendationFields,
  /** Number of the entry that the service keeps of it. */
  audit_log_id: maybe(Id),
});
export type Recommendation = z.infer<typeof Recommendation>;

/** A recommendation given earlier. */
export const RecommendationHistoryItem = z.object({
  ...recommendationFields,
  /** Id of the recommendation. */
  id: Id,
  /** The case as it was described. */
  case_text: maybe(z.string()),
  /** When it was given, as text. */
  created_at: maybe(z.string()),
});

/** A page of the recommendation history (docs/service.md#recommendation). */
export const RecommendationHistory = z.object({
  /** The recommendations of this page. */
  items: z.array(RecommendationHistoryItem),
  /** Number of this page, from 1. */
  page: z.int(),
  /** Recommendations to a page. */
  page_size: z.int(),
  /** Recommendations in all. */
  total: z.int(),
  /** Pages in all. */
  total_pages: z.int(),
});
export type RecommendationHistory = z.infer<typeof RecommendationHistory>;
