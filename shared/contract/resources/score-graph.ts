import * as z from 'zod/mini';
import { DateTime, Id, maybe, openEnum, Uuid } from '../field.ts';
import { Classification, ScoreRange } from './classification.ts';

/** What the service says of one point against the points before it. */
export const Indicators = z.object({
  deltaFromBaseline: maybe(z.number()),
  deltaFromPrevious: maybe(z.number()),
  percentChangeFromBaseline: maybe(z.number()),
  percentChangeFromPrevious: maybe(z.number()),
  isBestScore: maybe(z.boolean()),
  isWorstScore: maybe(z.boolean()),
  previousSeverityCategory: maybe(z.string()),
  severityCategory: maybe(z.string()),
});
export type Indicators = z.infer<typeof Indicators>;

/** One answered submission in a series. Points carry no risk flag. */
export const ScorePoint = z.object({
  submissionId: Id,
  formApplicationId: maybe(Id),
  completedFillAt: DateTime,
  score: z.number(),
  classification: maybe(Classification),
  indicators: maybe(Indicators),
});
export type ScorePoint = z.infer<typeof ScorePoint>;

/** The course of the global score or of one subscale. */
export const ScoreSeries = z.object({
  seriesId: z.string(),
  seriesType: maybe(openEnum(['GLOBAL'])),
  name: maybe(z.string()),
  source: maybe(openEnum(['QUESTIONS'])),
  calculationMethod: maybe(openEnum(['SUM'])),
  scoreRanges: maybe(z.array(ScoreRange)),
  yDomain: maybe(z.object({ min: z.number(), max: z.number() })),
  points: z.array(ScorePoint),
});
export type ScoreSeries = z.infer<typeof ScoreSeries>;

/** A patient's course on one instrument (Resources, Score graph). */
export const ScoreGraph = z.object({
  formTemplateId: Uuid,
  patientId: Uuid,
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

/** Longitudinal analysis status; reading it does not trigger AI generation. */
export const LongitudinalAnalysisStatus = z.object({
  hasAnalysis: z.boolean(),
  isStale: maybe(z.boolean()),
  analysisId: maybe(Uuid),
  analysisGeneratedAt: maybe(DateTime),
  latestSubmissionAt: maybe(DateTime),
});
export type LongitudinalAnalysisStatus = z.infer<typeof LongitudinalAnalysisStatus>;
