/** What a row opens to. */
export const detailStyles = `
.detail{display:grid;grid-template-columns:minmax(0,1fr);gap:10px;padding:4px 4px 14px 28px}
.detail:dir(rtl){padding:4px 28px 14px 4px}
.analysis{min-block-size:1lh}
.full{font-weight:600}
.graph{display:flow-root;border-radius:6px;touch-action:pan-y}
.score-graph .tip{max-inline-size:min(220px,50%)}
.series{display:flex;flex-wrap:wrap;inline-size:fit-content;padding:2px!important;border:1px solid var(--_line)!important;border-radius:8px;font-size:12.5px}
.series label{position:relative}
.series input{position:absolute;inset:0;margin:0;opacity:0;cursor:pointer}
.series span{display:block;padding:3px 10px;border-radius:6px}
.series input:checked+span{color:var(--_surface);background:var(--_accent)}
.series input:focus-visible+span{outline:2px solid var(--_accent);outline-offset:2px}
summary{inline-size:fit-content;padding-block:3px;color:var(--_accent);font-size:13px;cursor:pointer}
.table{overflow-x:auto}
table{inline-size:100%;border-collapse:collapse;font-size:12.5px;font-variant-numeric:tabular-nums}
caption{padding:4px 0;text-align:start;color:var(--_quiet)}
th,td{padding:4px 8px;border-block-end:1px solid var(--_line);text-align:start;vertical-align:top}
thead{color:var(--_quiet);font-weight:600}
tbody th{font-weight:400}
.flagged{color:var(--_risk);font-weight:600}
table button.row{display:inline;min-block-size:24px;inline-size:auto;padding:0;color:var(--_accent);font-size:12.5px;text-decoration:underline;text-underline-offset:2px;white-space:nowrap}
.requests ul,.applications ul{display:grid;gap:6px}
.requests li,.applications li{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;justify-content:space-between;padding-block:4px;border-block-end:1px solid var(--_line);font-size:13px}
.requests li>span:first-child,.applications li>span:first-child{flex:1 1 15em}
.applications{display:grid;grid-template-columns:minmax(0,1fr);gap:6px;font-size:13px}
.change-box,.form{display:grid;grid-template-columns:minmax(0,1fr);gap:9px}
.change-box{padding:11px 13px;border:1px solid var(--_accent);border-radius:8px}
.change-box[data-step=done]{border-color:var(--_better)}
.change-box:is([data-step=unknown],[data-step=checking],[data-step=not-done]){border-color:var(--_stale)}
.change-box[data-step=refused]{border-color:var(--_risk)}
h3{font-weight:650}
.field{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
select{min-block-size:32px;padding:2px 8px;border:1px solid var(--_quiet);border-radius:6px;color:var(--_ink);background:var(--_surface);font:inherit}
.suggested{display:flex;flex-wrap:wrap;gap:6px;align-items:center;font-size:13px}
.suggested b{margin-inline-end:4px}
@container (max-width:1200px){.analysis{min-block-size:2lh}}
@container (max-width:600px){.analysis{min-block-size:3lh}}
@container (max-width:420px){
.analysis{min-block-size:4lh}
.detail{padding-inline:2px}
table thead{position:absolute;clip-path:inset(50%)}
table tr{display:grid;grid-template-columns:1fr 1fr;padding-block:5px;border-block-end:1px solid var(--_line)}
table th,table td{padding:1px 0;border:0}
table tbody th{grid-column:1/-1}
td[data-name]::before{content:attr(data-name) ": ";color:var(--_quiet)}
td[colspan]{grid-column:1/-1}
}
@media (forced-colors:active){.series input:checked+span{forced-color-adjust:none;color:HighlightText;background:Highlight}}
@media print{summary{list-style:none;color:inherit}.change-box{display:none}table button.row{display:inline!important;color:inherit;text-decoration:none}}
`;
