import { defineInstrument } from '../define.ts';

/**
 * An invented scale, which rests on no paper and measures nothing proven. It sends no `scoreDirection`, so that
 * whoever shows a score has to cope with a direction that is unknown. 6 items of 0 to 4, total 0 to 24.
 */
export const demoRhythm = defineInstrument({
  id: '5c80d3b1-9e6f-4a27-8d42-e0b5f7c91a68',
  series: 9,
  shortTitle: 'DEMO-6',
  references: 'None: invented for this sandbox.',
  invented: true,
  tags: ['DEMONSTRATION'],
  direction: null,
  ranges: [
    [0, 8, 'neutral'],
    [9, 16, 'mild'],
    [17, 24, 'extreme'],
  ],
});
