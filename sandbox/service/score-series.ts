import type { ScoreGraph } from '@instrument-panel/client/contract';
import {
  classificationJson,
  type InstrumentDefinition,
  type RangeDefinition,
  type ScoreDirection,
  scoreDomain,
} from '../library/index.ts';
import { rangeOf } from '../library/score.ts';
import type { SandboxLanguage } from '../words/index.ts';
import { iso } from './clock.ts';
import { seriesIndicators } from './indicators.ts';
import { type SubmissionRow, subscaleScoresOf } from './records/submission.ts';

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

/** "One for the global score, one per subscale"; no global one where the instrument has no such score. */
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
      const score = series.subscale === null ? row.score : subscaleScoresOf(row)[series.subscale];
      if (score == null || row.completedFillAt === null) return [];
      const range = rangeOf(series.ranges, score);
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
