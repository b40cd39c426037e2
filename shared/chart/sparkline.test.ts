import { expect, it } from 'vitest';
import { sparklinePaths } from './sparkline.ts';

const view = (isLatestKnown: boolean) => ({
  yMin: 0,
  yMax: 10,
  from: 0,
  to: 10,
  gaps: new Set<number>(),
  isLatestKnown,
  points: [{ at: 10, score: 10, risk: 'none' as const }],
});

it.each<[number, string]>([
  [0, 'M95 5'],
  [73, 'M77 5'],
  [365, 'M5 5'],
  [730, 'M5 5'],
])('has a single answer of %i days ago by its age in a year up to today, 90 px wide', (days, place) => {
  const at = 1_000 * 86_400_000;
  const alone = {
    ...view(true),
    from: at,
    to: at + days * 86_400_000,
    points: [{ at, score: 10, risk: 'none' as const }],
  };
  expect(sparklinePaths(alone).line).toBe(place);
});

it('has two answers over the time since the first', () => {
  const points = [0, 5].map((at) => ({ at, score: 10, risk: 'none' as const }));
  expect(sparklinePaths({ ...view(true), points }).line).toBe('M5 5L50 5');
});

it('has a dot for the latest answer, and none if a newer one may be missing', () => {
  expect(sparklinePaths(view(true))).toMatchObject({ line: 'M95 5', last: 'M95 5h0' });
  expect(sparklinePaths(view(false))).toMatchObject({ line: 'M95 5h0', last: '' });
});
