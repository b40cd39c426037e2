/**
 * One sheet for all panels, beside that of the graph. Every colour is a token that the host may set; texts keep
 * 4.5 : 1 on their ground in both schemes. Sizes are in em of the host's font, and what depends on width asks
 * the panel's own width, since a panel stands in a sidebar as often as on a page. What may say more at the next look
 * has its room from the first: nothing moves when that comes, and a mark that the graph is not current takes its
 * room from the plot.
 */
export const panelStyles = `
:host{display:block;container-type:inline-size;color-scheme:var(--instrument-color-scheme,inherit)}
:host([hidden]),[hidden],:host([audience=patient]) #risk{display:none!important}
*{box-sizing:border-box;margin:0;font:inherit}
#panel{--_gap:.75em;--_plot:240px;display:grid;gap:var(--instrument-gap,var(--_gap));padding:var(--instrument-padding,1.25em);color:var(--_ink);background:var(--_surface);border:1px solid var(--_line);border-radius:var(--instrument-radius,10px);font-size:var(--instrument-font-size,inherit);line-height:1.4;text-align:start;overflow-wrap:anywhere}
:host([density=compact]) #panel{--_gap:.5em;--_plot:170px;padding:.75em;font-size:var(--instrument-font-size,.875em)}
#risk,#changes,#date{font-size:.875em}
#risk,#date,#score-name,#max,#wait{color:var(--_quiet)}
#risk{min-block-size:calc(4em + 2px);padding:.6em .8em;border:1px solid var(--_line);border-inline-start-width:5px;border-radius:6px}
strong,b,#title,#classification{font-weight:600}
strong{display:block;color:var(--_ink)}
#risk:not([data-risk=none]){border-color:currentcolor;color:var(--_stale);background:var(--_stale-surface)}
#risk[data-risk=flagged]{color:var(--_risk);background:var(--_risk-surface)}
#risk:not([data-risk=none]) strong{color:inherit}
#header{display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;justify-content:space-between}
#title,#classification{font-size:1.0625em}
#headline{display:grid;grid-template-columns:auto 1fr;gap:.125em 1.25em;align-items:center;align-content:start}
#score,#changes{font-variant-numeric:tabular-nums}
#score{grid-row:span 2;display:grid;grid-template-columns:auto 1fr;column-gap:.375em;align-items:baseline}
#score-name{grid-column:span 2;font-size:.75em}
#value{font-size:2.5em;line-height:1.05;text-align:end}
#panel:dir(rtl){text-align:right}
#classification{align-self:end;display:flex;gap:.45em;align-items:baseline}
#swatch{flex:none;inline-size:.7em;block-size:.7em;border:1px solid;border-radius:3px;background:var(--_swatch);forced-color-adjust:none}
#date{align-self:start}
#changes{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:.125em 1.5em;margin-block-start:.25em}
#plot{display:flex;flex-direction:column;block-size:calc(var(--instrument-height,var(--_plot)) + 40px)}
#graph{display:flow-root;flex:1;min-block-size:0;touch-action:pan-y}
#graph .score-graph{height:calc(100% - 40px)}
p,span,strong{unicode-bidi:plaintext}
.visually-hidden{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
#loading-text::after{content:'';display:block;block-size:24em;background:linear-gradient(#0000 1em,var(--_line) 0 8em,#0000 0 9em,var(--_line) 0);opacity:.5}
@container (max-width:30em){
#panel{padding:var(--instrument-padding,.875em)}
#risk{min-block-size:calc(6.8em + 2px)}
strong,#changes{min-block-size:2.8em}
#score{grid-row:auto}
#classification{align-self:start}
#date{grid-column:1/-1}
#value{font-size:2.125em}
}
`;
