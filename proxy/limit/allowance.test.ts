import fc from 'fast-check';
import { expect, test } from 'vitest';
import { take } from './rate-limiter.ts';

/** The textbook's bucket: tokens trickle in, one goes out with each request. */
function bucket(perMinute: number, burst: number) {
  let tokens = burst;
  let last = 0;
  return (now: number): boolean => {
    tokens = Math.min(burst, tokens + ((now - last) * perMinute) / 60_000);
    last = now;
    if (tokens < 1 - 1e-9) return false;
    tokens -= 1;
    return true;
  };
}

test('decides as a token bucket does, whatever the rate, the burst and the pauses', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6_000 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.nat(5_000), { minLength: 1, maxLength: 200 }),
      (perMinute, burst, pauses) => {
        const allows = bucket(perMinute, burst);
        let fullAt = 0;
        let now = 0;
        for (const pause of pauses) {
          now += pause;
          const taken = take({ perMinute, burst }, fullAt, now);
          expect(taken.wait === 0).toBe(allows(now));
          fullAt = taken.fullAt;
        }
      },
    ),
  );
});

test('what it says to wait is enough, and not a millisecond more than needed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 9 }), (perMinute, burst) => {
      const allowance = { perMinute, burst };
      let fullAt = 0;
      let taken = take(allowance, fullAt, 1_000);
      for (let count = 0; taken.wait === 0; count += 1) {
        expect(count).toBeLessThan(burst);
        fullAt = taken.fullAt;
        taken = take(allowance, fullAt, 1_000);
      }
      expect(take(allowance, fullAt, 1_000 + taken.wait).wait).toBe(0);
      expect(take(allowance, fullAt, 1_000 + taken.wait - 1).wait).toBeGreaterThan(0);
    }),
  );
});

test('a clock that is set back refuses nobody: what a bucket holds is then not known', () => {
  const allowance = { perMinute: 60, burst: 3 };
  const now = Date.parse('2026-03-02T10:00:00Z');
  const anHourAgo = now - 3_600_000;
  const { fullAt } = take(allowance, 0, now);
  let at = fullAt;
  const waits = Array.from({ length: 4 }, () => {
    const taken = take(allowance, at, anHourAgo);
    at = taken.fullAt;
    return taken.wait;
  });
  expect(waits).toEqual([0, 0, 0, 1_000]);
});
