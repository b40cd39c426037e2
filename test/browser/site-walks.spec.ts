import fc from 'fast-check';
import { times } from '../soak/scale.ts';
import { expect, test } from './own-page.ts';
import { openBench } from './site/open.ts';

const STEPS = [
  'fill',
  'key',
  'number',
  'name',
  'data',
  'all',
  'clone',
  'empty',
  'before',
  'hiddenBefore',
  'after',
  'label',
  'login',
  'loggedIn',
  'noise',
  'quiet',
  'spot',
  'fold',
  'turn',
];

test('whatever a page does, nobody stands whom it does not show', async ({ page }) => {
  test.setTimeout(600_000);
  await openBench(page);
  const step = fc.record({
    // A chart that is there makes the walk worth its while.
    name: fc.oneof(fc.constant('fill'), fc.constant('all'), fc.constantFrom(...STEPS)),
    whom: fc.integer({ min: 0, max: 2 }),
    pause: fc.constantFrom(0, 0, 0, 1, 3, 6),
  });
  let stood = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      const seen = await page.evaluate((given) => bench.walk(given), steps);
      expect(seen.wrong).toEqual([]);
      stood += seen.stood;
    }),
    { numRuns: times(15, 500), endOnFailure: true },
  );
  // A walk in which nobody ever stood would show nothing.
  expect(stood).toBeGreaterThan(15);
});
