import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deliveryPauseMs } from './courier.ts';

it('waits twice as long after every try, up to a minute', () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 8, 60].map((tries) => deliveryPauseMs(tries, () => 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

it('waits at least half of that, so that many do not come back at once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, drawn) => {
        const longest = deliveryPauseMs(tries, () => 1);
        const wait = deliveryPauseMs(tries, () => drawn);
        expect(wait).toBeGreaterThanOrEqual(longest / 2);
        expect(wait).toBeLessThanOrEqual(longest);
      },
    ),
  );
});
