import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { Durations } from './metrics.ts';

const sorted = (text: string): string[] => text.split('\n').filter(Boolean).sort();

test('durations read as those of prom-client do, whatever was observed', async () => {
  const observations = fc.array(
    fc.tuple(
      fc.constantFrom('GET /a/{b}', 'POST /session', '(unknown)'),
      fc.oneof(fc.constantFrom(0, 0.005, 0.01, 15, 15.001), fc.double({ min: 0, max: 20, noNaN: true })),
    ),
  );
  await fc.assert(
    fc.asyncProperty(observations, async (observed) => {
      const registry = new Registry();
      const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
      const theirs = new Histogram({
        name: 'x_seconds',
        help: 'Time of x.',
        labelNames: ['route'],
        buckets,
        registers: [registry],
      });
      const ours = new Durations('x_seconds', 'Time of x.');
      for (const [route, seconds] of observed) {
        theirs.observe({ route }, seconds);
        ours.observe(route, seconds);
      }
      expect(sorted(ours.text())).toEqual(sorted(await registry.metrics()));
    }),
  );
});
