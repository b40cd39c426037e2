import type { ScoreView } from '../score/view.ts';
import { PLOT_VIEW_BOX, type Scale } from './frame.ts';

/** Up to here every point is drawn. */
export const UNTHINNED_MAX = 500;
/** Up to here every point has a dot: more would only thicken the line. */
export const DOTTED_MAX = 60;
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
const place = (x: number, y: number): string =>
  `${Math.round(x * PLOT_VIEW_BOX.width)} ${Math.round(y * PLOT_VIEW_BOX.height)}`;

/** A dot for the latest answer, and a level line from there to today where that is known; `latest` is its place. */
function endOf({ isLatestKnown, now, to }: ScoreView, { x }: Scale, latest: string) {
  if (!isLatestKnown || !latest) return { ahead: '', last: '' };
  const isReaching = now !== null && now <= to;
  return {
    ahead: isReaching ? `M${latest}H${Math.round(x(now) * PLOT_VIEW_BOX.width)}` : '',
    last: `M${latest}h0`,
  };
}

/**
 * The `d` of each path. Caps make the shapes of dots and flags. A flag has a length: without one, PDF paints no square
 * cap (ISO 32000-1, 8.5.3.2), and the flag would be lost on paper. Beyond
 * {@link DOTTED_MAX} answers there are dots only where no segment is. If a newer
 * answer may be missing, none is marked as the latest.
 */
export function pathsOf(view: ScoreView, scale: Scale) {
  let line = '';
  let gap = '';
  let dots = '';
  let flags = '';
  let before = '';
  const { points, gaps } = view;
  const isDotted = points.length <= DOTTED_MAX;
  const isEnd = (index: number): boolean => index === 0 || index === points.length || gaps.has(index);
  for (const index of drawnIndices(view)) {
    const point = points[index];
    if (!point) continue;
    const here = place(scale.x(point.at), scale.y(point.score));
    const bridged = gaps.has(index);
    if (bridged) gap += `M${before}L${here}`;
    line += `${before && !bridged ? 'L' : 'M'}${here}`;
    if (isDotted || (isEnd(index) && isEnd(index + 1))) dots += `M${here}h0`;
    if (point.risk === 'flagged') flags += `M${here}h1`;
    before = here;
  }
  return { gap, line, dots, flags, core: flags, ...endOf(view, scale, before) };
}
