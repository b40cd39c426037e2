import type { ScoreView } from './view.ts';

/** Index of the point nearest to an instant (milliseconds), the earlier of two as near; -1 without points. */
export function nearestPoint({ points }: Pick<ScoreView, 'points'>, at: number): number {
  let low = 0;
  let high = points.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? 0) < at) low = middle;
    else high = middle;
  }
  const before = points[low];
  const after = points[high];
  return before && after && at - before.at > after.at - at ? high : Math.min(low, high);
}
