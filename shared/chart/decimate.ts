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
  const score = (index: number): number => points[index]?.score ?? 0;
  const columns = Map.groupBy(points.keys(), (index) =>
    Math.floor((((points[index]?.at ?? 0) - from) / (to - from || 1)) * COLUMNS),
  );
  for (const column of columns.values()) {
    const rising = column.toSorted((a, b) => score(a) - score(b));
    for (const ends of [column, rising]) kept.add(ends.at(0) ?? 0).add(ends.at(-1) ?? 0);
  }
  for (const index of gaps) kept.add(index).add(index - 1);
  points.forEach(({ risk }, index) => {
    if (risk === 'flagged') kept.add(index);
  });
  return [...kept].sort((a, b) => a - b);
}
