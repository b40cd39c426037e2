/** Size of a sparkline. */
export const WIDTH_PX = 100;
export const HEIGHT_PX = 24;

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
