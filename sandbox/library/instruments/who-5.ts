import { defineInstrument } from '../define.ts';

/**
 * WHO-5: 5 items of 0 to 5, times 4 by weights of 0 to 20, total 0 to 100; higher is better. Topp, Østergaard,
 * Søndergaard and Bech (2015), Psychother Psychosom 84: 167-176.
 */
export const who5 = defineInstrument({
  id: 'fa3c72e6-08bd-4e91-b254-7d16e9c8a05f',
  series: 8,
  shortTitle: 'WHO-5',
  references:
    'Topp CW, Østergaard SD, Søndergaard S, Bech P (2015). The WHO-5 Well-Being Index: a systematic review of the literature. Psychother Psychosom 84(3): 167-176.',
  tags: ['WELL_BEING'],
  direction: 'HIGHER_BETTER',
  ranges: [
    [0, 50, 'moderate'],
    [51, 100, 'calm'],
  ],
  weightOf: (index) => 4 * index,
});
