import { expect, test } from 'vitest';
import { readPeriod } from './period.ts';
import { runHere } from './run-here.fixture.ts';

const ANA = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';

const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
  [['--since', '01/11/2026', '--until', '01/12/2026'], /--since must be a day \(YYYY-MM-DD/],
  [['--since', '2026-11-01', '--until', '01/12/2026'], /--until must be a day \(YYYY-MM-DD/],
  [['--since', '2026-12-01', '--until', '2026-11-01'], /--until 2026-11-01 is not after --since 2026-12-01/],
  [['--since', '2026-11-31'], /no day 2026-11-31.*YYYY-MM-DD/],
  [['--until', '2025-02-29'], /no day 2025-02-29/],
  [['--since', '2026-13-01'], /no day 2026-13-01/],
  [['--since', '1'], /--since must be a day/],
  [['--since', ''], /--since must be a day/],
  [['--since', '2026-11-01T25:00:00Z'], /--since must be a day/],
  [['--since', '2999-01-01'], /--since 2999-01-01 is still to come/],
  [
    ['--since', '2026-05-01T10:00:00Z', '--until', '2026-05-01T10:00:00Z'],
    /--until 2026-05-01T10:00:00Z is not after/,
  ],
];

for (const command of [
  ['audit', 'patient', ANA],
  ['audit', 'export'],
])
  test.each(WRONG)(
    `${command.slice(0, 2).join(' ')} %j is refused, and says what to write`,
    async (args, sentence) => {
      const { code, out, err } = await runHere([...command, ...args]);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(sentence);
    },
  );

test.each([
  ['--before', '01/11/2026'],
  ['--before', '1'],
  ['--before', '2025-02-29'],
])('revoke %s %s is refused, and says what to write', async (...args) => {
  const { code, out, err } = await runHere(['revoke', '--all', ...args]);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/YYYY-MM-DD/);
});

test.each([
  // A day as --until is of the period as a whole.
  ['2026-05-01', '2026-05-31', '2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'],
  ['2026-05-07', '2026-05-07', '2026-05-07T00:00:00.000Z', '2026-05-08T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
  ['2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z', '2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'],
  ['2026-05-01T00:00:00-03:00', '2026-05-01T06:30', '2026-05-01T03:00:00.000Z', '2026-05-01T06:30:00.000Z'],
])('the period %s to %s is searched from %s to before %s', (since, until, from, to) => {
  const period = readPeriod(since, until);
  expect([period.since, period.until]).toEqual([Date.parse(from), Date.parse(to)]);
  expect(period.sentence).toBe(`Searched: from ${from} to before ${to} (UTC).`);
});
