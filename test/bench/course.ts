import type { ScoreGraph } from '../../shared/client/contract/index.ts';

const WEEK = 7 * 86_400_000;
const START = Date.UTC(2025, 0, 6, 12);
/** PHQ-9 (Kroenke, Spitzer, Williams 2001), with four of its bands, as measured for docs/decisions/0011-hand-written-svg.md. */
const RANGES = [
  { title: 'Minimal', color: '#2e7d32', minScore: 0, maxScore: 4 },
  { title: 'Mild', color: '#c0a000', minScore: 5, maxScore: 9 },
  { title: 'Moderate', color: '#ef6c00', minScore: 10, maxScore: 14 },
  { title: 'Severe', color: '#b71c1c', minScore: 15, maxScore: 27 },
];

/** The same weekly course of `answers` answers each time: what every contender draws. */
export function courseOf(answers: number): ScoreGraph {
  let seed = 20261121;
  const chance = (): number => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  let score = 16;
  const points = Array.from({ length: answers }, (_, index) => {
    const before = score;
    score = Math.max(0, Math.min(27, Math.round(score + (chance() - 0.5) * 6)));
    const range = RANGES.find(({ maxScore }) => score <= maxScore);
    return {
      submissionId: index + 1,
      formApplicationId: 1,
      completedFillAt: new Date(START + index * WEEK).toISOString(),
      score,
      classification: range ?? null,
      indicators: {
        deltaFromPrevious: index ? score - before : null,
        deltaFromBaseline: index ? score - 16 : null,
      },
    };
  });
  return {
    formTemplateId: '5b8ef7a6-4a3e-4f7e-9d57-7a1f53b8c101',
    patientId: '5b8ef7a6-4a3e-4f7e-9d57-7a1f53b8c102',
    generatedAt: new Date(START + answers * WEEK).toISOString(),
    series: [
      {
        seriesId: 'GLOBAL',
        seriesType: 'GLOBAL',
        name: 'PHQ-9',
        scoreRanges: RANGES,
        yDomain: { min: 0, max: 27 },
        points,
      },
    ],
    summary: null,
  };
}

export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
/** Size that every contender draws at, CSS pixels. */
export const SIZE = { width: 640, height: 280 } as const;
