/**
 * One sheet for all sparklines of a page, beside that of the picture. Sizes are in em of the host's font; the
 * blocks' least sizes are those that a page reserves (README), so that nothing moves when an answer arrives.
 */
export const styles = `
:host{display:inline-block;inline-size:22em;min-block-size:2.75em;vertical-align:middle;text-align:start;line-height:1.25;color-scheme:var(--instrument-color-scheme,inherit)}
:host([density=comfortable]){min-block-size:5em}
@media (max-width:40em){
:host{inline-size:15em;min-block-size:5.75em}
:host([density=comfortable]){min-block-size:7.75em}
}
:host([density=line]){inline-size:auto;min-inline-size:9em;min-block-size:1.5em;white-space:nowrap}
:host([hidden]),[hidden]{display:none!important}
#box{display:grid;grid-template-columns:auto 1fr;column-gap:.6em;align-items:start;color:var(--instrument-ink,light-dark(#1b2530,#e8edf3))}
#box>*{min-inline-size:0}
:host([density=line]) #box{grid-template-columns:auto auto 1fr;align-items:center;min-block-size:1.5em}
#mark:empty,#text>:empty,#picture:empty{display:none}
.sparkline{display:block;inline-size:6.25em;block-size:1.5em}
#risk,#note{grid-column:1/-1;font-size:.75em}
:host([density=line]) :is(#risk,#note){grid-column:auto}
#risk,#max,#date,#note{color:var(--instrument-quiet,light-dark(#55616e,#a5b1be))}
#mark{display:inline-block;box-sizing:border-box;inline-size:1.25em;margin-inline-end:.4em;border:1px solid;border-radius:3px;font-style:normal;font-weight:700;line-height:1.1;text-align:center}
[data-risk=flagged] #risk{color:var(--instrument-risk,light-dark(#8c1823,#ffb9b5));font-weight:700}
[data-risk=flagged] #mark{border-inline-start-width:4px}
[data-risk=unavailable] #risk,#note{color:var(--instrument-stale,light-dark(#684800,#f3d48d))}
[data-risk=unavailable] #mark{border-style:dashed}
#text{display:flex;flex-wrap:wrap;gap:0 .6em;align-items:baseline}
#score{font-variant-numeric:tabular-nums}
#value{display:inline-block;font-weight:600}
#max,#date{font-size:.8125em}
#range{overflow-wrap:anywhere}
#swatch{display:inline-block;inline-size:.6em;block-size:.6em;margin-inline-end:.35em;border:1px solid;border-radius:2px;forced-color-adjust:none}
:host([density=comfortable]) :is(#range,#date){inline-size:100%}
:host(:not([density=comfortable])) #date,:host([density=line]) :is(#text,#risk-text),.quiet{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[data-status=loading] #mark{display:inline-block;visibility:hidden}
[data-status=loading] #mark::before{content:'\\a0'}
[data-status=loading] #picture{box-sizing:border-box;display:block;inline-size:6.25em;block-size:1.5em;border-block-end:1px dashed var(--instrument-line,light-dark(#d5dce3,#3a4552))}
button{margin-inline-start:.5em;font:inherit;color:inherit;background:none;border:1px solid;border-radius:4px;cursor:pointer}
span{unicode-bidi:plaintext}
@media print{:host{color-scheme:light}button{display:none}}
`;
