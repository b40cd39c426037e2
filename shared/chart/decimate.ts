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
  const isKept = new Uint8Array(points.length);
  const perColumn = (to - from || 1) / COLUMNS;
  const score = (index: number): number => points[index]?.score ?? 0;
  let column = -1;
  let least = 0;
  let greatest = 0;
  points.forEach(({ at, risk }, index) => {
    const here = Math.floor((at - from) / perColumn);
    if (here !== column) {
      isKept[index] = isKept[index - 1] = isKept[least] = isKept[greatest] = 1;
      column = here;
      least = greatest = index;
    } else if (score(index) < score(least)) least = index;
    else if (score(index) > score(greatest)) greatest = index;
    if (risk === 'flagged') isKept[index] = 1;
  });
  isKept[least] = isKept[greatest] = isKept[points.length - 1] = 1;
  for (const index of gaps) isKept[index] = isKept[index - 1] = 1;
  const kept: number[] = [];
  isKept.forEach((isOne, index) => {
    if (isOne) kept.push(index);
  });
  return kept;
}
