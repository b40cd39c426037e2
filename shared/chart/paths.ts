import type { ScoreView } from '../score/view.ts';
import { drawnIndices } from './decimate.ts';
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

/** Straight segments between answers, dashed ones over gaps, a dot for each answer, a flag where risk is flagged. */
export function pathsOf(view: ScoreView, scale: Scale): Paths {
  let line = '';
  let gap = '';
  let dots = '';
  let flags = '';
  let before = '';
  for (const index of drawnIndices(view)) {
    const point = view.points[index];
    if (!point) continue;
    const here = place(scale.x(point.at), scale.y(point.score));
    const bridged = view.gaps.has(index);
    if (bridged) gap += `M${before}L${here}`;
    line += `${before && !bridged ? 'L' : 'M'}${here}`;
    dots += `M${here}h0`;
    if (point.risk === 'flagged') flags += `M${here}h0`;
    before = here;
  }
  return { line, gap, dots, flags };
}
