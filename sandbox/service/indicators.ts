import type { Indicators } from '@instrument-panel/client/contract';
import type { ScoreDirection } from '../library/index.ts';

/** One answer of a series, with the title of its score range. */
export interface SeriesScore {
  readonly score: number;
  readonly category: string | null;
}

/** Change in percent; null against 0, where there is no such number. */
const percent = (delta: number, reference: number): number | null =>
  reference === 0 ? null : (delta / reference) * 100;

/**
 * The indicators of every answer of a whole series, oldest first (Resources, Score graph). The baseline is the
 * first answer; what has no value is null. Best and worst follow the direction of the scale, equal scores
 * share them, and where the direction is unknown neither is told.
 */
export function seriesIndicators(scores: readonly SeriesScore[], direction: ScoreDirection): Indicators[] {
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
