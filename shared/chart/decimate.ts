import type { ScoreView } from '../score/view.ts';

/** Up to here every point is drawn. */
export const EVERY_POINT = 500;
const COLUMNS = 400;

/**
 * Indices of the points to draw, ascending: all of them up to {@link EVERY_POINT}; beyond it, of each column
 * the first, the least, the greatest and the last, so that the outline is that of all points. Every flagged
 * point stays, and both ends of every gap.
 */
export function drawnIndices({ points, gaps, from, to }: ScoreView): readonly number[] {
  if (points.length <= EVERY_POINT) return points.map((_, index) => index);
  const kept = new Set<number>();
  let column = -1;
  let first = 0;
  let least = 0;
  let greatest = 0;
  const close = (last: number): void => {
    for (const index of [first, least, greatest, last]) kept.add(index);
  };
  points.forEach((point, index) => {
    const here = Math.floor(((point.at - from) / (to - from || 1)) * COLUMNS);
    if (here !== column) {
      if (index > 0) close(index - 1);
      column = here;
      first = least = greatest = index;
    }
    if (point.score < (points[least]?.score ?? 0)) least = index;
    if (point.score > (points[greatest]?.score ?? 0)) greatest = index;
    if (point.risk === 'flagged') kept.add(index);
    if (gaps.has(index)) kept.add(index).add(index - 1);
  });
  close(points.length - 1);
  return [...kept].sort((a, b) => a - b);
}
