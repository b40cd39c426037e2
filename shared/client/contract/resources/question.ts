import * as z from 'zod/mini';
import { DateTime, Id, maybe, openEnum } from '../field.ts';

/** An answer option with its weight in the score (docs/service.md#option). */
export const Option = z.object({
  id: Id,
  value: z.string(),
  weight: maybe(z.number()),
  emoji: maybe(z.string()),
  isOther: maybe(z.boolean()),
  position: maybe(z.int()),
  createdAt: maybe(DateTime),
  updatedAt: maybe(DateTime),
});
export type Option = z.infer<typeof Option>;

/** A labelled point of a scale question. */
export const PointAnchor = z.object({
  emoji: maybe(z.string()),
  label: maybe(z.string()),
  value: maybe(z.number()),
});

/** Question summary, inside an answer (docs/service.md#answer). */
export const QuestionSummary = z.object({
  title: z.string(),
  questionType: maybe(openEnum(['MULTIPLE_CHOICE'])),
  position: maybe(z.int()),
  scaleStart: maybe(z.number()),
  scaleEnd: maybe(z.number()),
  scaleStep: maybe(z.number()),
  leftLabel: maybe(z.string()),
  centerLabel: maybe(z.string()),
  rightLabel: maybe(z.string()),
  leftEmoji: maybe(z.string()),
  centerEmoji: maybe(z.string()),
  rightEmoji: maybe(z.string()),
  formSubScaleId: maybe(Id),
  pointAnchors: maybe(z.array(PointAnchor)),
  questionOptions: maybe(z.array(Option)),
});
export type QuestionSummary = z.infer<typeof QuestionSummary>;
