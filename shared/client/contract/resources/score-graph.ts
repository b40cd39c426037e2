import * as z from 'zod/mini';
import { DateTime, Id, maybe, openEnum, Uuid } from '../field.ts';
import { summary } from '../plan.ts';
import { sensitive } from '../visibility.ts';
import { Classification, ClassificationSummary, ScoreRange, ScoreRangeSummary } from './instrument.ts';

/** A point compared with the points before it. */
export const Indicators = z.object({
  /** Difference of the score from the baseline, as the service reckons it. */
  deltaFromBaseline: maybe(z.number()),
  /** Difference of the score from the answer before. */
  deltaFromPrevious: maybe(z.number()),
  /** The difference from the baseline, in percent. */
  percentChangeFromBaseline: maybe(z.number()),
  /** The difference from the answer before, in percent. */
  percentChangeFromPrevious: maybe(z.number()),
  /** Whether the service counts this as the best score so far. */
  isBestScore: sensitive('interpretation', maybe(z.boolean())),
  /** Whether the service counts this as the worst score so far. */
  isWorstScore: sensitive('interpretation', maybe(z.boolean())),
  /** Name of the range of the answer before. */
  previousSeverityCategory: sensitive('interpretation', maybe(z.string())),
  /** Name of the range of this answer. */
  severityCategory: sensitive('interpretation', maybe(z.string())),
});
export type Indicators = z.infer<typeof Indicators>;

const ScorePointSummary = z.object({
  /** The submission that was answered. */
  submissionId: Id,
  /** The application that it belongs to. */
  formApplicationId: maybe(Id),
  /** When it was answered. */
  completedFillAt: DateTime,
  /** The score of the answer. */
  score: z.number(),
  /** The range that the score falls in. */
  classification: sensitive('interpretation', maybe(ClassificationSummary)),
  // Compared with what is read, never said.
  /** The point compared with those before it. */
  indicators: maybe(z.unknown()),
});

const ScoreSeriesSummary = z.object({
  /** Id of the series, stable within the graph. */
  seriesId: z.string(),
  /** `GLOBAL` for the instrument's own score; the list of values is not complete. */
  seriesType: maybe(openEnum(['GLOBAL'])),
  /** Name of the series, such as that of a subscale. */
  name: maybe(z.string()),
  /** The ends of the scale. */
  yDomain: maybe(
    z.object({
      /** Lowest possible score. */
      min: z.number(),
      /** Highest possible score. */
      max: z.number(),
    }),
  ),
  /** The ranges that scores are read by. */
  scoreRanges: sensitive('interpretation', maybe(z.array(ScoreRangeSummary))),
  /** The answers, one point each. */
  points: z.array(ScorePointSummary),
});

/** A score graph as far as it is drawn and spoken of; whatever it leaves out cannot make it unreadable. */
export const ScoreGraphSummary = summary(
  z.object({
    /** The instrument. */
    formTemplateId: Uuid,
    /** The patient. */
    patientId: Uuid,
    /** When the service made this graph. */
    generatedAt: maybe(DateTime),
    /** One series for the instrument's own score, and one for each subscale. */
    series: z.array(ScoreSeriesSummary),
  }),
);
export type ScoreGraphSummary = z.infer<typeof ScoreGraphSummary>;

/** One answered submission in a series. Points carry no risk flag. */
export const ScorePoint = z.extend(ScorePointSummary, {
  /** The range that the score falls in. */
  classification: sensitive('interpretation', maybe(Classification)),
  /** The point compared with those before it. */
  indicators: maybe(Indicators),
});
export type ScorePoint = z.infer<typeof ScorePoint>;

/** The scores of the instrument as a whole, or of one subscale, over time. */
export const ScoreSeries = z.extend(ScoreSeriesSummary, {
  /** What the score is made of; the list of values is not complete. */
  source: maybe(openEnum(['QUESTIONS'])),
  /** How the score is made; the list of values is not complete. */
  calculationMethod: maybe(openEnum(['SUM'])),
  /** The ranges that scores are read by. */
  scoreRanges: sensitive('interpretation', maybe(z.array(ScoreRange))),
  /** The answers, one point each. */
  points: z.array(ScorePoint),
});
export type ScoreSeries = z.infer<typeof ScoreSeries>;

/** A patient's scores on one instrument over time (docs/service.md#score-graph). */
export const ScoreGraph = z.extend(ScoreGraphSummary, {
  /** One series for the instrument's own score, and one for each subscale. */
  series: z.array(ScoreSeries),
  /** The answers in figures. */
  summary: maybe(
    z.object({
      /** When the first of them was answered. */
      firstSubmissionCompletedFillAt: maybe(DateTime),
      /** When the last of them was answered. */
      lastSubmissionCompletedFillAt: maybe(DateTime),
      /** How many were answered. */
      totalAnsweredSubmissions: maybe(z.int()),
    }),
  ),
});
export type ScoreGraph = z.infer<typeof ScoreGraph>;

/** Longitudinal analysis status; reading it does not trigger AI generation. */
export const LongitudinalAnalysisStatus = summary(
  z.object({
    /** Whether an analysis exists. */
    hasAnalysis: z.boolean(),
    /** Whether the service counts the analysis as out of date. */
    isStale: maybe(z.boolean()),
    /** Id of the analysis. */
    analysisId: maybe(Uuid),
    /** When the analysis was made. */
    analysisGeneratedAt: maybe(DateTime),
    /** When the newest answer came. */
    latestSubmissionAt: maybe(DateTime),
  }),
);
export type LongitudinalAnalysisStatus = z.infer<typeof LongitudinalAnalysisStatus>;
