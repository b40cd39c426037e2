import type { ScoreView } from '../score/view.ts';
import { scaleOf } from './scale.ts';
import { svg } from './svg.ts';

/** Box of a sparkline, CSS pixels; half a flag's width of air on each side. */
const WIDTH = 100;
const HEIGHT = 24;
const AIR = 5;

/** Styles of sparklines, for `adoptedStyleSheets`, by the same tokens as the graph's. */
export const sparklineStyles = `
.sparkline{--line:var(--instrument-accent,light-dark(#1f5fa8,#8dbcf5));--risk:var(--instrument-risk,light-dark(#8c1823,#ffb9b5));width:${WIDTH}px;height:${HEIGHT}px;overflow:visible;vertical-align:middle;
& path{fill:none;stroke:var(--line);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
& .gap{stroke-dasharray:1 3}
& .last{stroke-width:6}
& .flags{stroke:var(--risk);stroke-width:7;stroke-linecap:square}
}
@media (forced-colors:active){.sparkline{--line:CanvasText;--risk:Highlight}}
`;

/**
 * Draws a course in the size of a word: the full scale, a true time axis, a dot for the latest answer, a
 * square for each flagged one, dashes over gaps. `label` is its accessible name, and says what it shows.
 */
export function drawSparkline(view: ScoreView, label: string): SVGSVGElement {
  const { x, y } = scaleOf(view);
  let line = '';
  let gap = '';
  let flags = '';
  let last = '';
  view.points.forEach(({ at, score, risk }, index) => {
    const here = [x(at) * (WIDTH - 2 * AIR) + AIR, y(score) * (HEIGHT - 2 * AIR) + AIR]
      .map((part) => part.toFixed(1))
      .join(' ');
    const bridged = view.gaps.has(index);
    if (bridged) gap += `M${last}L${here}`;
    line += `${last && !bridged ? 'L' : 'M'}${here}`;
    if (risk === 'flagged') flags += `M${here}h0`;
    last = here;
  });
  return svg(
    'svg',
    { class: 'sparkline', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label },
    svg('path', { class: 'line', d: line }),
    svg('path', { class: 'gap', d: gap }),
    svg('path', { class: 'last', d: last && `M${last}h0` }),
    svg('path', { class: 'flags', d: flags }),
  );
}
