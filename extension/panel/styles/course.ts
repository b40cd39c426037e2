/** The lines of the instruments: one row each where there is room, two or three short lines where there is none. */
export const courseStyles = `
.courses{display:grid;grid-template-columns:minmax(0,1fr)}
.course{border-block-start:1px solid var(--_line)}
.course:first-child{border-block-start:0}
.row{display:grid;grid-template-columns:12px minmax(64px,8em) 17px 100px minmax(104px,.9fr) minmax(96px,1.3fr) minmax(0,1.5fr) 90px;gap:0 12px;align-items:center;inline-size:100%;min-block-size:40px;padding:5px 4px;border:0;border-radius:6px;color:var(--_ink);background:none;font-size:13.5px}
.row:hover{background:color-mix(in srgb,var(--_accent) 7%,transparent)}
.row:focus-visible{outline-offset:-2px}
.instrument{font-weight:650}
.score{font-variant-numeric:tabular-nums;white-space:nowrap;color:var(--_quiet)}
.other b{color:var(--_ink)}
.score b{color:var(--_ink);font-size:17px}
.range{min-inline-size:0}
.swatch{display:inline-block;inline-size:10px;block-size:10px;margin-inline-end:6px;border:1px solid var(--_quiet);border-radius:3px;forced-color-adjust:none}
.change,.date,.none,.due,.other{color:var(--_quiet);font-size:12.5px}
.date{white-space:nowrap;text-align:end}
.none{grid-column:4/-1}
.due,.other{grid-column:4/-1}
.late{color:var(--_stale)}
.sparkline{inline-size:100px;block-size:24px}
@container (max-width:860px){
.row{grid-template-columns:12px minmax(0,1.2fr) 17px 100px minmax(0,1fr);gap:3px 10px;padding-block:8px}
.score{grid-column:5;grid-row:1;text-align:end}
.range{grid-column:2/5;grid-row:2}
.date{grid-column:5;grid-row:2}
.change{grid-column:2/-1;grid-row:3}
.none,.due,.other{grid-column:2/-1}
}
@container (max-width:420px){
.panel{padding:10px;gap:8px}
.row{grid-template-columns:10px minmax(0,1fr) 17px 80px;column-gap:7px}
.sparkline{inline-size:80px}
.score{grid-column:2;grid-row:2;text-align:start}
.date{grid-column:3/-1;grid-row:2}
.range{grid-column:2/-1;grid-row:3}
.change{grid-column:2/-1;grid-row:4}
.head .buttons{order:3;flex:1 0 100%}
.head .buttons>*{flex:1 1 auto;text-align:center}
}
@media print{.row .caret{visibility:hidden}}
`;
