import { expect, test } from 'vitest';
import { createGate } from './waiting.ts';

test('lets so many run at once, all of them in the end, and gives the place of one that failed to the next', async () => {
  const gate = createGate(3);
  let atOnce = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      gate(async () => {
        most = Math.max(most, ++atOnce);
        await new Promise((resolve) => setImmediate(resolve));
        atOnce -= 1;
        if (index % 4 === 0) throw new RangeError('no');
        return index;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(results.map(({ status }) => status)).toEqual(
    results.map((_, index) => (index % 4 === 0 ? 'rejected' : 'fulfilled')),
  );
});
