import { defineInstrument } from '../define.ts';

/** PHQ-15: 15 items of 0 to 2, total 0 to 30. Kroenke, Spitzer and Williams (2002), Psychosom Med 64: 258-266. */
export const phq15 = defineInstrument({
  id: '47a9c0d6-e2b1-4f38-9d5c-8b7e1f6a3c20',
  series: 4,
  shortTitle: 'PHQ-15',
  references:
    'Kroenke K, Spitzer RL, Williams JBW (2002). The PHQ-15: validity of a new measure for evaluating the severity of somatic symptoms. Psychosom Med 64(2): 258-266.',
  tags: ['SOMATIC'],
  ranges: [
    [0, 4, 'calm'],
    [5, 9, 'mild'],
    [10, 14, 'moderate'],
    [15, 30, 'severe'],
  ],
});
