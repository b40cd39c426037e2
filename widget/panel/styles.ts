import { colorTokens } from '../../shared/ui/tokens.ts';

/**
 * One sheet for all panels, beside that of the graph. Every colour is a token that the host may set; texts keep
 * 4.5 : 1 on their ground in both schemes. Sizes are in em of the host's font, and what depends on width asks
 * the panel's own width, since a panel stands in a sidebar as often as on a page. The graph's box is reserved
 * from the start, so that nothing moves when the answer arrives.
 */
export const panelStyles = `
:host{display:block;container-type:inline-size;color-scheme:var(--instrument-color-scheme,inherit);
${colorTokens}}
:host([hidden]),[hidden],:host([audience]:not([audience=professional])) #risk{display:none!important}
*{box-sizing:border-box;margin:0;font:inherit}
#panel{--_gap:.75em;display:grid;gap:var(--instrument-gap,var(--_gap));padding:var(--instrument-padding,1.25em);color:var(--_ink);background:var(--_surface);border:1px solid var(--_line);border-radius:var(--instrument-radius,10px);font-size:var(--instrument-font-size,inherit);line-height:1.4;text-align:start;overflow-wrap:anywhere}
:host([density=compact]) #panel{--_gap:.5em;padding:.75em;font-size:var(--instrument-font-size,.875em)}
#risk,#changes,#date{font-size:.875em}
#risk,#date,#score-name,#max,#notes,#footer,#message{color:var(--_quiet)}
#notes,#footer,#table{font-size:.8125em}
#risk{padding-block-end:.75em;border-block-end:1px solid var(--_line)}
strong,b,button,#title,#classification{font-weight:600}
strong{padding-inline-end:.25em;color:var(--_ink)}
#risk[data-risk=flagged],#risk[data-risk=unavailable]{padding:.6em .8em;border:1px solid;border-radius:6px;color:var(--_stale);background:var(--_stale-surface)}
#risk[data-risk=flagged]{border-inline-start-width:5px;color:var(--_risk);background:var(--_risk-surface)}
#risk[data-risk=flagged] strong,#risk[data-risk=unavailable] strong{color:inherit;font-weight:700}
#header,#footer{display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;justify-content:space-between}
#title,#classification{font-size:1.0625em}
#headline{display:grid;grid-template-columns:auto 1fr;gap:.125em 1.25em;align-items:center}
#score,#changes{font-variant-numeric:tabular-nums}
#score{grid-row:span 2;display:grid;grid-template-columns:auto 1fr;column-gap:.375em;align-items:baseline}
#score-name{grid-column:span 2;font-size:.75em}
#value{font-size:2.5em;line-height:1.05}
#classification{align-self:end}
#swatch{display:inline-block;inline-size:.7em;block-size:.7em;margin-inline-end:.45em;border:1px solid var(--_quiet);border-radius:3px;background:var(--_swatch);forced-color-adjust:none}
#date{align-self:start}
#changes{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:.125em 1.5em;margin-block-start:.25em}
.better{color:var(--_better)}
.worse{color:var(--_worse)}
#graph{display:flow-root;border-radius:6px;touch-action:pan-y}
:host([density=compact]) .score-graph{height:var(--instrument-height,170px)}
p,p span{unicode-bidi:plaintext}
summary{inline-size:fit-content;padding-block:.25em;color:var(--_accent);cursor:pointer}
.quiet{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
[data-status=loading] #graph{block-size:calc(var(--instrument-height,240px) + 40px)}
[data-status=loading] :is(#risk-text,#value,#range,#date,#changes,#graph,#notes,#read){border-radius:6px;background:var(--_line);opacity:.5;animation:wait 1.5s infinite alternate}
[data-status=loading] :is(#risk-text,#range,#date,#changes,#notes,#read){display:inline-block;inline-size:min(14em,60%)}
[data-status=loading] #title{font-weight:400;color:var(--_quiet)}
[data-status=loading] #value{inline-size:2em}
[data-status=loading] #table{visibility:hidden}
@keyframes wait{to{opacity:.25}}
@container (max-width:30em){
#panel{padding:var(--instrument-padding,.875em)}
#value{font-size:2.125em}
}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
`;
