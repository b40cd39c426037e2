import { defineInstrument } from '../define.ts';

/** The five ranges of one subscale, given by the last score of each. */
const severity = (normal: number, mild: number, moderate: number, severe: number, extreme: number) =>
  [
    [0, normal, 'calm'],
    [normal + 1, mild, 'mild'],
    [mild + 1, moderate, 'moderate'],
    [moderate + 1, severe, 'severe'],
    [severe + 1, extreme, 'extreme'],
  ] as const;

/**
 * DASS-21: three subscales of 7 items, doubled by weights of 0, 2, 4 and 6, each 0 to 42; no global score.
 * Lovibond and Lovibond (1995), Manual for the Depression Anxiety Stress Scales.
 */
export const dass21 = defineInstrument({
  id: '2e7b19f8-5d03-4c6a-97e4-a1f8c3b60d95',
  series: 7,
  shortTitle: 'DASS-21',
  references:
    'Lovibond SH, Lovibond PF (1995). Manual for the Depression Anxiety Stress Scales, 2nd edition. Psychology Foundation of Australia.',
  tags: ['DEPRESSION', 'ANXIETY', 'STRESS'],
  subscales: [
    { key: 'DEPRESSION', ranges: severity(9, 13, 20, 27, 42), items: [3, 5, 10, 13, 16, 17, 21] },
    { key: 'ANXIETY', ranges: severity(7, 9, 14, 19, 42), items: [2, 4, 7, 9, 15, 19, 20] },
    { key: 'STRESS', ranges: severity(14, 18, 25, 33, 42), items: [1, 6, 8, 11, 12, 14, 18] },
  ],
  weightOf: (index) => 2 * index,
});
