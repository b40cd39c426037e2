import { sparklineStyles } from '../../chart/sparkline-styles.ts';
import { colorTokens } from '../tokens.ts';
import { ASIDE_EM, COURSE_PX, LINE_EM, ROW_PADDING_EM, WHO_EM } from './geometry.ts';

/**
 * Heights of lines are those that are computed (geometry.ts): nothing in a row may wrap beyond them. The list scrolls
 * within the element, so that its head is always in sight.
 */
export const caseloadStyles = (): string => `
:host{display:block;block-size:var(--instrument-block-size,min(85vh,70rem));min-block-size:20rem;color-scheme:var(--instrument-color-scheme,inherit);
${colorTokens}}
:host([hidden]),[hidden]{display:none!important}
*{box-sizing:border-box;margin:0;font:inherit}
#caseload{display:flex;flex-direction:column;block-size:100%;min-block-size:inherit;color:var(--_ink);background:var(--_surface);border:1px solid var(--_line);border-radius:var(--instrument-radius,10px);overflow:clip;text-align:start;font-size:var(--instrument-font-size,max(.8125em,12px));line-height:1.4;font-variant-numeric:tabular-nums}
#caseload:dir(rtl){text-align:right}
#top{flex:none;container-type:inline-size}
#head{display:grid;gap:.5em;padding:.75em 1em;border-block-end:1px solid var(--_line)}
#counts,#filters{display:flex;flex-wrap:wrap;gap:.5em .75em;align-items:center}
#flags{display:inline-flex;gap:.5em;align-items:center;padding:.25em .5em;font-size:1.154em;font-weight:600;color:var(--_risk);background:var(--_risk-surface);border-color:transparent}
#flags.none{color:var(--_quiet);background:none;padding-inline:0;font-weight:400}
#flags.none .mark{display:none}
#flags-hidden{font-weight:600;color:var(--_stale)}
#updated,#window,#marking,#message-detail,.field span,.count,.age,.aside,.title,.heading p,.reasons p{color:var(--_quiet)}
#marking,#marking[hidden]~#mark-seen{margin-inline-start:auto}
#window{font-size:.923em}
#missing{padding:.5em .75em;border:1px solid;border-inline-start-width:4px;border-radius:6px;color:var(--_stale);background:var(--_stale-surface)}
button{min-block-size:2.25em;padding:.25em .75em;color:var(--_accent);background:var(--_surface);border:1px solid;border-radius:6px;cursor:pointer}
[aria-disabled=true]{color:var(--_quiet);cursor:default}
.field{display:flex;flex:1 1 10em;gap:.5em;align-items:center;min-inline-size:0;max-inline-size:24em}
input,select{min-inline-size:0;min-block-size:2.25em;padding:.25em .5em;color:inherit;background:var(--_surface);border:1px solid var(--_quiet);border-radius:6px}
input,select{flex:1;inline-size:100%}
::placeholder{color:var(--_quiet);opacity:1}
#body{display:flex;flex-direction:column;position:relative;flex:1;min-block-size:0}
#scroller{flex:1;min-block-size:0;overflow:auto;overflow-anchor:none;overscroll-behavior:contain;scrollbar-gutter:stable}
#canvas{position:relative;contain:layout style}
.row,.heading{position:absolute;inset-inline:0;contain:strict}
.heading>div{display:flex;flex-wrap:wrap;gap:0 .5em;align-items:baseline;align-content:end;block-size:100%;padding:0 1em .375em;border-block-end:1px solid var(--_line)}
.heading p{flex-basis:100%;display:grid;grid-template-columns:1.75em minmax(0,1fr);line-height:${LINE_EM}em}
#message-title,.heading .group{font-size:1.154em;font-weight:600}
.heading[data-group=flag] .group{color:var(--_risk)}
.row{padding:${ROW_PADDING_EM / 2}em 1em;border-block-end:1px solid var(--_line)}
.row:hover{background:color-mix(in srgb,var(--_line) 22%,var(--_surface))}
.row:focus-visible{outline-offset:-2px;border-radius:6px}
.row[data-group=flag]{border-inline-start:4px solid var(--_risk);padding-inline-start:calc(1em - 4px)}
.grave{background:var(--_risk-surface)}
.who{position:absolute;inline-size:${WHO_EM}em;padding-inline-end:1em}
.who .mark{position:absolute}
.who div{margin-inline-start:1.75em}
.scores{margin-inline-start:${WHO_EM}em}
.mark:not(:empty){display:inline-block;inline-size:1.3em;color:var(--_risk);font-weight:700;text-align:center}
.line,.reasons p,.score{line-height:${LINE_EM}em}
.line,.more{display:flex;gap:.5em}
.line{block-size:${LINE_EM}em}
.name{min-block-size:0;min-inline-size:0;padding:0;overflow:clip;text-overflow:ellipsis;white-space:nowrap;font-size:1.077em;font-weight:600;color:inherit;background:none;border:0;border-radius:2px;text-align:start;line-height:inherit}
.name:hover{text-decoration:underline;color:var(--_accent)}
.unnamed{font-style:italic}
.new{flex:none;align-self:center;padding:0 .5em;border:1px solid;border-radius:999px;color:var(--_accent);font-size:.923em;line-height:1.35}
.reasons p,[data-small] .aside{max-block-size:calc(${LINE_EM}em*var(--_lines))}
.reasons p:first-child{color:var(--_ink)}
.row[data-group=unread] .reasons p:first-child{color:var(--_stale)}
.reasons b{flex:none}
bdi{white-space:nowrap}
.score{block-size:calc(${LINE_EM}em*var(--_lines));cursor:pointer}
.reasons span,.score>*{display:block;min-inline-size:0;white-space:nowrap}
.score>*{block-size:${LINE_EM}em;margin-block-end:-${LINE_EM}em}
.cut,.age,.aside,.reasons span,[data-small] .score>*{overflow:clip;text-overflow:ellipsis}
.score .course{margin-inline-start:7.375em;inline-size:100px}
.score .sparkline{display:block;block-size:${LINE_EM}em}
.title,.class,.aside,.reasons span{unicode-bidi:plaintext}
.title{inline-size:6.5em}
.title.flagged,.row[data-group=flag] .reasons p:first-child{color:var(--_risk);font-weight:600}
.value{margin-inline-start:calc(8.25em + 100px);inline-size:3.25em;font-weight:600;text-align:end}
.words{color:var(--_quiet);font-weight:400}
.class{margin-inline-start:calc(12.25em + 100px);inline-size:13.5em}
.swatch{display:inline-block;inline-size:.75em;margin-inline-end:.5em;vertical-align:-.05em;block-size:.75em;border:1px solid;border-radius:2px;forced-color-adjust:none}
.age{margin-inline-start:calc(25.75em + 100px);inline-size:9.75em;padding-inline-start:1em}
.score .age{white-space:pre}
.aside{margin-inline-start:calc(${ASIDE_EM}em + ${COURSE_PX}px);block-size:100%}
.reasons .long,.aside.long{white-space:normal;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:var(--_lines,1)}
.unseen,.aside.flagged{color:var(--_ink)}
.unseen::before{content:"";display:inline-block;inline-size:.5em;block-size:.5em;margin-inline:-1em .5em;margin-block-end:.1em;border-radius:50%;background:var(--_accent);forced-color-adjust:none}
.new:empty,.reasons b:empty{display:none}
[data-small] .group{font-size:1em;line-height:1.1;max-inline-size:85%}
[data-narrow] .who{position:static;inline-size:auto;padding:0}
[data-narrow] .scores{margin:0}
[data-narrow] .score{margin-inline-start:1.75em}
[data-small] .score{display:grid;grid-template-columns:5.5em minmax(2em,max-content) minmax(0,1fr);block-size:auto;gap:0 .5em}
[data-small] .score>*{margin:0;inline-size:auto}
[data-small] .aside{block-size:auto}
[data-small] .course{grid-row:2;grid-column:1/3;overflow:visible}
[data-small] .age{grid-row:2;grid-column:3}
[data-small] .aside{grid-row:3;grid-column:1/4}
#sort-again{flex:none;align-self:center;margin:.25em;font-weight:600;color:var(--_surface);background:var(--_accent)}
#message,#bones{position:absolute;inset:0;background:var(--_surface)}
#message{display:grid;gap:.5em;place-content:center;justify-items:center;padding:2em;text-align:center}
#message-detail{max-inline-size:40em}
#bones{display:grid;gap:1.25em;align-content:start;padding:1.25em 1em;overflow:hidden}
.bone{block-size:2.5em;border-radius:6px;background:var(--_line);opacity:.4}
:focus-visible{outline:2px solid var(--_accent);outline-offset:2px}
.quiet,.field:not(#search-field) span{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
#fold{display:none}
@container (max-width:40em){
#fold{display:block}
#fold:not([open])+#filters{display:none}
#head{padding:.5em .75em;gap:.5em}
#filters{display:grid}
.field{max-inline-size:none}
}
summary{color:var(--_accent)}
@media (pointer:coarse){button:not(.name),summary,input,select{min-block-size:44px}}
@media (forced-colors:active){
#flags{border-color:currentcolor}
.row:focus-visible{outline-color:Highlight}
.row[data-group=flag]{border-color:Highlight}
}
@media print{
:host{block-size:auto;color-scheme:light}
#caseload,#caseload *{overflow:visible}
#body{display:block}
.row,.heading{break-inside:avoid}
button:not(.name,#flags),#filters{display:none}
#caseload .age{overflow:clip}
}
${sparklineStyles}`;
