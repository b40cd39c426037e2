/**
 * One sheet for all sparklines of a page, beside that of the picture. Sizes are in em of the host's font; small text has 12
 * px at least, also in a page of a small font. The blocks' least sizes are those that a page reserves
 * (docs/guide/server-rendering.md#reserving-space), so that nothing moves when an answer arrives.
 */
export const styles = `
:host{display:inline-block;inline-size:22em;min-block-size:max(3.25em,1.25em + 32px);vertical-align:middle;text-align:start;line-height:1.25;color-scheme:var(--instrument-color-scheme,inherit)}
:host([density=comfortable]){min-block-size:max(7.25em,1.25em + 96px);--_risk:2.5em}
@media (max-width:40em){
:host{inline-size:15em;min-block-size:max(6.75em,1.25em + 88px);--_risk:2.5em}
:host([density=comfortable]){min-block-size:max(10.5em,1.25em + 148px);--_risk:3.75em}
}
:host([density=line]){inline-size:11em;min-block-size:1.5em;--_risk:0;white-space:nowrap}
:host([hidden]),[hidden]{display:none!important}
#box:dir(rtl){text-align:right}
#box{display:flex;flex-wrap:wrap;column-gap:.5em;align-items:start;color:var(--instrument-ink,light-dark(#1b2530,#e8edf3))}
#risk{flex:1 0 100%;min-block-size:var(--_risk)}
#text{flex:1 1 12em;display:flex;flex-wrap:wrap;gap:0 .5em;align-items:baseline;min-inline-size:0}
#range,#date,:host([density=comfortable]) #note{inline-size:100%}
#risk,#range,#note{display:flex;gap:.375em;align-items:baseline}
#note{flex:1;min-inline-size:0}
:host([density=comfortable]) #note{flex:none;order:1}
:host([density=comfortable]) #note-text{flex:1}
:host(:not([density=comfortable])) #note-text{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
:host([density=line]) #box{flex-wrap:nowrap;align-items:center;min-block-size:1.5em}
:host([density=line]) #box>*{flex:0 1 auto;min-inline-size:0}
#text>:empty,#picture:empty,#picture:empty+#text>:not(#note){display:none}
.sparkline{display:block;inline-size:6.25em;block-size:1.5em}
#risk,#note{font-size:max(.75em,12px)}
#risk,#max,#date,#note{color:var(--instrument-quiet,light-dark(#55616e,#a5b1be))}
#mark{flex:none;min-inline-size:1.25em;font-style:normal;font-weight:700;text-align:center}
[data-risk=flagged] #risk{color:var(--instrument-risk,light-dark(#8c1823,#ffb9b5));font-weight:700}
[data-risk=unavailable] #risk,#note{color:var(--instrument-stale,light-dark(#684800,#f3d48d))}
#score{font-variant-numeric:tabular-nums}
#value{display:inline-block;font-weight:600;text-align:end}
#max,#range,#date{font-size:max(.8125em,12px)}
#range{overflow-wrap:anywhere}
#swatch{flex:none;inline-size:.6em;block-size:.6em;border:1px solid;border-radius:2px;forced-color-adjust:none}
:host(:not([density=comfortable])) #date,:host([density=line]) :is(#risk-text,#name,#score,#range,#picture:not(:empty)+#text #note-text),.quiet{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:host([density=line]) #picture:not(:empty)+#text #note::before{content:'*'}
:host([density=line]) [data-status=ready] #retry{display:none}
[data-status=loading] #mark::before{content:'\\a0'}
[data-status=loading] #picture{box-sizing:border-box;display:block;inline-size:6.25em;block-size:1.5em;border-block-end:1px dashed var(--instrument-line,light-dark(#d5dce3,#3a4552))}
button{flex:none;padding:0 .375em;font:inherit;line-height:1;color:inherit;background:none;border:1px solid;border-radius:2px;cursor:pointer}
span{unicode-bidi:plaintext}
@media print{:host{color-scheme:light}button{display:none}}
`;
