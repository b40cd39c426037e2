import { defineInstrument } from '../define.ts';

/** GAD-7: 7 items of 0 to 3, total 0 to 21. Spitzer, Kroenke, Williams and Löwe (2006), Arch Intern Med 166: 1092-1097. */
export const gad7 = defineInstrument({
  id: 'b8e2d5f4-16c3-4d7a-a0b9-3f4c8e6a2d17',
  series: 3,
  shortTitle: 'GAD-7',
  references:
    'Spitzer RL, Kroenke K, Williams JBW, Löwe B (2006). A brief measure for assessing generalized anxiety disorder: the GAD-7. Arch Intern Med 166(10): 1092-1097.',
  developerReferences: 'LOINC: total score 70274-6.',
  tags: ['ANXIETY'],
  ranges: [
    [0, 4, 'calm'],
    [5, 9, 'mild'],
    [10, 14, 'moderate'],
    [15, 21, 'severe'],
  ],
});
