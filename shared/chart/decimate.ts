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
  const kept: number[] = [];
  const perColumn = (to - from || 1) / COLUMNS;
  let column = -1;
  let first = 0;
  let least = 0;
  let greatest = 0;
  let lowest = 0;
  let highest = 0;
  /** Of the column that ends before `end`. */
  const keep = (end: number): void => {
    for (let index = first; index < end; index++) {
      const isOutline = index === first || index === least || index === greatest || index === end - 1;
      if (isOutline || points[index]?.risk === 'flagged' || gaps.has(index) || gaps.has(index + 1))
        kept.push(index);
    }
  };
  // Code that runs once is slow by the step: no array and no lookup for each of thousands.
  points.forEach(({ at, score }, index) => {
    const here = Math.floor((at - from) / perColumn);
    if (here !== column) {
      keep(index);
      column = here;
      first = least = greatest = index;
      lowest = highest = score;
    } else if (score < lowest) {
      lowest = score;
      least = index;
    } else if (score > highest) {
      highest = score;
      greatest = index;
    }
  });
  keep(points.length);
  return kept;
}
