import type { ShortView } from '../score/short-view.ts';
import { scaleOf, svg } from './frame.ts';

/** Size of a sparkline; its margin has room for half the mark of a risk flag. */
export const WIDTH_PX = 100;
export const HEIGHT_PX = 24;
export const MARGIN_PX = 5;

/** What of a view a sparkline draws; a graph's view has it too. */
export type Drawn = Pick<ShortView, 'yMin' | 'yMax' | 'from' | 'to' | 'gaps' | 'isLatestKnown'> & {
  readonly points: readonly Pick<ShortView['points'][number], 'at' | 'score' | 'risk'>[];
};

/** Styles of sparklines, for `adoptedStyleSheets`, by the same tokens as the graph's. */
export const sparklineStyles = `
.sparkline{--line:var(--instrument-ink,light-dark(#1b2530,#e8edf3));--risk:var(--instrument-risk,light-dark(#8c1823,#ffb9b5));width:${WIDTH_PX}px;height:${HEIGHT_PX}px;overflow:visible;vertical-align:middle}
.sparkline path{fill:none;stroke:var(--line);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.sparkline .gap{stroke-dasharray:1 3}
.sparkline .last{stroke-width:6}
.sparkline .flags{stroke:var(--risk);stroke-width:7;stroke-linecap:square}
@media (forced-colors:active){.sparkline{--line:CanvasText;--risk:Highlight}}
@media print{.sparkline{print-color-adjust:exact}}
`;

let template: SVGSVGElement | undefined;
const PATHS = ['line', 'gap', 'last', 'flags'] as const;

const tenth = (pixels: number): number => Math.round(pixels * 10) / 10;

/**
 * The `d` of each path: straight segments, dashes over gaps, a dot for the latest answer, if it is known, a square for each
 * flag, with a length as in `pathsOf`.
 */
export function sparklinePaths(view: Drawn): Readonly<Record<(typeof PATHS)[number], string>> {
  const { x, y } = scaleOf(view);
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

/** Draws a course in the size of a word. `label` is its accessible name. Nothing of the page's layout is read. */
export function drawSparkline(view: Drawn, label: string): SVGSVGElement {
  template ??= svg('svg', { class: 'sparkline', viewBox: `0 0 ${WIDTH_PX} ${HEIGHT_PX}`, role: 'img' });
  const drawing = document.importNode(template, true);
  drawing.setAttribute('aria-label', label);
  const paths = sparklinePaths(view);
  for (const name of PATHS) {
    // Most courses have no gap and no flag.
    if (paths[name]) drawing.append(svg('path', { class: name, d: paths[name] }));
  }
  return drawing;
}
