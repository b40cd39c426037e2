/**
 * Styles of the graph, for `adoptedStyleSheets`: one sheet for all graphs of a root. Light and dark follow the
 * `color-scheme` that the host's page has; the tokens are the panel's own:
 *
 * `--instrument-ink`, `--instrument-quiet` (labels), `--instrument-surface`, `--instrument-axis`,
 * `--instrument-accent` (the course), `--instrument-risk` (flags), `--instrument-height` (of the plot).
 */
export const chartStyles = `
.score-graph{--text:var(--instrument-ink,light-dark(#1b2530,#e8edf3));--quiet:var(--instrument-quiet,light-dark(#55616e,#a5b1be));--surface:var(--instrument-surface,light-dark(#fff,#161b22));--axis:var(--instrument-axis,light-dark(#7f8a96,#7d8794));--line:var(--instrument-accent,light-dark(#1f5fa8,#8dbcf5));--risk:var(--instrument-risk,light-dark(#8c1823,#ffb9b5));position:relative;box-sizing:border-box;height:var(--instrument-height,240px);margin:12px 14px 28px 38px;border:solid var(--axis);border-width:0 0 1px 1px;color:var(--text);font-size:11px;line-height:1.35;direction:ltr;
& svg{display:block;overflow:visible}
& .plot{width:100%;height:100%}
& text{fill:var(--quiet);font-variant-numeric:tabular-nums}
& .names{overflow:hidden}
& .names text{fill:var(--text);stroke:var(--surface);stroke-width:3;stroke-opacity:.8;paint-order:stroke}
& .scores{text-anchor:end}
& .tint{fill-opacity:.15}
& rect:not([fill]){fill:var(--axis)}
& .tint:not([fill]):nth-of-type(4n + 1){fill-opacity:.05}
& path{fill:none;stroke:var(--line);stroke-width:2;stroke-linecap:round;stroke-linejoin:round;vector-effect:non-scaling-stroke}
& .edge,& .tick{stroke:var(--axis);stroke-linecap:square}
& .edge{stroke-width:1;stroke-opacity:.55}
& .tick{stroke-width:3}
& .gap{stroke-dasharray:2 6}
& .dots{stroke-width:8}
& .dense .dots{stroke-width:3}
& .flags{stroke:var(--risk);stroke-width:12;stroke-linecap:square}
& .core{stroke:var(--surface);stroke-width:5;stroke-linecap:round}
& .missed{font-size:15px;font-weight:700;fill:var(--text);text-anchor:middle;dominant-baseline:central}
}
@media (forced-colors:active){.score-graph{--text:CanvasText;--quiet:CanvasText;--surface:Canvas;--axis:CanvasText;--line:CanvasText;--risk:Highlight;
& .tint{display:none}
}}
`;
