import { defineInstrument } from '../define.ts';

/**
 * PHQ-9: 9 items of 0 to 3, total 0 to 27. Kroenke, Spitzer and Williams (2001), J Gen Intern Med 16: 606-613.
 * Item 9 raises a risk signal at any answer above 0, whatever the total.
 */
export const phq9 = defineInstrument({
  id: '6f1f3a52-8f7c-4a51-9f4e-0b6a1c5d2e09',
  series: 1,
  shortTitle: 'PHQ-9',
  references:
    'Kroenke K, Spitzer RL, Williams JBW (2001). The PHQ-9: validity of a brief depression severity measure. J Gen Intern Med 16(9): 606-613.',
  developerReferences: 'LOINC: panel 44249-1, total score 44261-6, item 9 44260-8.',
  tags: ['DEPRESSION', 'RISK_ITEM'],
  ranges: [
    [0, 4, 'calm'],
    [5, 9, 'mild'],
    [10, 14, 'moderate'],
    [15, 19, 'severe'],
    [20, 27, 'extreme'],
  ],
  risks: { 9: { 1: 'LOW', 2: 'MODERATE', 3: 'HIGH' } },
});
