import { changeTokens } from '../change-tokens.ts';
import { colorTokens } from '../tokens.ts';

/**
 * Sizes are in em of the host's font, and depend on the form's own width, in a sidebar or on a page. Fingers get
 * 44 px. The patient's line keeps its room, so that nothing moves when they are read.
 */
export const applyStyles = (): string => `
:host{display:block;container-type:inline-size;color-scheme:var(--instrument-color-scheme,inherit);
${colorTokens};${changeTokens}}
:host([hidden]),[hidden]{display:none!important}
*{box-sizing:border-box;margin:0;font:inherit}
#apply{--_gap:1em;--_target:2.25em;display:grid;gap:var(--instrument-gap,var(--_gap));padding:var(--instrument-padding,1.25em);color:var(--_ink);background:var(--_surface);border:1px solid var(--_line);border-radius:var(--instrument-radius,10px);font-size:var(--instrument-font-size,inherit);line-height:1.4;text-align:start;overflow-wrap:anywhere}
:host([density=compact]) #apply{--_gap:.5em;padding:.75em;font-size:var(--instrument-font-size,.875em)}
#title,#heading,legend,.label,label,.name,b,.standing{font-weight:600}
#title{font-size:1.125em}
#patient{min-block-size:1.4em;color:var(--_quiet)}
#patient[hidden]{display:block!important}
.detail,.warning,.fault{font-size:.875em}
.detail{color:var(--_quiet)}
.fault{color:var(--_risk);font-weight:600}
.warning{padding:.5em .75em;border:1px solid;border-inline-start-width:4px;border-radius:6px;color:var(--_stale);background:var(--_stale-surface)}
.columns,fieldset,[part=confirm],[part=result-step],[part=form],[part=loading],.message{display:grid;gap:.75em;align-content:start;min-inline-size:0}
.columns{gap:1.5em}
fieldset{padding:0;border:0;gap:.5em}
legend{padding:0;margin-block-end:.5em}
label{inline-size:fit-content}
input:not([type=radio],[type=checkbox]){inline-size:100%;min-block-size:var(--_target);padding:.375em .5em;color:inherit;background:var(--_surface);border:1px solid var(--_quiet);border-radius:6px}
input[aria-invalid=true]{border-color:var(--_risk);border-width:2px}
input[type=radio],input[type=checkbox]{flex:none;inline-size:1.15em;block-size:1.15em;accent-color:var(--_accent)}
button,[part=open]{display:inline-grid;align-items:center;min-block-size:var(--_target);padding:.25em .75em;border:1px solid;border-radius:6px;color:var(--_accent);background:var(--_surface);text-align:center;text-decoration:none;cursor:pointer}
.primary{color:var(--_surface);background:var(--_accent);border-color:var(--_accent);font-weight:600}
[aria-disabled=true]{opacity:.6;cursor:progress}
.buttons{display:flex;flex-wrap:wrap;gap:.5em}
.topics,.chips{display:flex;flex-wrap:wrap;gap:.375em;padding:0;list-style:none}
.topics button,.chips button{min-block-size:2em;padding:.125em .75em;border-radius:999px;font-size:.875em}
.topics button{color:var(--_ink);border-color:var(--_line)}
.topics button[aria-pressed=true]{color:var(--_surface);background:var(--_accent);border-color:var(--_accent)}
.sets bdi{white-space:nowrap}
.sets{display:grid;gap:.375em;justify-items:start;margin-block-end:.5em}
[part=set],[part=next-visit]{display:block;inline-size:fit-content;text-align:start}
[part=set] b{margin-inline-end:.25em}
[part=set] .badge{display:inline-block}
[part=set][aria-pressed=true]::before{content:"✓ "/""}
:is([part=set],[part=next-visit])[aria-pressed=true]{background:var(--_surface);box-shadow:inset 0 0 0 2px var(--_accent)}
.chips button{display:inline-flex;gap:.375em}
#list{max-block-size:16em;padding:0;overflow:auto;overscroll-behavior:contain;list-style:none;border:1px solid var(--_line);border-radius:6px}
[role=option]{position:relative;min-block-size:var(--_target);padding:.375em .75em;padding-inline-start:2.25em;cursor:pointer}
[role=option]+[role=option]{border-block-start:1px solid var(--_line)}
[role=option]::before{content:"";position:absolute;inset-inline-start:.75em;inset-block-start:.65em;inline-size:.9em;block-size:.9em;border:1.5px solid var(--_quiet);border-radius:2px}
[role=option][aria-selected=true]::before{background:var(--_accent);border-color:var(--_accent)}
[role=option][aria-selected=true]::after{content:"";position:absolute;inset-inline-start:1.05em;inset-block-start:.72em;inline-size:.3em;block-size:.55em;border:solid var(--_surface);border-width:0 2px 2px 0;rotate:45deg}
[role=option] .detail{display:block}
.badge{padding:0 .5em;border:1px solid;border-radius:999px;color:var(--_stale);background:var(--_stale-surface);font-size:.8125em}
:focus-visible,[data-active]{outline:2px solid var(--_accent);outline-offset:2px}
[data-active]{outline:none}
#list:focus-visible [data-active]{outline:2px solid var(--_accent);outline-offset:-3px}
.cycles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(13em,100%),1fr));gap:0 1em}
.cycles label,[part=in-use] label{display:flex;gap:.5em;align-items:center;min-block-size:var(--_target);font-weight:400;cursor:pointer}
.start{display:grid;gap:.375em}
.start input{inline-size:min(100%,14em)}
.preview{padding:.75em;border:1px solid var(--_line);border-radius:6px}
ul,ol{padding-inline-start:1.25em}
.dates{font-variant-numeric:tabular-nums}
.dates .detail{list-style:none}
#footer{display:contents}
dl{display:grid;gap:.125em 1.5em}
dd:not(:last-child){margin-block-end:.625em}
dt{color:var(--_quiet);font-size:.875em}
dd ul{display:grid;gap:.5em}
[part=in-use]{display:grid;gap:.375em;margin-block-start:.375em}
.results{display:grid;gap:1em;padding:0;list-style:none}
.results>li{display:grid;gap:.5em;padding:1em;border:1px solid var(--_line);border-radius:6px}
.results>[data-standing=created]{border-inline-start:4px solid var(--_better)}
.results>:is([data-standing=refused],[data-standing=not-created]){border-inline-start:4px solid var(--_risk)}
.results>:is([data-standing=unknown],[data-standing=checking]){border-inline-start:4px solid var(--_stale)}
.link{display:grid;gap:1em}
.address{display:grid;gap:.5em;align-content:start;min-inline-size:0}
[part=qr]{display:block;border:1px solid var(--_line);border-radius:6px;forced-color-adjust:none}
.qr{inline-size:min(100%,200px);min-block-size:200px}
.bone{block-size:2.25em;border-radius:6px;background:var(--_line);opacity:.5;animation:wait 1.5s infinite alternate}
.message{justify-items:start}
.quiet{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
p,li,dd{unicode-bidi:plaintext}
#apply:dir(rtl){text-align:right}
@keyframes wait{to{opacity:.25}}
@container (min-width:46em){
.columns{grid-template-columns:3fr 2fr}
dl{grid-template-columns:auto 1fr;row-gap:.5em}
dd:not(:last-child){margin:0}
.link{grid-template-columns:1fr auto}
.qr{inline-size:180px;min-block-size:180px}
}
@container (max-width:30em){
#patient{min-block-size:2.8em}
#apply{padding:var(--instrument-padding,.75em)}
.buttons>*{flex:1 1 auto}
}
@media (pointer:coarse){#apply,:host([density=compact]) #apply{--_target:44px}.topics button,.chips button{min-block-size:44px}}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
@media (forced-colors:active){
.primary,[role=option][aria-selected=true]::before,[aria-pressed=true]{forced-color-adjust:none;color:HighlightText;background:Highlight}
[role=option][aria-selected=true]::after{forced-color-adjust:none;border-color:HighlightText}
}
`;
