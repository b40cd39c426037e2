import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTimestamps } from './log.ts';

test('a line says its millisecond, whichever way and however far the clock has moved since the line before', () => {
  const instant = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });
  const steps = fc.array(fc.oneof(instant, fc.constantFrom(999, 1_000, 1_001, 1_999, 2_000)), {
    minLength: 1,
  });
  fc.assert(
    fc.property(steps, (instants) => {
      const left = [...instants];
      const timestamp = createTimestamps(() => left.shift() ?? Number.NaN);
      expect(instants.map(() => timestamp())).toEqual(instants.map((at) => new Date(at).toISOString()));
    }),
  );
});
