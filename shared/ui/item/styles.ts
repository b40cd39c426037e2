/** The sheet of the dialog with the answers; colours are the panel's own tokens. */
export const itemStyles = (): string => `
#item{inline-size:min(46rem,100vw - 1.5rem);max-inline-size:none;max-block-size:calc(100dvh - 1.5rem);margin:auto;padding:1.25rem;border:1px solid var(--_line);border-radius:var(--instrument-radius,10px);color:var(--_ink);background:var(--_surface);font-size:var(--instrument-font-size,1rem);line-height:1.45;overflow:auto;overflow-wrap:anywhere}
#item::backdrop{background:#0008}
#item .body{display:grid;gap:.875em}
#item .top{display:flex;gap:.75em;align-items:start;justify-content:space-between;margin-block-end:.75em}
#item [role=heading]{font-size:1.125em;font-weight:600}
#item h3{font-size:1em;font-weight:600}
#item :is(dl,ol,ul){padding:0;list-style:none}
#item .scores{display:grid;gap:.25em}
#item .scores p{font-variant-numeric:tabular-nums}
#item :is(.standing,.means,.source,.said,.more){color:var(--_quiet);font-size:.875em}
#item .text{white-space:pre-line}
#item .flags{display:grid;gap:.75em;padding:.75em .875em;border:1px solid var(--_risk);border-inline-start-width:5px;border-radius:6px;color:var(--_ink);background:var(--_risk-surface)}
#item .flags :is(h3,.flag,.elsewhere){color:var(--_risk);font-weight:700}
#item .flags .means{color:inherit}
#item .risk{padding:.5em .75em;border:1px solid;border-radius:6px;font-size:.875em;color:var(--_quiet)}
#item .risk[data-risk=unknown]{color:var(--_stale);background:var(--_stale-surface)}
#item ol{display:grid;gap:.625em}
#item li{display:grid;gap:.125em}
#item .others li{padding-block-end:.625em;border-block-end:1px solid var(--_line)}
#item .question{font-size:.875em}
#item .answer{font-weight:600}
#item .answer.none{font-weight:400;font-style:italic;color:var(--_quiet)}
#item .tools{display:flex;flex-wrap:wrap;gap:.5em;align-items:center;font-size:.875em}
#item button{flex:none;min-block-size:2.25em;overflow-wrap:normal}
#item .problem{display:grid;gap:.75em;justify-items:start}
#item .wait{color:var(--_quiet)}
@media (forced-colors:active){#item .flags{border-color:CanvasText}}
@media print{#item{display:none}}
`;
