/**
 * One sheet for all panels. Every colour is a token that the host may set; text colours keep 4.5 : 1 on their
 * ground in both schemes. Sizes are in em of the host's font, and what depends on width asks the panel's own
 * width, since a panel stands in a sidebar as often as on a page.
 */
const tokens: readonly (readonly [name: string, light: string, dark: string])[] = [
  ['surface', '#fff', '#161b22'],
  ['ink', '#1b2530', '#e8edf3'],
  ['quiet', '#55616e', '#a5b1be'],
  ['line', '#d5dce3', '#3a4552'],
  ['accent', '#1f5fa8', '#8dbcf5'],
  ['better', '#1b6a41', '#82d2a4'],
  ['worse', '#96391a', '#f2ac8d'],
  ['risk', '#8c1823', '#ffb9b5'],
  ['risk-surface', '#fdeeee', '#40191c'],
  ['stale', '#684800', '#f3d48d'],
  ['stale-surface', '#fff5dc', '#352b12'],
];

const declare = (value: (light: string, dark: string) => string): string =>
  tokens.map(([name, light, dark]) => `--_${name}:var(--instrument-${name},${value(light, dark)});`).join('');

export const panelStyles = (): string => `
:host{display:block;container-type:inline-size;color-scheme:var(--instrument-color-scheme,inherit);${declare((light) => light)}}
@supports (color:light-dark(#000,#fff)){:host{${declare((light, dark) => `light-dark(${light},${dark})`)}}}
:host([hidden]),[hidden]{display:none!important}
*{box-sizing:border-box;margin:0;font:inherit;letter-spacing:inherit}
#panel{--_gap:var(--instrument-gap,.75em);display:grid;gap:var(--_gap);padding:var(--instrument-padding,1.25em);color:var(--_ink);background:var(--_surface);border:1px solid var(--_line);border-radius:var(--instrument-radius,10px);font-size:var(--instrument-font-size,inherit);line-height:1.4;text-align:start;overflow-wrap:anywhere}
:host([density=compact]) #panel{--_gap:.5em;padding:.75em;font-size:var(--instrument-font-size,.875em)}
#risk{padding-block-end:var(--_gap);border-block-end:1px solid var(--_line);color:var(--_quiet);font-size:.875em}
#risk strong{color:var(--_ink);font-weight:600;padding-inline-end:.25em}
#risk[data-risk=flagged]{padding:.6em .8em;border:1px solid;border-inline-start-width:5px;border-radius:6px;color:var(--_risk);background:var(--_risk-surface)}
#risk[data-risk=flagged] strong,#risk[data-risk=unavailable] strong{color:inherit}
#risk[data-risk=flagged] strong{font-weight:700}
#risk[data-risk=unavailable]{padding:.6em .8em;border:1px dashed;border-radius:6px;color:var(--_stale);background:var(--_stale-surface)}
#header{display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;justify-content:space-between}
#title{font-size:1.0625em;font-weight:600}
#series{display:flex;flex-wrap:wrap;padding:2px;border:1px solid var(--_line);border-radius:8px;font-size:.8125em}
#series label{position:relative;cursor:pointer}
#series input{position:absolute;inset:0;opacity:0;margin:0;cursor:pointer}
#series span{display:block;padding:.25em .75em;border-radius:6px;color:var(--_quiet)}
#series input:checked+span{color:var(--_surface);background:var(--_accent);font-weight:600}
:focus-visible,#series input:focus-visible+span{outline:2px solid var(--_accent);outline-offset:2px}
#stale{display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;justify-content:space-between;padding:.5em .8em;border:1px solid;border-radius:6px;color:var(--_stale);background:var(--_stale-surface);font-size:.875em}
#headline{display:grid;grid-template-columns:auto 1fr;gap:.125em 1.25em;align-items:center}
#score{grid-row:span 2;display:grid;grid-template-columns:auto auto;column-gap:.375em;align-items:baseline;font-variant-numeric:tabular-nums}
#score-name{grid-column:span 2;color:var(--_quiet);font-size:.75em}
#value{font-size:2.5em;font-weight:650;line-height:1.05}
#max{color:var(--_quiet)}
#classification{font-weight:600;font-size:1.0625em;align-self:end}
#swatch{display:inline-block;inline-size:.7em;block-size:.7em;margin-inline-end:.45em;border:1px solid var(--_quiet);border-radius:3px;background:var(--_swatch,transparent);forced-color-adjust:none}
#date{color:var(--_quiet);font-size:.875em;align-self:start}
#changes{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:.125em 1.5em;font-size:.875em;font-variant-numeric:tabular-nums;margin-block-start:.25em}
.better,.worse{font-weight:600;color:var(--_better)}
.worse{color:var(--_worse)}
#walk{position:relative;block-size:var(--instrument-graph-height,17em);border-radius:6px;outline-offset:4px}
:host([density=compact]) #walk{block-size:var(--instrument-graph-height,13em)}
#tip{position:absolute;z-index:1;left:calc(var(--_x)*100%);transform:translateX(calc(var(--_x)*-100%));max-inline-size:min(17em,100%);inline-size:max-content;padding:.5em .7em;color:var(--_ink);background:var(--_surface);border:1px solid var(--_quiet);border-radius:6px;box-shadow:0 2px 10px #0003;font-size:.8125em;pointer-events:none}
#tip.low{bottom:2.2em}
#tip b{display:block;font-weight:600}
#scale,#notes,#footer,summary,caption{color:var(--_quiet);font-size:.8125em}
#notes:empty{display:none}
summary{cursor:pointer;padding-block:.25em;border-radius:4px;color:var(--_accent);inline-size:fit-content}
#table{overflow-x:auto;border-radius:4px}
table{inline-size:100%;border-collapse:collapse;font-size:.8125em;font-variant-numeric:tabular-nums}
caption{text-align:start;padding-block:.25em .5em;font-size:1em}
th,td{padding:.35em .6em;text-align:start;vertical-align:top;border-block-end:1px solid var(--_line);font-weight:400}
thead th{color:var(--_quiet);font-weight:600;border-block-end-width:2px}
.flagged{color:var(--_risk);font-weight:600}
button{padding:.35em .9em;border:1px solid;border-radius:6px;color:var(--_accent);background:var(--_surface);cursor:pointer;font-weight:600}
#message{display:grid;gap:.75em;justify-items:center;align-content:center;min-block-size:var(--instrument-graph-height,17em);padding:1em;text-align:center;text-wrap:balance;color:var(--_quiet)}
#message b{display:block;color:var(--_ink);font-weight:600}
#footer{display:flex;flex-wrap:wrap;gap:.25em 1em;justify-content:space-between}
.quiet{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skeleton{border-radius:6px;color:transparent!important;background:var(--_line)!important;opacity:.55;animation:pulse 1.6s ease-in-out infinite alternate}
@keyframes pulse{to{opacity:.3}}
@container (max-width:30em){
#panel{padding:var(--instrument-padding,.875em)}
#headline{column-gap:.875em}
#value{font-size:2.125em}
thead{position:absolute;clip-path:inset(50%)}
tr{display:grid;grid-template-columns:1fr 1fr;padding-block:.4em;border-block-end:1px solid var(--_line)}
th,td{padding:.1em .25em;border:0}
td::before{content:attr(data-name) ": ";color:var(--_quiet)}
tbody th{grid-column:1/-1;font-weight:600}
}
@media (prefers-reduced-motion:reduce){.skeleton{animation:none}}
@media (forced-colors:active){#series input:checked+span{forced-color-adjust:none;color:HighlightText;background:Highlight}#swatch{background:var(--_swatch,transparent)}}
@media print{#panel{border-color:#888;break-inside:avoid}#stale button,#message button,#series{display:none}:host{color-scheme:light}}
`;
