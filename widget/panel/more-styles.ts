import { pointerStyles } from '@instrument-panel/shared/chart';

/** The sheet of what comes after the first sight: choice of series, table, tip, paper. */
export const moreStyles = (): string => `${pointerStyles}
#series,#notes,#footer,#table{font-size:.8125em}
#notes{min-block-size:2.8em}
#footer{display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;justify-content:space-between}
summary{inline-size:fit-content;padding-block:.25em;color:var(--_accent);cursor:pointer}
caption,thead,#series span,#notes,#footer,#message{color:var(--_quiet)}
thead{font-weight:600}
table{font-variant-numeric:tabular-nums}
td,th{unicode-bidi:plaintext}
#series{display:flex;flex-wrap:wrap;padding:2px;border:1px solid var(--_line);border-radius:8px}
#series label{position:relative}
#series input{position:absolute;inset:0;opacity:0;cursor:pointer}
#series span{display:block;padding:.25em .75em;border-radius:6px}
#series input:checked+span{color:var(--_surface);background:var(--_accent)}
table{inline-size:100%;border-collapse:collapse}
caption,th,td{padding:.35em .6em;text-align:start}
caption{padding-inline:0}
th,td{border-block-end:1px solid var(--_line)}
.flagged{color:var(--_risk);font-weight:600}
:focus-visible,input:focus-visible+span{outline:2px solid var(--_accent);outline-offset:2px}
.score-graph .tip{max-width:min(220px,50%)}
button{padding:.35em .9em;font-weight:600;border:1px solid;border-radius:6px;color:var(--_accent);background:var(--_surface);cursor:pointer}
#stale{display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;padding:.6em .8em;border:1px solid;border-radius:6px;color:var(--_stale);background:var(--_stale-surface);font-size:.875em}
#stale span{flex:1 1 16em}
#tools{display:flex;flex-wrap:wrap;gap:.5em;align-items:center;font-size:.8125em}
#analysis{color:var(--_quiet);font-size:.8125em}
.row{white-space:nowrap;padding:.15em 0;border:0;border-radius:2px;background:none;text-align:start;text-decoration:underline;text-underline-offset:.2em}
#tools-said{color:var(--_quiet)}
#message{display:grid;gap:.75em;justify-items:center;align-content:center;min-block-size:14em;text-align:center;text-wrap:balance}
#message b{display:block;color:var(--_ink)}
@container (max-width:30em){
#notes{min-block-size:4.2em}
thead{position:absolute;clip-path:inset(50%)}
tr{display:grid;grid-template-columns:1fr 1fr;padding-block:.4em;border-block-end:1px solid var(--_line)}
th,td{padding:.1em 0;border:0}
tbody th{grid-column:1/-1;font-weight:600}
td[data-name]::before{content:attr(data-name) ": ";color:var(--_quiet)}
td[colspan]{grid-column:1/-1}
}
@media (forced-colors:active){#series input:checked+span{forced-color-adjust:none;color:HighlightText;background:Highlight}}
@media print{:host{color-scheme:light}.row{color:inherit;text-decoration:none}button:not(.row),#series{display:none!important}}
`;
