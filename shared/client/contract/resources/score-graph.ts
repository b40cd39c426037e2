import * as z from 'zod/mini';
import { DateTime, Id, maybe, maybeAll, openEnum, Uuid } from '../field.ts';
import { summary } from '../plan.ts';
import { sensitive } from '../visibility.ts';
import { Classification, ClassificationSummary, ScoreRange, ScoreRangeSummary } from './instrument.ts';

/** A point compared with the points before it. */
export const Indicators = z.object({
  ...maybeAll(z.number(), 'deltaFromBaseline', 'deltaFromPrevious'),
  ...maybeAll(z.number(), 'percentChangeFromBaseline', 'percentChangeFromPrevious'),
  isBestScore: sensitive('interpretation', maybe(z.boolean())),
  isWorstScore: sensitive('interpretation', maybe(z.boolean())),
  previousSeverityCategory: sensitive('interpretation', maybe(z.string())),
  severityCategory: sensitive('interpretation', maybe(z.string())),
});
export type Indicators = z.infer<typeof Indicators>;

const ScorePointSummary = z.object({
  submissionId: Id,
  formApplicationId: maybe(Id),
  completedFillAt: DateTime,
  score: z.number(),
  classification: sensitive('interpretation', maybe(ClassificationSummary)),
  // Compared with what is read, never said.
  indicators: maybe(z.unknown()),
});

const ScoreSeriesSummary = z.object({
  seriesId: z.string(),
  seriesType: maybe(openEnum(['GLOBAL'])),
  name: maybe(z.string()),
  yDomain: maybe(z.object({ min: z.number(), max: z.number() })),
  scoreRanges: sensitive('interpretation', maybe(z.array(ScoreRangeSummary))),
  points: z.array(ScorePointSummary),
});

/** A score graph as far as it is drawn and spoken of; whatever it leaves out cannot make it unreadable. */
export const ScoreGraphSummary = summary(
  z.object({
    formTemplateId: Uuid,
    patientId: Uuid,
    generatedAt: maybe(DateTime),
    series: z.array(ScoreSeriesSummary),
  }),
);
export type ScoreGraphSummary = z.infer<typeof ScoreGraphSummary>;

/** One answered submission in a series. Points carry no risk flag. */
export const ScorePoint = z.extend(ScorePointSummary, {
  classification: sensitive('interpretation', maybe(Classification)),
  indicators: maybe(Indicators),
});
export type ScorePoint = z.infer<typeof ScorePoint>;

/** The scores of the instrument as a whole, or of one subscale, over time. */
export const ScoreSeries = z.extend(ScoreSeriesSummary, {
  source: maybe(openEnum(['QUESTIONS'])),
  calculationMethod: maybe(openEnum(['SUM'])),
  scoreRanges: sensitive('interpretation', maybe(z.array(ScoreRange))),
  points: z.array(ScorePoint),
});
export type ScoreSeries = z.infer<typeof ScoreSeries>;

/** A patient's scores on one instrument over time (docs/service.md#score-graph). */
export const ScoreGraph = z.extend(ScoreGraphSummary, {
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
export const LongitudinalAnalysisStatus = summary(
  z.object({
    hasAnalysis: z.boolean(),
    isStale: maybe(z.boolean()),
    analysisId: maybe(Uuid),
    analysisGeneratedAt: maybe(DateTime),
    latestSubmissionAt: maybe(DateTime),
  }),
);
export type LongitudinalAnalysisStatus = z.infer<typeof LongitudinalAnalysisStatus>;
