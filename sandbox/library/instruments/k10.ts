import { defineInstrument } from '../define.ts';

/**
 * K10: 10 items of 1 to 5, total 10 to 50. Kessler et al. (2002), Psychol Med 32: 959-976; ranges of the
 * Australian Bureau of Statistics.
 */
export const k10 = defineInstrument({
  id: '93f05a7d-4c8e-4162-8b1f-d6e7a09c5b34',
  series: 6,
  shortTitle: 'K10',
  references:
    'Kessler RC, Andrews G, Colpe LJ, et al. (2002). Short screening scales to monitor population prevalences and trends in non-specific psychological distress. Psychol Med 32(6): 959-976. Ranges: Australian Bureau of Statistics.',
  tags: ['STRESS'],
  ranges: [
    [10, 15, 'calm'],
    [16, 21, 'mild'],
    [22, 29, 'moderate'],
    [30, 50, 'severe'],
  ],
  weightOf: (index) => index + 1,
});
