import { colorTokens } from '../ui/tokens.ts';

/**
 * Styles of the graph, for `adoptedStyleSheets`. Light and dark follow the page's `color-scheme`; its tokens are
 * `--instrument-ink`, `--instrument-quiet` (labels), `--instrument-surface`, `--instrument-axis`,
 * `--instrument-risk` (flags), `--instrument-height` (of the plot).
 */
export const chartStyles = `
:host,.score-graph{${colorTokens};--_axis:var(--instrument-axis,light-dark(#7f8a96,#7d8794))}
.score-graph{--_end:calc(var(--_digits)*.6em + 16px);position:relative;box-sizing:border-box;height:var(--instrument-height,240px);margin:8px calc(var(--_end) + var(--_letters)*.56em) 32px var(--_end);color:var(--_ink);font-size:12px;line-height:1.2;direction:ltr;
svg{width:100%;height:100%;display:block;overflow:visible}
text{fill:var(--_quiet);font-variant-numeric:tabular-nums}
.scores{text-anchor:end}
.times,.missed{text-anchor:middle}
.names{transform:translateX(var(--_end))}
.present{fill:var(--_ink);font-weight:600}
.tint,.edge{x:-6px;width:calc(100% + 2px + var(--_end))}
.edge{height:1px;fill:var(--_axis);fill-opacity:.4}
.axis{y:calc(100% + 8px);fill-opacity:1}
.times rect{y:calc(100% + 8px);width:1px;height:5px;fill:var(--_axis)}
path{fill:none;stroke:var(--_ink);stroke-linecap:round;stroke-linejoin:round;vector-effect:non-scaling-stroke}
.gap{stroke-dasharray:2 6}
.ahead{stroke:var(--_quiet);stroke-width:1.5;stroke-dasharray:4 5}
.dots{stroke-width:6}
.last{stroke-width:11}
.flags{stroke:var(--_risk);stroke-width:12;stroke-linecap:square}
.core{stroke:var(--_surface);stroke-width:5}
.missed,.value{fill:var(--_ink);font-weight:600;font-size:14px}
.missed{transform:translateY(8px);dominant-baseline:central}
@container (max-width:30em){.names :not(.present,tspan),.times :is(:nth-of-type(2n),:nth-last-of-type(2)):not(:first-of-type,:last-of-type){display:none}}
}
@media (forced-colors:active){.score-graph{--_ink:CanvasText;--_quiet:CanvasText;--_surface:Canvas;--_axis:CanvasText;--_risk:Highlight;
& .tint{display:none}
}}
`;
