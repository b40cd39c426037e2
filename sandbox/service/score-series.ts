import type { Indicators, ScoreGraph } from '@instrument-panel/client/contract';
import type { InstrumentDefinition, ScoreDirection } from '../library/define.ts';
import { classificationJson } from '../library/json.ts';
import { findRange, scoreDomain } from '../library/score.ts';
import type { SandboxLanguage } from '../words/index.ts';
import { iso } from './clock.ts';
import { readSubscaleScores, type SubmissionRow } from './records/submission.ts';

const percent = (delta: number, reference: number): number | null =>
  reference === 0 ? null : (delta / reference) * 100;

/**
 * The indicators of the answers of a series, oldest first (docs/service.md#score-graph). The baseline is the first; what has no value is null. Best and worst follow the direction of the scale, equal scores
 * share them. If the direction is unknown, both are null.
 */
function seriesIndicators(
  scores: readonly { readonly score: number; readonly category: string | null }[],
  direction: ScoreDirection,
): Indicators[] {
  const values = scores.map(({ score }) => score);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const [best, worst] = direction === 'HIGHER_WORSE' ? [lowest, highest] : [highest, lowest];
  const baseline = values[0] ?? 0;
  return scores.map(({ score, category }, index) => {
    const previous = scores[index - 1];
    return {
      deltaFromBaseline: score - baseline,
      deltaFromPrevious: previous ? score - previous.score : null,
      percentChangeFromBaseline: percent(score - baseline, baseline),
      percentChangeFromPrevious: previous ? percent(score - previous.score, previous.score) : null,
      isBestScore: direction === null ? null : score === best,
      isWorstScore: direction === null ? null : score === worst,
      previousSeverityCategory: previous?.category ?? null,
      severityCategory: category,
    };
  });
}

/** Returns the series of an instrument: one for the global score, if it has one, and one for each subscale. */
function seriesOf(instrument: InstrumentDefinition) {
  const { title, direction, ranges } = instrument;
  const global = {
    seriesId: 'global',
    seriesType: 'GLOBAL',
    name: title,
    direction,
    ranges,
    key: null,
  } as const;
  const subscales = instrument.subscales.map((subscale) => ({
    ...subscale,
    seriesId: `subscale-${subscale.id}`,
    seriesType: 'SUBSCALE' as const,
  }));
  return instrument.hasGlobalScore ? [global, ...subscales] : subscales;
}

/** The series of a patient's course, or of the part of it that is asked for: `answered`, oldest first. */
export function scoreSeries(
  instrument: InstrumentDefinition,
  answered: readonly SubmissionRow[],
  language: SandboxLanguage,
): ScoreGraph['series'] {
  return seriesOf(instrument).map(({ seriesId, seriesType, name, direction, ranges, key }) => {
    const scored = answered.flatMap((row) => {
      const score = key === null ? row.score : readSubscaleScores(row)[key];
      if (score == null || row.completedFillAt === null) return [];
      const range = findRange(ranges, score);
      const classification = range && classificationJson(range, language);
      const category = classification?.title ?? null;
      return [{ row, score, completedFillAt: row.completedFillAt, classification, category }];
    });
    const indicators = seriesIndicators(scored, direction);
    return {
      seriesId,
      seriesType,
      name: name[language],
      source: 'QUESTIONS',
      calculationMethod: 'SUM',
      scoreRanges: ranges.map((range) => classificationJson(range, language)),
      yDomain: scoreDomain(instrument, key),
      points: scored.map(({ row, score, completedFillAt, classification }, index) => ({
        submissionId: row.id,
        formApplicationId: row.formApplicationId,
        completedFillAt: iso(completedFillAt),
        score,
        classification,
        indicators: indicators[index] ?? null,
      })),
    };
  });
}
