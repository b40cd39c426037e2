import { expect, it } from 'vitest';
import { addDuration } from './clock.ts';

const START = Date.parse('2026-01-31T09:00:00Z');

it.each([
  ['P7D', '2026-02-07T09:00:00.000Z'],
  ['P1M', '2026-02-28T09:00:00.000Z'],
  ['P1Y', '2027-01-31T09:00:00.000Z'],
  ['P2W', '2026-02-14T09:00:00.000Z'],
  ['PT12H', '2026-01-31T21:00:00.000Z'],
  ['P1DT1H1M1S', '2026-02-01T10:01:01.000Z'],
  ['PT0S', '2026-01-31T09:00:00.000Z'],
])('%s after 31 January 09:00 is %s', (duration, expected) => {
  expect(new Date(addDuration(START, duration) ?? 0).toISOString()).toBe(expected);
});

it.each(['', 'P', 'PT', 'P1', '7D', '-P7D', 'P-7D', 'P1.5D', 'p7d', 'P1DT', 'P9999Y', 'P7D '])(
  '%j is no duration that it takes',
  (text) => {
    expect(addDuration(START, text)).toBeNull();
  },
);
