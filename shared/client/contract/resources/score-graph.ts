import * as z from 'zod/mini';
import { DateTime, Id, maybe, openEnum, Uuid } from '../field.ts';
import { sensitive } from '../visibility.ts';
import { Classification, ClassificationGlance, ScoreRange, ScoreRangeGlance } from './classification.ts';

const changes = {
  deltaFromBaseline: maybe(z.number()),
  deltaFromPrevious: maybe(z.number()),
  percentChangeFromBaseline: maybe(z.number()),
  percentChangeFromPrevious: maybe(z.number()),
};

/** What the service says of one point against the points before it. */
export const Indicators = z.object({
  ...changes,
  isBestScore: sensitive('interpretation', maybe(z.boolean())),
  isWorstScore: sensitive('interpretation', maybe(z.boolean())),
  previousSeverityCategory: sensitive('interpretation', maybe(z.string())),
  severityCategory: sensitive('interpretation', maybe(z.string())),
});
export type Indicators = z.infer<typeof Indicators>;

const answered = {
  submissionId: Id,
  formApplicationId: maybe(Id),
  completedFillAt: DateTime,
  score: z.number(),
};

/** One answered submission in a series. Points carry no risk flag. */
export const ScorePoint = z.object({
  ...answered,
  classification: sensitive('interpretation', maybe(Classification)),
  indicators: maybe(Indicators),
});
export type ScorePoint = z.infer<typeof ScorePoint>;

const seriesFields = {
  seriesId: z.string(),
  seriesType: maybe(openEnum(['GLOBAL'])),
  name: maybe(z.string()),
  yDomain: maybe(z.object({ min: z.number(), max: z.number() })),
};

/** The course of the global score or of one subscale. */
export const ScoreSeries = z.object({
  ...seriesFields,
  source: maybe(openEnum(['QUESTIONS'])),
  calculationMethod: maybe(openEnum(['SUM'])),
  scoreRanges: sensitive('interpretation', maybe(z.array(ScoreRange))),
  points: z.array(ScorePoint),
});
export type ScoreSeries = z.infer<typeof ScoreSeries>;

const about = { formTemplateId: Uuid, patientId: Uuid };

/** A patient's course on one instrument (Resources, Score graph). */
export const ScoreGraph = z.object({
  ...about,
  generatedAt: maybe(DateTime),
  series: z.array(ScoreSeries),
  summary: maybe(
    z.object({
      firstSubmissionCompletedFillAt: maybe(DateTime),
      lastSubmissionCompletedFillAt: maybe(DateTime),
      totalAnsweredSubmissions: maybe(z.int()),
    }),
  ),
});
export type ScoreGraph = z.infer<typeof ScoreGraph>;

/** A score graph as far as it is drawn and spoken of. */
export const ScoreGraphGlance = z.object({
  ...about,
  series: z.array(
    z.object({
      ...seriesFields,
      scoreRanges: sensitive('interpretation', maybe(z.array(ScoreRangeGlance))),
      points: z.array(
        z.object({
          ...answered,
          classification: sensitive('interpretation', maybe(ClassificationGlance)),
          indicators: maybe(z.object(changes)),
        }),
      ),
    }),
  ),
});
export type ScoreGraphGlance = z.infer<typeof ScoreGraphGlance>;
