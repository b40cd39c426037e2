import * as z from 'zod/mini';
import { DateTime, Id, maybe, openEnum, Uuid } from '../field.ts';

/** Name of a range, and its colour, which is untrusted text. */
const named = { title: z.string(), color: maybe(z.string()) };

/** The range that a score falls in, by its name only. */
export const ClassificationSummary = z.object(named);

/** The range that a score falls in (docs/service.md#classification). */
export const Classification = z.extend(ClassificationSummary, {
  minScore: maybe(z.number()),
  maxScore: maybe(z.number()),
});
export type Classification = z.infer<typeof Classification>;

/** A range as it is drawn; bounds are inclusive. */
export const ScoreRangeSummary = z.object({ ...named, minScore: z.number(), maxScore: z.number() });
export type ScoreRangeSummary = z.infer<typeof ScoreRangeSummary>;

/** An interpretation range of an instrument or of a subscale (docs/service.md#score-range). Bounds are inclusive. */
export const ScoreRange = z.extend(ScoreRangeSummary, {
  id: maybe(Id),
  formTemplateId: maybe(Uuid),
  formSubScaleId: maybe(Id),
  createdAt: maybe(DateTime),
  updatedAt: maybe(DateTime),
});
export type ScoreRange = z.infer<typeof ScoreRange>;

/**
 * Direction of a scale. `HIGHER_WORSE` is documented; `HIGHER_BETTER` is chosen by this project.
 * Anything else, or nothing, is an unknown direction, and no change is then judged better or worse.
 */
export const ScoreDirection = openEnum(['HIGHER_WORSE', 'HIGHER_BETTER']);
