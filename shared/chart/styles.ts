/**
 * Styles of the graph, for `adoptedStyleSheets`: one sheet for all graphs of a root. Light and dark follow the
 * `color-scheme` that the host's page has; the tokens are the panel's own:
 *
 * `--instrument-ink`, `--instrument-quiet` (labels), `--instrument-surface`, `--instrument-axis`,
 * `--instrument-accent` (the course), `--instrument-risk` (flags), `--instrument-height` (of the plot).
 */
export const chartStyles = `
.score-graph {
  --text: var(--instrument-ink, light-dark(#1b2530, #e8edf3));
  --muted: var(--instrument-quiet, light-dark(#55616e, #a5b1be));
  --surface: var(--instrument-surface, light-dark(#fff, #161b22));
  --border: var(--instrument-axis, light-dark(#7f8a96, #7d8794));
  --line: var(--instrument-accent, light-dark(#1f5fa8, #8dbcf5));
  --risk: var(--instrument-risk, light-dark(#8c1823, #ffb9b5));
  position: relative;
  box-sizing: border-box;
  height: var(--instrument-height, 240px);
  margin: 12px 14px 28px 38px;
  border: solid var(--border);
  border-width: 0 0 1px 1px;
  color: var(--text);
  font-size: 11px;
  line-height: 1.35;
  direction: ltr;
}
.score-graph svg { display: block; overflow: visible; }
.score-graph .names { overflow: hidden; }
.score-graph text { fill: var(--muted); font-variant-numeric: tabular-nums; }
.score-graph .names text { fill: var(--text); stroke: var(--surface); stroke-width: 3; stroke-opacity: .8; paint-order: stroke; }
.score-graph .scores text { text-anchor: end; }
.score-graph .tint { fill-opacity: .15; }
.score-graph .tint:not([fill]), .score-graph .strip:not([fill]) { fill: var(--border); }
.score-graph .tint:not([fill]):nth-of-type(4n + 1) { fill-opacity: .05; }
.score-graph path { stroke-linecap: round; stroke-linejoin: round; }
.score-graph .edge { stroke: var(--border); stroke-opacity: .55; }
.score-graph .tick { stroke: var(--border); stroke-width: 3; stroke-linecap: square; }
.score-graph .line, .score-graph .gap { stroke: var(--line); stroke-width: 2; }
.score-graph .gap { stroke-dasharray: 2 6; }
.score-graph .dots { stroke: var(--line); stroke-width: 8; }
.score-graph .dense .dots { stroke-width: 3; }
.score-graph .flags { stroke: var(--risk); stroke-width: 12; stroke-linecap: square; }
.score-graph .core { stroke: var(--surface); stroke-width: 5; stroke-linecap: round; }
.score-graph .missed { font-size: 15px; font-weight: 700; fill: var(--text); text-anchor: middle; dominant-baseline: central; }
.score-graph .cursor { pointer-events: none; }
.score-graph .cursor line { stroke: var(--text); stroke-dasharray: 3 3; }
.score-graph .cursor circle { fill: none; stroke: var(--text); stroke-width: 2; }
.score-graph .tip {
  position: absolute;
  z-index: 1;
  width: max-content;
  max-width: min(220px, 60%);
  padding: 6px 9px;
  transform: translate(14px, 14px);
  border: 1px solid var(--border);
  border-radius: 6px;
  background: var(--surface);
  font-size: 12px;
  white-space: pre-line;
  overflow-wrap: anywhere;
  pointer-events: none;
}
.score-graph .tip[hidden] { display: none; }
.score-graph .tip.before { transform: translate(calc(-100% - 14px), 14px); }
.score-graph .tip.above { transform: translate(14px, calc(-100% - 14px)); }
.score-graph .tip.before.above { transform: translate(calc(-100% - 14px), calc(-100% - 14px)); }
@media (forced-colors: active) {
  .score-graph {
    --text: CanvasText; --muted: CanvasText; --surface: Canvas;
    --border: CanvasText; --line: CanvasText; --risk: Highlight;
  }
  .score-graph .tint { display: none; }
}
@media print {
  .score-graph { color-scheme: light; print-color-adjust: exact; break-inside: avoid; }
  .score-graph .tip, .score-graph .cursor { display: none; }
}
`;
