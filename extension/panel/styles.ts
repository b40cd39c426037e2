import { pointerStyles } from '@instrument-panel/shared/chart/pointer';
import { chartStyles } from '@instrument-panel/shared/chart/styles';
import { changeTokens } from '@instrument-panel/shared/ui/change-tokens';
import { itemStyles } from '@instrument-panel/shared/ui/item/styles';
import { overviewStyles } from '@instrument-panel/shared/ui/overview/styles';
import { colorTokens } from '@instrument-panel/shared/ui/tokens';

/**
 * The panel as a whole: background, head, risk, empty states. Nothing can be selected: a page reads
 * what is selected, in closed roots too, and can select what it finds (`window.find`).
 */
const baseStyles = `
.wrap{${colorTokens};${changeTokens};container-type:inline-size;font:14px/1.4 system-ui,-apple-system,"Segoe UI",sans-serif;color:var(--_ink);text-align:start;user-select:none;-webkit-user-select:none;--instrument-height:200px;--instrument-font-size:14px}
.wrap *,.wrap ::before,.wrap ::after{box-sizing:border-box}
:where(.wrap) :where(h2,h3,p,ul,ol,li,dl,dd,dt,fieldset,figure,legend){margin:0;padding:0;border:0;font:inherit;list-style:none}
[hidden]{display:none!important}
.panel{overflow-wrap:anywhere}
/* Without risk, lateness or doubt it is one line, however long the name is; they make it higher. What follows the risk stands beside it as a whole, or below it: a title in its line would read as its end. */
.strip,.main,.rest{display:flex;flex-wrap:wrap;gap:2px 24px;align-items:center}
.main{flex:1 1 0;min-inline-size:0;row-gap:0;line-height:1.3}
.rest{flex:1 1 auto;min-inline-size:0;flex-wrap:nowrap;column-gap:12px}
.rest:has(.remarks:not([hidden])),.rest:has(.amber:not(:empty)){flex-wrap:wrap}
.strip{min-block-size:48px;flex-wrap:nowrap;column-gap:12px;padding:4px 12px;border:1px solid var(--_line);border-radius:10px;background:var(--_surface)}
.name{display:flex;min-inline-size:0;gap:2px 8px;align-items:baseline}
.strip h2{flex:none;white-space:nowrap}
.who{display:flex;min-inline-size:0;white-space:pre}
.whose{min-inline-size:5ch;overflow:hidden;text-overflow:ellipsis}
.born{flex:none}
/* Where text is large in a narrow line nothing of the name may be lost. */
@container (max-width:26em){.who{flex-wrap:wrap;column-gap:4px;white-space:normal}.whose{flex:none;max-inline-size:100%}}
.whole-name{position:fixed;inset:auto;margin:0;max-inline-size:min(360px,calc(100vw - 16px));padding:4px 8px;border:1px solid var(--_line);border-radius:6px;color:var(--_ink);background:var(--_surface);font-size:13px;pointer-events:none}
.scores{display:flex;flex:1 1 0;min-inline-size:0;flex-wrap:wrap;gap:0 12px;max-block-size:1lh;overflow:hidden;font-size:13px}
.scores span{max-inline-size:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
/* Opened, the scores stand whole below. */
.strip:has([aria-expanded=true]) .scores{visibility:hidden}
.remarks{display:flex;flex-wrap:wrap;gap:2px 12px;font-size:13px}
.strip .buttons{flex:none;flex-wrap:nowrap;margin-inline-start:auto}
.strip :is(.stale,.failure){flex:1 0 100%}
.strip:has(>.stale,>.failure:not([data-kind=not-linked])){flex-wrap:wrap}
.strip:has(>[data-kind=not-linked]) .main{flex:none}
.strip .failure[data-kind=not-linked]{display:flex;flex:1 1 0;min-inline-size:0;align-items:center;gap:12px;padding:0;border:0}
.failure[data-kind=not-linked] p:not(.buttons){flex:0 1 auto;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.failure[data-kind=not-linked] p:nth-child(2){flex-shrink:9}
#toggle{display:flex;gap:8px;align-items:center;color:var(--_quiet)}
/* The browser takes a backdrop or a shadow for a cover of the line's buttons. */
:is(#sheet,.whole-name)::backdrop{display:none}
#sheet{inset:auto;margin:0;padding:12px;border:1px solid var(--_quiet);border-radius:10px;color:inherit;background:var(--_surface);overflow:auto;overscroll-behavior:contain;container-type:inline-size}
#sheet:popover-open{display:flex;flex-direction:column;gap:8px}
#sheet>*{flex:none}
.whole{display:flex;flex-direction:column;gap:8px;padding:12px;border:1px solid var(--_line);border-radius:10px;background:var(--_surface)}
#sheet:focus{outline:none}
h2{font-size:15px;font-weight:650}
.wrap:focus{outline:none}
.who,.small,.foot{color:var(--_quiet);font-size:13px}
.buttons{display:flex;flex-wrap:wrap;gap:6px;align-items:center}
b{font-weight:600}
button{min-block-size:30px;padding:4px 12px;border:1px solid var(--_line);border-radius:6px;color:var(--_accent);background:var(--_surface);font:inherit;font-size:13px;text-align:start;cursor:pointer}
button:hover{border-color:currentColor}
/* Above the line of text below it, which would count as covering it. */
:where(#rows) button{position:relative;min-block-size:0}
button.primary{color:var(--_surface);background:var(--_accent);border-color:var(--_accent);font-weight:600}
button.quiet{color:var(--_quiet)}
button.small{min-block-size:26px;padding:1px 8px;font-size:13px;color:var(--_accent)}
button[data-kind=delete-request],button[data-kind=cancel]{color:var(--_risk)}
button.link{min-block-size:24px;padding:0 2px;border-color:transparent;background:none;text-decoration:underline;text-underline-offset:2px;font-size:13px}
:focus-visible{outline:2px solid var(--_accent);outline-offset:2px}
.caret{display:inline-block;inline-size:7px;block-size:7px;border:solid;border-width:0 1.75px 1.75px 0;rotate:45deg;translate:0 -2px}
[aria-expanded=true] .caret{rotate:-135deg;translate:0 2px}
.notice,.stale,.failure{padding:8px 12px;border:1px solid;border-inline-start-width:4px;border-radius:6px;color:var(--_stale);background:var(--_stale-surface);font-size:13px}
.notice{position:sticky;inset-block-end:8px}
.stale{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center}
.stale span{flex:1 1 16em}
.failure{display:grid;gap:6px;color:var(--_ink);border-color:var(--_line);background:none}
.empty{padding:16px 4px;color:var(--_quiet);text-align:center}
.empty b{color:var(--_ink)}
.foot{display:flex;flex-wrap:wrap;gap:2px 12px;align-items:center}
.amber{color:var(--_stale)}
.visually-hidden{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.orphan{display:grid;gap:8px;justify-items:start;padding:8px 12px;border:1px solid var(--_line);border-radius:10px;color:var(--_quiet);background:var(--_surface);font-size:13px}
@container (max-width:900px){
/* The button wraps to two lines, which fit the line's height and leave more width for the text. */
.strip .buttons .primary{inline-size:min-content;padding-block:2px;line-height:1.2;text-align:center;overflow-wrap:normal}
}
@container (max-width:640px){
.failure[data-kind=not-linked] p:nth-child(2),.strip h2:not(:focus){position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
#toggle span{display:none}
#toggle::before{content:attr(data-count)}
}
@container (max-width:420px){
.strip{padding:4px 8px}
.strip:has(>.buttons){flex-wrap:wrap}
.strip:has(>.buttons) .main,.strip>.buttons{flex:1 0 100%}
.strip>.buttons>*,.strip .buttons .primary{inline-size:auto;flex:1 1 auto;justify-content:center;padding-inline:8px;text-align:center}
#toggle span{display:inline}
#toggle::before{content:none}
}
@media (pointer:coarse){.strip{padding-block:1px}button,button.small,button.link{min-block-size:44px;min-inline-size:44px}#rows th button{align-items:center}}
@media (forced-colors:active){.wrap{--_ink:CanvasText;--_quiet:CanvasText;--_accent:CanvasText;--_risk:CanvasText;--_stale:CanvasText;--_surface:Canvas}button.primary{forced-color-adjust:none;color:HighlightText;background:Highlight}}
@media print{.wrap{color-scheme:light!important}.strip,#sheet{border-color:#888;break-inside:avoid}.scores{max-block-size:none}.scores span{white-space:normal}#sheet{position:static;display:flex;flex-direction:column;gap:8px;inline-size:auto!important;max-block-size:none!important}button:not(.row,[part=open]),.form,.notice{display:none!important}}
`;

/** The time axis: low graphs without the names and numbers that have no room in them, and one row of dates. */
const axisStyles = `
#axis{display:grid;gap:2px;--instrument-height:88px}
#axis:empty{display:none}
#axis figcaption{font-size:13px;font-weight:600}
#axis .names :not(.present,tspan),#axis .scores text:not(:first-child,:last-child){display:none}
#axis figure:not(:last-of-type) .times text{display:none}
#axis figure:not(:last-of-type) .score-graph{margin-block-end:18px}
`;

/** Styles of the details of an instrument. */
const detailStyles = `
.facts{display:flex;flex-wrap:wrap;gap:2px 16px}
.detail{display:grid;grid-template-columns:minmax(0,1fr);gap:8px;padding:4px 4px 12px 32px}
.detail:dir(rtl){padding:4px 32px 12px 4px}
.analysis{min-block-size:1lh}
.full{font-weight:600}
.graph{display:flow-root;border-radius:6px;touch-action:pan-y}
.score-graph .tip{max-inline-size:min(220px,50%)}
.series{display:flex;flex-wrap:wrap;inline-size:fit-content;padding:2px!important;border:1px solid var(--_line)!important;border-radius:10px;font-size:13px}
.series label{position:relative}
.series input{position:absolute;inset:0;margin:0;opacity:0;cursor:pointer}
.series span{display:block;padding:4px 8px;border-radius:6px}
.series input:checked+span{color:var(--_surface);background:var(--_accent)}
.series input:focus-visible+span{outline:2px solid var(--_accent);outline-offset:2px}
summary{inline-size:fit-content;padding-block:4px;color:var(--_accent);font-size:13px;cursor:pointer}
.table{overflow-x:auto}
.table table{inline-size:100%;border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}
caption{padding:4px 0;text-align:start;color:var(--_quiet)}
.table :is(th,td){padding:4px 8px;border-block-end:1px solid var(--_line);text-align:start;vertical-align:top}
.table thead{color:var(--_quiet);font-weight:600}
.table tbody th{font-weight:400}
.flagged{color:var(--_risk);font-weight:600}
.table button.row{display:inline;min-block-size:24px;inline-size:auto;padding:0;color:var(--_accent);font-size:13px;text-decoration:underline;text-underline-offset:2px;white-space:nowrap}
.requests ul,.applications ul{display:grid;gap:6px}
.requests li,.applications li{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;justify-content:space-between;padding-block:4px;border-block-end:1px solid var(--_line);font-size:13px}
.requests li>span:first-child,.applications li>span:first-child{flex:1 1 15em}
.applications{display:grid;grid-template-columns:minmax(0,1fr);gap:6px;font-size:13px}
.change-box,.form{display:grid;grid-template-columns:minmax(0,1fr);gap:8px}
.change-box{padding:12px;border:1px solid var(--_accent);border-radius:6px}
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
.table thead{position:absolute;clip-path:inset(50%)}
.table tr{display:grid;grid-template-columns:1fr 1fr;padding-block:6px;border-block-end:1px solid var(--_line)}
.table :is(th,td){padding:1px 0;border:0}
.table tbody th{grid-column:1/-1}
td[data-name]::before{content:attr(data-name) ": ";color:var(--_quiet)}
.table td[colspan]{grid-column:1/-1}
}
@media (forced-colors:active){.series input:checked+span{forced-color-adjust:none;color:HighlightText;background:Highlight}}
@media print{summary{list-style:none;color:inherit}.change-box{display:none}.table button.row{display:inline!important;color:inherit;text-decoration:none}}
`;

/** The dialog with the answers, where `rem` would be the page's. */
const dialogStyles = `
#item{inline-size:min(736px,calc(100vw - 24px));max-block-size:calc(100dvh - 24px);padding:20px}
#item p,#item li,#item div{font-size:inherit}
#item :is(.standing,.means,.source,.said,.more,.question){font-size:.875em}
#item [role=heading]{font-size:18px}
`;

/** The form within the panel: without a frame of its own, and closer. */
export const formStyles = `
:host{display:block!important;container-type:inline-size}
#apply{padding:12px;--_gap:8px;--_target:32px}
#list{max-block-size:11em}
p[part=link]{overflow-wrap:anywhere}
p[part=link]::after{content:attr(data-address)}
`;

/** One sheet for all panels. Sizes are in px and em of our own: `rem` is the page's. */
export const chartPanelStyles = [
  chartStyles,
  pointerStyles,
  itemStyles(),
  overviewStyles,
  baseStyles,
  axisStyles,
  detailStyles,
  dialogStyles,
].join('\n');
