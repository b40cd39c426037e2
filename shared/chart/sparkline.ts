import type { ShortView } from '../score/short-view.ts';
import { scaleOf, svg } from './frame.ts';
import { HEIGHT_PX, WIDTH_PX } from './sparkline-styles.ts';

export { HEIGHT_PX, sparklineStyles, WIDTH_PX } from './sparkline-styles.ts';

/** Room at the edge of a sparkline for half the mark of a risk flag. */
export const MARGIN_PX = 5;

/** Least time that a course with one answer spans: at the beginning of its own time it would look like that of a course. */
const ALONE_MS = 365 * 86_400_000;

/** What of a view a sparkline draws; a graph's view has it too. */
export type Drawn = Pick<ShortView, 'yMin' | 'yMax' | 'from' | 'to' | 'gaps' | 'isLatestKnown'> & {
  readonly points: readonly Pick<ShortView['points'][number], 'at' | 'score' | 'risk'>[];
};

let template: SVGSVGElement | undefined;
const PATHS = ['line', 'gap', 'last', 'flags'] as const;

const tenth = (pixels: number): number => Math.round(pixels * 10) / 10;

/**
 * The `d` of each path: straight segments, dashes over gaps, a dot for the latest answer, if it is known, a square for each
 * flag, with a length as in `pathsOf`.
 */
export function sparklinePaths(view: Drawn): Readonly<Record<(typeof PATHS)[number], string>> {
  const from = view.points[1] ? view.from : Math.min(view.from, view.to - ALONE_MS);
  const { x, y } = scaleOf({ ...view, from });
  let line = '';
  let gap = '';
  let flags = '';
  let before = '';
  view.points.forEach(({ at, score, risk }, index) => {
    const here = `${tenth(x(at) * (WIDTH_PX - 2 * MARGIN_PX) + MARGIN_PX)} ${tenth(y(score) * (HEIGHT_PX - 2 * MARGIN_PX) + MARGIN_PX)}`;
    const isBridged = view.gaps.has(index);
    if (isBridged) gap += `M${before}L${here}`;
    line += `${before && !isBridged ? 'L' : 'M'}${here}`;
    if (risk === 'flagged') flags += `M${here}h.1`;
    before = here;
  });
  if (view.isLatestKnown) return { line, gap, last: before && `M${before}h0`, flags };
  // Without a dot, the line's end shows an answer that stands alone.
  return { line: line && `${line}h0`, gap, last: '', flags };
}

/** Makes the picture of no course. */
function createSparkline(): SVGSVGElement {
  template ??= svg('svg', { class: 'sparkline', viewBox: `0 0 ${WIDTH_PX} ${HEIGHT_PX}`, role: 'img' });
  return document.importNode(template, true);
}

/**
 * Draws a course in the size of a word. Nothing of the page's layout is read.
 *
 * @param label its accessible name
 * @param used a picture that shows one course after another. Default: a new one
 */
export function drawSparkline(view: Drawn, label: string, used?: SVGSVGElement): SVGSVGElement {
  const picture = used ?? createSparkline();
  picture.setAttribute('aria-label', label);
  const paths = sparklinePaths(view);
  let at = 0;
  for (const name of PATHS) {
    const next = picture.children[at] ?? null;
    const known = next?.getAttribute('class') === name ? next : null;
    // Most courses have no gap and no flag.
    if (!paths[name] && !known) continue;
    const path = known ?? picture.insertBefore(svg('path', { class: name }), next);
    // The browser computes styles anew for a path that is set, though it is the same.
    if (path.getAttribute('d') !== paths[name]) path.setAttribute('d', paths[name]);
    at++;
  }
  return picture;
}
