import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BREAKER, type BreakerState, type CallEnd, createBreaker } from './breaker.ts';

/** A breaker on a clock that only the test moves. */
function breaker(failures = 3, pause = 1_000) {
  let now = 0;
  const made = createBreaker(failures, pause, () => now);
  const call = (how: CallEnd): boolean => {
    const pass = made.begin();
    if (pass === null) return false;
    made.end(pass, how);
    return true;
  };
  return Object.assign(made, { call, wait: (milliseconds: number) => (now += milliseconds) });
}

describe('the breaker', () => {
  test('opens after failures in a row, and one success in between starts the count again', () => {
    const it = breaker();
    for (const how of ['failed', 'failed', 'succeeded', 'failed', 'failed'] as const) it.call(how);
    expect(it.state()).toBe('closed');
    it.call('failed');
    expect([it.state(), it.begin(), it.pauseLeft()]).toEqual(['open', null, 1_000]);
  });

  test('lets one call try when the pause is over, and no second one beside it', () => {
    const it = breaker();
    for (let count = 0; count < 3; count += 1) it.call('failed');
    it.wait(999);
    expect(it.begin()).toBeNull();
    it.wait(1);
    expect(it.state()).toBe('half-open');
    const probe = it.begin();
    expect([probe === null, it.begin()]).toEqual([false, null]);
    it.end(Number(probe), 'succeeded');
    expect([it.state(), it.call('succeeded')]).toEqual(['closed', true]);
  });

  test('opens again for a whole pause when the try fails', () => {
    const it = breaker();
    for (let count = 0; count < 3; count += 1) it.call('failed');
    it.wait(1_000);
    it.call('failed');
    expect([it.state(), it.pauseLeft()]).toEqual(['open', 1_000]);
  });

  test('lets the next call try where the one that tried was abandoned', () => {
    const it = breaker();
    for (let count = 0; count < 3; count += 1) it.call('failed');
    it.wait(1_000);
    it.call('abandoned');
    expect(it.call('succeeded')).toBe(true);
    expect(it.state()).toBe('closed');
  });

  test('does not count abandoned calls, and heeds no outcome of a call begun in an earlier state', () => {
    const it = breaker();
    const early = Number(it.begin());
    for (let count = 0; count < 9; count += 1) it.call('abandoned');
    expect(it.state()).toBe('closed');
    for (let count = 0; count < 3; count += 1) it.call('failed');
    it.end(early, 'succeeded');
    expect(it.state()).toBe('open');
  });
});

test('a clock that is set back while the breaker is open keeps it open for one pause more, and no longer', () => {
  const it = breaker();
  for (let count = 0; count < 3; count += 1) it.call('failed');
  it.wait(-3_600_000);
  expect([it.state(), it.begin(), it.pauseLeft()]).toEqual(['open', null, 1_000]);
  it.wait(1_000);
  expect([it.state(), it.pauseLeft(), it.call('succeeded')]).toEqual(['half-open', 0, true]);
  expect(it.state()).toBe('closed');
});

type Step = { readonly begin: true } | { readonly end: CallEnd; readonly which: number } | { wait: number };

test('random calls, overlapping and late, keep it to its table', () => {
  const ends = fc.constantFrom<CallEnd>('failed', 'failed', 'failed', 'succeeded', 'abandoned');
  const step: fc.Arbitrary<Step> = fc.oneof(
    { arbitrary: fc.record({ begin: fc.constant(true as const) }), weight: 3 },
    { arbitrary: fc.record({ end: ends, which: fc.nat(9) }), weight: 3 },
    { arbitrary: fc.record({ wait: fc.constantFrom(1, 500, 1_000) }), weight: 1 },
  );
  const allowed = new Set(
    Object.entries(BREAKER).flatMap(([from, events]) => Object.values(events).map((to) => `${from}>${to}`)),
  );
  const met = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 120 }), (steps) => {
      const it = breaker(2);
      // An independent model of the breaker: calls that pass, with the state they began in.
      let running: { pass: number; state: BreakerState }[] = [];
      let probing = 0;
      for (const one of steps) {
        const before = it.state();
        if ('wait' in one) it.wait(one.wait);
        else if ('begin' in one) {
          const pass = it.begin();
          expect(pass !== null).toBe(before === 'closed' || (before === 'half-open' && probing === 0));
          if (pass !== null) {
            running.push({ pass, state: before });
            if (before === 'half-open') probing += 1;
          }
        } else {
          const [ended] = running.splice(one.which % Math.max(1, running.length), 1);
          if (ended) it.end(ended.pass, one.end);
          if (ended?.state === 'half-open') probing -= 1;
        }
        const after = it.state();
        if (after !== before) {
          met.add(`${before}>${after}`);
          // A try that was abandoned, with its pause over, shows as the half-open it goes back to.
          expect(allowed).toContain(`${before}>${after}`);
          if (after === 'closed') running = running.filter(({ state }) => state !== 'half-open');
        }
        expect(probing).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 500 },
  );
  expect([...met].sort()).toEqual(['closed>open', 'half-open>closed', 'half-open>open', 'open>half-open']);
});
