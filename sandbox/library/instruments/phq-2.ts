import { defineInstrument } from '../define.ts';

/** PHQ-2: the first two items of the PHQ-9, total 0 to 6. Kroenke, Spitzer and Williams (2003), Med Care 41: 1284-1292. */
export const phq2 = defineInstrument({
  id: '0d5b7c1e-3a94-4b0e-8c67-5e2f9a1d7b42',
  series: 2,
  shortTitle: 'PHQ-2',
  references:
    'Kroenke K, Spitzer RL, Williams JBW (2003). The Patient Health Questionnaire-2: validity of a two-item depression screener. Med Care 41(11): 1284-1292.',
  tags: ['DEPRESSION', 'SCREENING'],
  ranges: [
    [0, 2, 'calm'],
    [3, 6, 'moderate'],
  ],
});
