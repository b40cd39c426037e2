import { sparklineStyles } from '../../chart/sparkline.ts';
import { newMarkStyles } from '../new-mark.ts';

/**
 * The rows of a patient's instruments, and the statement of risk above them. A row is one line, 36 px high, and what is
 * loud has a line of its own below; only the change gives way where there is little room, to two lines of small text. That
 * there is no flag is said once, by the statement for all if there is one. Columns are those of the whole table, whatever a
 * row holds. What an opened row holds may have tables and buttons of its own, so no rule goes into it.
 */
export const overviewStyles = `
#rows{display:grid;grid-template-columns:1.25em fit-content(14em) 100px max-content max-content fit-content(14em) fit-content(24em) fit-content(16em) max-content max-content minmax(8em,1fr);column-gap:.75em;inline-size:100%;border-spacing:0;text-align:start}
#rows>tbody,#rows>tbody>tr{display:grid;grid-column:1/-1;grid-template-columns:subgrid}
#rows>thead{display:block}
#rows tr.row{align-items:center;min-block-size:36px;padding-block:2px;border-block-start:1px solid var(--_line);cursor:pointer}
#rows tr.row:not([data-risk=flagged]):hover{background:color-mix(in srgb,var(--_line) 25%,#0000)}
#rows :where(tr.row)>*{min-inline-size:0;padding:0;font-size:12px;line-height:calc(4/3);font-weight:400;text-align:start;overflow-wrap:break-word;unicode-bidi:plaintext}
#rows :where(tr.row) bdi{white-space:nowrap}
#rows :where(tr.row)>th{font-size:13px;line-height:calc(16/13)}
#rows :where(tr.row) :is(.quiet,.last,.next,.missed,.risk){color:var(--_quiet)}
#rows :where(tr.row)>th .quiet{display:block;font-size:12px}
#rows :where(tr.row)>th button{display:flex;gap:.375em;align-items:baseline;padding:1px 4px;margin-inline-start:-4px;font:inherit;font-weight:600;color:inherit;background:none;border:0;border-radius:2px;text-align:start;cursor:pointer}
#rows :where(tr.row)>th button::before{content:'›' / '';flex:none;inline-size:.5em;color:var(--_accent)}
#rows :where(tr.row)>th button[aria-expanded=true]::before{transform:rotate(90deg)}
#rows :where(tr.row) button:focus-visible{outline:2px solid var(--_accent);outline-offset:1px}
#rows :where(tr.row)>.score{display:grid;grid-column:span 2;grid-template-columns:subgrid;align-items:baseline}
#rows :where(tr.row)>.score b{font-size:15px;font-weight:600;text-align:end}
#rows :where(tr.row)>.score .quiet{margin-inline-start:-.35em}
#rows :where(tr.row)>.class{display:flex;gap:.375em;align-items:baseline;font-size:13px}
#rows :where(tr.row) .swatch{flex:none;inline-size:.65em;block-size:.65em;border:1px solid;border-radius:2px;background:var(--_swatch);forced-color-adjust:none}
#rows :where(tr.row)>.flag{padding-inline-start:6px;text-align:center;font-weight:700;font-size:14px}
#rows :where(tr.row) .notes{color:var(--_stale)}
#rows :where(tr.row) .notes:not(:empty)::before{content:'◇ ' / ''}
#rows [data-risk=flagged] .flag,#rows [data-risk=flagged] .risk span:first-child{color:var(--_risk);font-weight:600}
#rows [data-risk=unavailable] .flag,#rows [data-risk=unavailable] .risk{color:var(--_stale)}
#rows [data-risk=flagged]{background:var(--_risk-surface);box-shadow:inset 4px 0 var(--_risk)}
#rows [data-risk=flagged]:is([data-severity=LOW],[data-severity=MODERATE]){background:none}
#rows [data-risk=flagged]:dir(rtl){box-shadow:inset -4px 0 var(--_risk)}
#rows :is([data-risk=flagged],[data-risk=unavailable],.partial) .risk{grid-row:2;grid-column:2/-1;padding-block-end:4px;font-size:13px}
:is(#overview,.panel):has(#risks:not([hidden])) #rows tr.row:is([data-group=none],[data-group=notAsked]):not(.partial)>.risk{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
#rows :where(tr.row)>.risk button{display:inline;padding:0 4px;font:inherit;font-weight:600;color:var(--_accent);background:none;border:0;text-decoration:underline;text-underline-offset:2px;cursor:pointer}
#rows .opened{padding-block-end:12px}
#rows .opened>td{grid-column:1/-1;min-inline-size:0;padding:0;border:0;font-size:inherit;line-height:inherit}
#rows :where(tr.row) .sparkline{display:block;inline-size:100px;max-inline-size:100%}
.sparkline .band{fill:var(--_line);fill-opacity:.55}
#risks{display:flex;flex-wrap:wrap;gap:.125em 1.25em;color:var(--_quiet);font-size:max(.8125em,12px)}
#risks [data-risk=flagged]{color:var(--_risk);font-weight:600}
#risks [data-risk=flagged]::before{content:'⚑ ' / ''}
#risks [data-risk=unknown]{color:var(--_stale);font-weight:600}
@container (min-width:72em){#rows{column-gap:1em}}
@container (max-width:71.99em){#rows{grid-template-columns:1.25em fit-content(14em) 100px max-content max-content fit-content(14em) fit-content(24em) fit-content(16em) max-content max-content minmax(0,1fr)}#rows :where(tr.row)>.risk{grid-row:2;grid-column:2/-1}}
@container (max-width:60em){
#rows{grid-template-columns:1.25em minmax(5em,max-content) 100px max-content max-content minmax(6em,1fr) fit-content(14em)}
#rows :where(tr.row)>.last{grid-row:1;grid-column:7;min-inline-size:6.5em}
#rows :where(tr.row)>:is(.change,.next,.missed,.risk){grid-row:2}
#rows :where(tr.row)>.change{grid-column:2/6}
#rows :where(tr.row)>.next,#rows :where(tr.row)>.missed{justify-self:start}
#rows :where(tr.row)>.next{grid-column:6}
#rows :where(tr.row)>.missed{grid-column:7}
#rows :where(tr.row)>.risk,#rows :is([data-risk=flagged],[data-risk=unavailable],.partial) .risk{grid-row:3;grid-column:2/-1}
#rows tr.row{row-gap:2px;padding-block:6px}
#rows [data-risk=quiet]:not(.partial):has(.next:empty):has(.missed:empty) .risk{grid-row:2;grid-column:6/-1}
}
@container (max-width:32em){
#rows [data-risk=quiet]:not(.partial):has(.next:empty):has(.missed:empty) .risk{grid-row:6;grid-column:2/-1}
#rows{grid-template-columns:1.25em 1fr max-content max-content}
#rows :where(tr.row)>.instrument{grid-column:2}
#rows :where(tr.row)>.score{grid-row:1;grid-column:3/5}
#rows :where(tr.row)>.course{grid-row:2;grid-column:2}
#rows tr.row{padding-inline-end:4px}
#rows :where(tr.row)>.class{grid-row:2;grid-column:3/-1;justify-self:end}
#rows :where(tr.row)>.change{grid-row:3;grid-column:2/-1}
#rows :where(tr.row)>.last{grid-row:4;grid-column:2/-1}
#rows :where(tr.row)>.next{grid-row:5;grid-column:2}
#rows :where(tr.row)>.missed{grid-row:5;grid-column:3/-1;justify-self:end}
#rows :where(tr.row)>.risk,#rows :is([data-risk=flagged],[data-risk=unavailable],.partial) .risk{grid-row:6}
}
@media (forced-colors:active){#rows [data-risk=flagged]{border-inline-start:4px solid Highlight}.sparkline .band{fill:none;stroke:GrayText;stroke-width:.5}}
@media print{#rows tr.row{break-inside:avoid}}
${sparklineStyles}${newMarkStyles}`;
