import { sparklineStyles } from '../../chart/sparkline.ts';
import { colorTokens } from '../tokens.ts';

/**
 * The rows of a patient's instruments. A cell has room for two lines of small text, so that a row is 40 px at most; what is
 * loud has a line of its own below. Columns are those of the whole table, whatever a row holds.
 */
export const overviewStyles = `
:host{${colorTokens}}
#rows{display:grid;grid-template-columns:1.25em max-content 100px max-content max-content fit-content(9em) minmax(9em,1.3fr) fit-content(13em) max-content max-content minmax(8em,1fr);column-gap:.75em;inline-size:100%;border-spacing:0;text-align:start}
#rows :is(tbody,tr){display:grid;grid-column:1/-1;grid-template-columns:subgrid}
#rows thead{display:block}
#rows .row{align-items:center;min-block-size:40px;padding-block:3px;border-block-start:1px solid var(--_line);cursor:pointer}
#rows .row:not([data-risk=flagged]):hover{background:color-mix(in srgb,var(--_line) 25%,#0000)}
#rows :is(td,th){min-inline-size:0;padding:0;font-size:12px;line-height:16px;font-weight:400;text-align:start;overflow-wrap:break-word;unicode-bidi:plaintext}
#rows th{font-size:13px}
#rows .quiet,#rows :is(.last,.next,.missed,.risk){color:var(--_quiet)}
#rows th .quiet{display:block;font-size:12px}
#rows button{display:flex;gap:.35em;align-items:baseline;padding:1px 4px;margin-inline-start:-4px;font:inherit;font-weight:600;color:inherit;background:none;border:0;border-radius:4px;text-align:start;cursor:pointer}
#rows button::before{content:'›' / '';flex:none;inline-size:.5em;color:var(--_accent)}
#rows button[aria-expanded=true]::before{transform:rotate(90deg)}
#rows button:focus-visible{outline:2px solid var(--_accent);outline-offset:1px}
#rows .score{display:grid;grid-column:span 2;grid-template-columns:subgrid;align-items:baseline}
#rows .score b{font-size:15px;font-weight:600;text-align:end}
#rows .score .quiet{margin-inline-start:-.35em}
#rows .class{display:flex;gap:.4em;align-items:baseline;font-size:13px}
#rows .swatch{flex:none;inline-size:.65em;block-size:.65em;border:1px solid;border-radius:2px;background:var(--_swatch);forced-color-adjust:none}
#rows .flag{text-align:center;font-weight:700;font-size:14px}
#rows .notes{color:var(--_stale)}
#rows .notes:not(:empty)::before{content:'◇ ' / ''}
#rows [data-risk=flagged] .flag,#rows [data-risk=flagged] .risk span:first-child{color:var(--_risk);font-weight:600}
#rows [data-risk=unavailable] .flag,#rows [data-risk=unavailable] .risk{color:var(--_stale)}
#rows [data-risk=flagged]{background:var(--_risk-surface);box-shadow:inset 4px 0 var(--_risk)}
#rows [data-risk=flagged]:is([data-severity=LOW],[data-severity=MODERATE]){background:none}
#rows [data-risk=flagged][data-severity=LOW]{box-shadow:inset 1px 0 var(--_risk)}
#rows [data-risk=flagged]:dir(rtl){box-shadow:inset -4px 0 var(--_risk)}
#rows :is([data-risk=flagged],[data-risk=unavailable],.partial) .risk{grid-row:2;grid-column:2/-1;padding-block-end:4px;font-size:13px}
#rows .opened{padding-block:4px 12px}
#rows .opened td{grid-column:1/-1;font-size:inherit;line-height:inherit}
#rows .sparkline{display:block;inline-size:100px;max-inline-size:100%}
.sparkline .band{fill:var(--_line);fill-opacity:.55}
@container (max-width:64em){
#rows{grid-template-columns:1.25em minmax(5em,max-content) 100px max-content max-content minmax(6em,1fr) fit-content(9em)}
#rows .last{grid-row:1;grid-column:7}
#rows :is(.change,.next,.missed,.risk){grid-row:2}
#rows .change{grid-column:2/6}
#rows .next,#rows .missed{justify-self:start}
#rows .next{grid-column:6}
#rows .missed{grid-column:7}
#rows .risk,#rows :is([data-risk=flagged],[data-risk=unavailable],.partial) .risk{grid-row:3;grid-column:2/-1}
#rows .row{row-gap:2px;padding-block:6px}
#rows [data-risk=quiet]:not(.partial):has(.next:empty):has(.missed:empty) .risk{grid-row:2;grid-column:6/-1}
}
@container (max-width:32em){
#rows [data-risk=quiet]:not(.partial):has(.next:empty):has(.missed:empty) .risk{grid-row:6;grid-column:2/-1}
#rows{grid-template-columns:1.25em 1fr max-content max-content}
#rows .instrument{grid-column:2}
#rows .score{grid-row:1;grid-column:3/5}
#rows .course{grid-row:2;grid-column:2}
#rows .row{padding-inline-end:4px}
#rows .class{grid-row:2;grid-column:3/-1;justify-self:end}
#rows .change{grid-row:3;grid-column:2/-1}
#rows .last{grid-row:4;grid-column:2/-1}
#rows .next{grid-row:5;grid-column:2}
#rows .missed{grid-row:5;grid-column:3/-1;justify-self:end}
#rows .risk,#rows :is([data-risk=flagged],[data-risk=unavailable],.partial) .risk{grid-row:6}
}
@media (forced-colors:active){#rows [data-risk=flagged]{border-inline-start:4px solid Highlight}.sparkline .band{fill:none;stroke:GrayText;stroke-width:.5}}
@media print{#rows .row{break-inside:avoid}}
${sparklineStyles}`;
