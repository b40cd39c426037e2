import type { ScoreView } from '../score/view.ts';
import { BOX, type Scale } from './frame.ts';

/** Up to here every point is drawn. */
export const UNTHINNED_MAX = 500;
const COLUMN_COUNT = 400;

/**
 * Indices of the points to draw, ascending: beyond {@link UNTHINNED_MAX} of each column the first, least, greatest and
 * last, so that the outline is that of all. Every flagged point stays, and both ends of every gap.
 */
export function drawnIndices({ points, gaps, from, to }: ScoreView): readonly number[] {
  if (points.length <= UNTHINNED_MAX) return points.map((_, index) => index);
  const kept: number[] = [];
  const perColumn = (to - from || 1) / COLUMN_COUNT;
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

/** A place in the box as path text. */
export const place = (x: number, y: number): string =>
  `${Math.round(x * BOX.width)} ${Math.round(y * BOX.height)}`;

/**
 * The `d` of each path. Dots and flags are zero-length pieces: round or square caps make the shapes. Beyond
 * {@link UNTHINNED_MAX} dots would only thicken the line: then they stand where no segment is.
 */
export function pathsOf(view: ScoreView, scale: Scale) {
  let line = '';
  let gap = '';
  let dots = '';
  let flags = '';
  let before = '';
  const { points, gaps } = view;
  const isDotted = points.length <= UNTHINNED_MAX;
  const isEnd = (index: number): boolean => index === 0 || index === points.length || gaps.has(index);
  for (const index of drawnIndices(view)) {
    const point = points[index];
    if (!point) continue;
    const here = place(scale.x(point.at), scale.y(point.score));
    const bridged = gaps.has(index);
    if (bridged) gap += `M${before}L${here}`;
    line += `${before && !bridged ? 'L' : 'M'}${here}`;
    if (isDotted || (isEnd(index) && isEnd(index + 1))) dots += `M${here}h0`;
    if (point.risk === 'flagged') flags += `M${here}h0`;
    before = here;
  }
  return { line, gap, dots, flags };
}
