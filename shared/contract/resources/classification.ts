import * as z from 'zod/mini';
import { DateTime, Id, maybe, openEnum, Uuid } from '../field.ts';

/** The range that a score falls in (Resources, Classification). The colour is untrusted text. */
export const Classification = z.object({
  title: z.string(),
  color: maybe(z.string()),
  minScore: maybe(z.number()),
  maxScore: maybe(z.number()),
});
export type Classification = z.infer<typeof Classification>;

/** An interpretation range of an instrument or of a subscale (Resources, ScoreRange). Bounds are inclusive. */
export const ScoreRange = z.object({
  id: maybe(Id),
  formTemplateId: maybe(Uuid),
  formSubScaleId: maybe(Id),
  title: z.string(),
  color: maybe(z.string()),
  minScore: z.number(),
  maxScore: z.number(),
  createdAt: maybe(DateTime),
  updatedAt: maybe(DateTime),
});
export type ScoreRange = z.infer<typeof ScoreRange>;

/**
 * Which way a scale runs. The specification shows `HIGHER_WORSE`; `HIGHER_BETTER` is chosen by this project.
 * Anything else, or nothing, is an unknown direction, and no change is then judged better or worse.
 */
export const ScoreDirection = openEnum(['HIGHER_WORSE', 'HIGHER_BETTER']);
