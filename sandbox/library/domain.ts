import type { InstrumentDefinition } from './definition.ts';

/** The lowest and the highest score that can be reached. */
export interface ScoreDomain {
  readonly min: number;
  readonly max: number;
}

/**
 * The domain of the global score, or of the subscale named by its key: the sums of each item's lowest and
 * highest weight (`yDomain` of the score graph).
 */
export function scoreDomain(instrument: InstrumentDefinition, subscale: string | null = null): ScoreDomain {
  let min = 0;
  let max = 0;
  for (const question of instrument.questions) {
    if (subscale !== null && question.subscale !== subscale) continue;
    const weights = question.options.map((option) => option.weight);
    min += Math.min(...weights);
    max += Math.max(...weights);
  }
  return { min, max };
}
