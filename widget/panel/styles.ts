/**
 * One sheet for all panels, beside that of the graph. Every colour is a token that the host may set; texts keep
 * 4.5 : 1 on their ground in both schemes. Sizes are in em of the host's font, and what depends on width asks
 * the panel's own width, since a panel may be in a sidebar or on a page. What may say more at the next look
 * has its room from the first: nothing moves when that comes, and a mark that the graph is not current takes its
 * room from the plot.
 */
export const panelStyles = `
:host{display:block;container-type:inline-size;color-scheme:var(--instrument-color-scheme,inherit)}
:host([hidden]),[hidden],:host([audience=patient]) #risk{display:none!important}
*{box-sizing:border-box;margin:0;font:inherit}
#panel{--_gap:.75em;--_plot:240px;display:grid;gap:var(--instrument-gap,var(--_gap));padding:var(--instrument-padding,1.25em);color:var(--_ink);background:var(--_surface);border:1px solid var(--_line);border-radius:var(--instrument-radius,10px);font-size:var(--instrument-font-size,inherit);line-height:1.4;font-variant-numeric:tabular-nums;text-align:start;overflow-wrap:anywhere}
:host([density=compact]) #panel{--_gap:.5em;--_plot:170px;padding:.75em;font-size:var(--instrument-font-size,.875em)}
#risk,#date,#max,#changes,#unread{font-size:max(.8125em,12px)}
#risk,#date,#max,#wait{color:var(--_quiet)}
#risk{display:flex;gap:.5em;align-items:baseline;min-block-size:2.5em;margin:0 -10px;padding:.25em 6px;border-inline-start:4px solid #0000}
#risk:not([data-risk=none]){border-color:currentcolor;color:var(--_stale);background:var(--_stale-surface)}
#risk[data-risk=flagged]{color:var(--_risk);background:var(--_risk-surface)}
#risk[data-risk=flagged] strong::before{content:'⚑ '/''}
strong,b,#title,#classification,#unread{font-weight:600}
#title,#classification{font-size:.9375em}
#header{display:grid;grid-template-columns:1fr minmax(10em,auto);gap:.25em 1em;align-items:center;min-block-size:2em}
#headline{display:grid;grid-template-columns:auto auto 1fr;column-gap:1em;align-items:baseline}
#unread{grid-area:1/1/auto/-1;color:var(--_stale)}
#unread::before{content:'◇ '}
#score{display:grid;grid-row:2/span 2}
#value{min-inline-size:2ch;font-size:2em;line-height:1.2}
#classification{display:flex;gap:.5em;align-items:baseline;grid-row:2}
#swatch{padding:.375em;background:var(--_swatch)}
#date{grid-area:3/2;align-self:end}
#changes{grid-area:2/3/span 2;display:grid;align-self:end;align-content:end;min-block-size:2.8em}
#plot{display:flex;flex-direction:column;block-size:calc(var(--instrument-height,var(--_plot)) + 40px)}
#graph{display:flow-root;flex:1;min-block-size:0}
#graph .score-graph{height:calc(100% - 40px)}
p,span,strong{unicode-bidi:plaintext}
bdi{white-space:nowrap}
.visually-hidden{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
#loading-text::after{content:'';display:block;block-size:24em;background:linear-gradient(#0000 1em,var(--_line) 0 8em,#0000 0 9em,var(--_line) 0);opacity:.5}
@container (max-width:50em){#risk{min-block-size:3.5em}}
@container (max-width:30em){
#risk{min-block-size:6.3em}
#panel{padding:var(--instrument-padding,.75em)}
#headline{grid-template-columns:auto 1fr}
#changes{grid-area:4/1/auto/-1;align-content:start}
}
`;
