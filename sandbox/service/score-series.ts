import type { Indicators, ScoreGraph } from '@instrument-panel/client/contract';
import {
  classificationJson,
  type InstrumentDefinition,
  type RangeDefinition,
  type ScoreDirection,
  scoreDomain,
} from '../library/index.ts';
import { findRange } from '../library/score.ts';
import type { SandboxLanguage } from '../words/index.ts';
import { iso } from './clock.ts';
import { readSubscaleScores, type SubmissionRow } from './records/submission.ts';

/** One answer of a series, with the title of its score range. */
interface SeriesScore {
  readonly score: number;
  readonly category: string | null;
}

/** Returns the change in percent; null if the reference is 0. */
const percent = (delta: number, reference: number): number | null =>
  reference === 0 ? null : (delta / reference) * 100;

/**
 * The indicators of every answer of a whole series, oldest first (docs/service.md#score-graph). The baseline is the
 * first answer; what has no value is null. Best and worst follow the direction of the scale, equal scores
 * share them. If the direction is unknown, both are null.
 */
function seriesIndicators(scores: readonly SeriesScore[], direction: ScoreDirection): Indicators[] {
  const lowest = scores.reduce((least, { score }) => Math.min(least, score), Number.POSITIVE_INFINITY);
  const highest = scores.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const [best, worst] = direction === 'HIGHER_WORSE' ? [lowest, highest] : [highest, lowest];
  const baseline = scores[0]?.score ?? 0;
  return scores.map(({ score, category }, index) => {
    const previous = scores[index - 1];
    const fromPrevious = previous ? score - previous.score : null;
    return {
      deltaFromBaseline: score - baseline,
      deltaFromPrevious: fromPrevious,
      percentChangeFromBaseline: percent(score - baseline, baseline),
      percentChangeFromPrevious:
        previous && fromPrevious !== null ? percent(fromPrevious, previous.score) : null,
      isBestScore: direction === null ? null : score === best,
      isWorstScore: direction === null ? null : score === worst,
      previousSeverityCategory: previous?.category ?? null,
      severityCategory: category,
    };
  });
}

type ScoreSeries = ScoreGraph['series'][number];

interface SeriesDefinition {
  readonly seriesId: string;
  readonly seriesType: 'GLOBAL' | 'SUBSCALE';
  readonly name: string;
  readonly direction: ScoreDirection;
  readonly ranges: readonly RangeDefinition[];
  /** Key of the subscale; null for the global score. */
  readonly subscale: string | null;
}

/** Returns the series of an instrument: one for the global score, if it has one, and one for each subscale. */
function seriesOf(instrument: InstrumentDefinition, language: SandboxLanguage): SeriesDefinition[] {
  const global: SeriesDefinition = {
    seriesId: 'global',
    seriesType: 'GLOBAL',
    name: instrument.title[language],
    direction: instrument.direction,
    ranges: instrument.ranges,
    subscale: null,
  };
  const subscales = instrument.subscales.map(
    (subscale): SeriesDefinition => ({
      seriesId: `subscale-${subscale.id}`,
      seriesType: 'SUBSCALE',
      name: subscale.name[language],
      direction: subscale.direction,
      ranges: subscale.ranges,
      subscale: subscale.key,
    }),
  );
  return instrument.hasGlobalScore ? [global, ...subscales] : subscales;
}

/**
 * The series of a patient's course. `answered` is the whole course, oldest first: the indicators of a point are
 * the same whatever part of the course is asked for, and `inRange` says which points are given.
 */
export function scoreSeries(
  instrument: InstrumentDefinition,
  answered: readonly SubmissionRow[],
  inRange: (completedFillAt: number) => boolean,
  language: SandboxLanguage,
): ScoreSeries[] {
  return seriesOf(instrument, language).map((series) => {
    const scored = answered.flatMap((row) => {
      const score = series.subscale === null ? row.score : readSubscaleScores(row)[series.subscale];
      if (score == null || row.completedFillAt === null) return [];
      const range = findRange(series.ranges, score);
      const classification = range && classificationJson(range, language);
      return [
        {
          row,
          score,
          completedFillAt: row.completedFillAt,
          classification,
          category: classification?.title ?? null,
        },
      ];
    });
    const indicators = seriesIndicators(scored, series.direction);
    return {
      seriesId: series.seriesId,
      seriesType: series.seriesType,
      name: series.name,
      source: 'QUESTIONS',
      calculationMethod: 'SUM',
      scoreRanges: series.ranges.map((range) => ({
        title: range.title[language],
        color: range.color,
        minScore: range.minScore,
        maxScore: range.maxScore,
      })),
      yDomain: scoreDomain(instrument, series.subscale),
      points: scored.flatMap(({ row, score, completedFillAt, classification }, index) =>
        inRange(completedFillAt)
          ? [
              {
                submissionId: row.id,
                formApplicationId: row.formApplicationId,
                completedFillAt: iso(completedFillAt),
                score,
                classification,
                indicators: indicators[index] ?? null,
              },
            ]
          : [],
      ),
    };
  });
}
