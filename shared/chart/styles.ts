import { colorTokens } from '../ui/tokens.ts';

/**
 * Styles of the graph, for `adoptedStyleSheets`. Light and dark follow the page's `color-scheme`; its tokens are
 * `--instrument-ink`, `--instrument-quiet` (labels), `--instrument-surface`, `--instrument-axis`,
 * `--instrument-accent` (the course), `--instrument-risk` (flags), `--instrument-height` (of the plot).
 */
export const chartStyles = `
:host,.score-graph{${colorTokens};--_axis:var(--instrument-axis,light-dark(#7f8a96,#7d8794))}
.score-graph{position:relative;box-sizing:border-box;height:var(--instrument-height,240px);margin:12px 14px 28px 38px;border:solid var(--_axis);border-width:0 0 1px 1px;color:var(--_ink);font-size:11px;line-height:1.35;direction:ltr;
& svg{display:block;overflow:visible}
& .plot{width:100%;height:100%}
& text{fill:var(--_quiet);font-variant-numeric:tabular-nums}
& .names{overflow:hidden}
& .names text{fill:var(--_ink);stroke:var(--_surface);stroke-width:3;stroke-opacity:.8;paint-order:stroke}
& .scores{text-anchor:end}
& .tint{fill-opacity:.15}
& rect:not([fill]){fill:var(--_axis)}
& .tint:not([fill]):nth-of-type(4n + 1){fill-opacity:.05}
& path{fill:none;stroke:var(--_accent);stroke-width:2;stroke-linecap:round;stroke-linejoin:round;vector-effect:non-scaling-stroke}
& .edge,& .tick{stroke:var(--_axis);stroke-linecap:square}
& .edge{stroke-width:1;stroke-opacity:.55}
& .tick{stroke-width:3}
& .gap{stroke-dasharray:2 6}
& .dots{stroke-width:8}
& .dense .dots{stroke-width:3}
& .flags{stroke:var(--_risk);stroke-width:12;stroke-linecap:square}
& .core{stroke:var(--_surface);stroke-width:5;stroke-linecap:round}
& .missed{font-size:15px;font-weight:700;fill:var(--_ink);text-anchor:middle;dominant-baseline:central}
}
@media (forced-colors:active){.score-graph{--_ink:CanvasText;--_quiet:CanvasText;--_surface:Canvas;--_axis:CanvasText;--_accent:CanvasText;--_risk:Highlight;
& .tint{display:none}
}}
`;
