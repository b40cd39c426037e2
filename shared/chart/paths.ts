import type { ScoreView } from '../score/view.ts';
import { drawnIndices, EVERY_POINT } from './decimate.ts';
import type { Scale } from './scale.ts';

/** The box that paths are written in; it is stretched over the plot, so that a resize redraws nothing. */
export const BOX = { width: 10_000, height: 1000 } as const;

/** The `d` of each path. Dots and flags are zero-length pieces: round or square caps make the shapes. */
export interface Paths {
  readonly line: string;
  readonly gap: string;
  readonly dots: string;
  readonly flags: string;
}

/** A place in the box as path text. */
export const place = (x: number, y: number): string =>
  `${Math.round(x * BOX.width)} ${Math.round(y * BOX.height)}`;

/**
 * Straight segments between answers, dashed ones over gaps, a flag where risk is flagged, a dot for each answer.
 * Beyond {@link EVERY_POINT} dots would only thicken the line: then they stand where no segment is.
 */
export function pathsOf(view: ScoreView, scale: Scale): Paths {
  let line = '';
  let gap = '';
  let dots = '';
  let flags = '';
  let before = '';
  const { points, gaps } = view;
  const isDotted = points.length <= EVERY_POINT;
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
