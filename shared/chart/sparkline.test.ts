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

it('has a dot for the latest answer, and none if a newer one may be missing', () => {
  expect(sparklinePaths(view(true))).toMatchObject({ line: 'M95 5', last: 'M95 5h0' });
  expect(sparklinePaths(view(false))).toMatchObject({ line: 'M95 5h0', last: '' });
});
