import { nextRequest } from '@instrument-panel/client/recurrence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECURRENCE_CYCLES } from '../../shared/client/contract/index.ts';
import { computeDeadline } from './recurrence.ts';

const at = (text: string) => Date.parse(text);

/** The dates of a cycle, one after another. */
function dates(cycle: (typeof RECURRENCE_CYCLES)[number], start: string, count: number): string[] {
  const found: string[] = [];
  let last = at(start);
  for (let index = 0; index < count; index += 1) {
    const next = nextRequest(cycle, at(start), last);
    if (next === null) break;
    found.push(new Date(next).toISOString().slice(0, 10));
    last = next;
  }
  return found;
}

describe('nextRequest', () => {
  it.each([
    ['NOW', []],
    ['ONCE', []],
    ['DAILY', ['2026-03-02', '2026-03-03', '2026-03-04']],
    ['WEEKLY', ['2026-03-08', '2026-03-15', '2026-03-22']],
    ['BIWEEKLY', ['2026-03-15', '2026-03-29', '2026-04-12']],
    ['MONTHLY', ['2026-04-01', '2026-05-01', '2026-06-01']],
  ] as const)('gives the dates of %s after its start', (cycle, expected) => {
    expect(dates(cycle, '2026-03-01T09:00:00Z', 3)).toEqual(expected);
  });

  it('clamps to the end of a short month and remembers the day', () => {
    expect(dates('MONTHLY', '2026-01-31T09:00:00Z', 5)).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
    ]);
    expect(dates('MONTHLY', '2028-01-30T23:30:00Z', 2)).toEqual(['2028-02-29', '2028-03-30']);
  });

  it('counts from the start and not from the moment that asks', () => {
    const next = nextRequest('WEEKLY', at('2026-03-01T09:00:00Z'), at('2026-04-02T17:45:00Z'));
    expect(next).toBe(at('2026-04-05T09:00:00Z'));
  });

  it('is the first date of the cycle after the instant, and the deadline lies between', () => {
    const instant = fc.integer({ min: at('1990-01-01T00:00:00Z'), max: at('2090-01-01T00:00:00Z') });
    fc.assert(
      fc.property(fc.constantFrom(...RECURRENCE_CYCLES), instant, instant, (cycle, start, after) => {
        const next = nextRequest(cycle, start, after);
        if (next === null) return cycle === 'NOW' || cycle === 'ONCE';
        // No date of the cycle lies between the instant and the next one.
        const before = nextRequest(cycle, start, next - 1);
        const deadline = computeDeadline(cycle, start, after);
        return next > after && before === next && deadline > after && deadline <= next;
      }),
    );
  });
});
