import { colorTokens } from '@instrument-panel/shared/ui/tokens';

/**
 * The panel as a whole: ground, head, risk, what stands where nothing else does. Nothing can be selected: a page reads
 * what is selected, in closed roots too, and can select what it finds (`window.find`).
 */
export const baseStyles = `
.wrap{${colorTokens};container-type:inline-size;font:14px/1.4 system-ui,-apple-system,"Segoe UI",sans-serif;color:var(--_ink);text-align:start;user-select:none;-webkit-user-select:none;margin:8px 0;--instrument-height:200px;--instrument-font-size:14px}
.wrap *,.wrap ::before,.wrap ::after{box-sizing:border-box}
:where(.wrap) :where(h2,h3,p,ul,ol,li,dl,dd,dt,fieldset,figure,legend){margin:0;padding:0;border:0;font:inherit;list-style:none}
[hidden]{display:none!important}
.panel{display:flex;flex-direction:column;gap:10px;padding:12px 14px;border:1px solid var(--_line);border-radius:10px;background:var(--_surface);overflow-wrap:anywhere}
.head{display:flex;flex-wrap:wrap;gap:6px;align-items:center;justify-content:space-between}
.name{display:flex;flex-wrap:wrap;gap:2px 10px;align-items:baseline;flex:1 1 12em;min-inline-size:0}
h2{font-size:15px;font-weight:650}
.wrap:focus{outline:none}
.who,.small,.foot{color:var(--_quiet);font-size:12.5px}
.buttons{display:flex;flex-wrap:wrap;gap:6px;align-items:center}
b{font-weight:600}
button{min-block-size:30px;padding:3px 11px;border:1px solid var(--_line);border-radius:7px;color:var(--_accent);background:var(--_surface);font:inherit;font-size:13px;text-align:start;cursor:pointer}
button:hover{border-color:currentColor}
button.primary{color:var(--_surface);background:var(--_accent);border-color:var(--_accent);font-weight:600}
button.quiet{color:var(--_quiet)}
button.small{min-block-size:26px;padding:1px 8px;font-size:12.5px;color:var(--_accent)}
button[data-kind=delete-request],button[data-kind=cancel]{color:var(--_risk)}
button.link{min-block-size:24px;padding:0 2px;border-color:transparent;background:none;text-decoration:underline;text-underline-offset:2px;font-size:12.5px}
button.icon{min-inline-size:30px;padding:0;text-align:center;color:var(--_quiet)}
:focus-visible{outline:2px solid var(--_accent);outline-offset:2px}
.caret{display:inline-block;inline-size:7px;block-size:7px;border:solid;border-width:0 1.75px 1.75px 0;rotate:45deg;translate:0 -2px}
[aria-expanded=false] .caret{rotate:-45deg;translate:0 0}
.row:dir(rtl)[aria-expanded=false] .caret{rotate:135deg}
.icon[aria-expanded=true] .caret{rotate:-135deg;translate:0 2px}
.icon[aria-expanded=false] .caret{rotate:45deg;translate:0 -2px}
.risks{display:grid;gap:4px;padding-block-end:8px;border-block-end:1px solid var(--_line)}
.risk{display:grid;gap:2px;font-size:13px}
.risk li{display:flex;gap:8px;align-items:baseline}
.risk[data-risk=flagged]{padding:7px 10px;border:1px solid var(--_risk);border-inline-start-width:5px;border-radius:7px;color:var(--_risk);background:var(--_risk-surface);font-weight:650}
.risk[data-risk=unavailable]{padding:5px 10px;border:1px dashed var(--_stale);border-radius:7px;color:var(--_stale);background:var(--_stale-surface)}
.risk[data-risk=none],.risk[data-risk=unanswered]{display:flex;flex-wrap:wrap;gap:2px 18px;color:var(--_quiet);font-size:12.5px}
.mark{flex:none;display:inline-block;inline-size:17px;border:1px solid;border-radius:4px;font-size:12px;font-style:normal;font-weight:700;line-height:15px;text-align:center;color:var(--_quiet)}
.mark[data-risk=unanswered]{visibility:hidden}
.mark[data-risk=flagged]{color:var(--_risk);border-inline-start-width:4px;background:var(--_risk-surface)}
.mark[data-risk=unavailable]{color:var(--_stale);border-style:dashed}
.notice,.stale,.trouble{padding:9px 12px;border:1px solid;border-inline-start-width:4px;border-radius:7px;color:var(--_stale);background:var(--_stale-surface);font-size:13px}
.notice{position:sticky;inset-block-end:8px}
.stale{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center}
.stale span{flex:1 1 16em}
.trouble{display:grid;gap:6px;color:var(--_ink);border-color:var(--_line);background:none}
.waiting{display:grid;gap:8px}
.bone{block-size:26px;border-radius:6px;background:var(--_line);opacity:.5;animation:wait 1.5s infinite alternate}
.empty{padding:14px 4px;color:var(--_quiet);text-align:center}
.empty b{color:var(--_ink)}
.foot{display:flex;flex-wrap:wrap;gap:2px 14px;align-items:center}
.amber{color:var(--_stale)}
.better{color:var(--_better)}
.worse{color:var(--_worse)}
.hush{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.orphan{display:grid;gap:8px;justify-items:start;padding:10px 14px;border:1px solid var(--_line);border-radius:10px;color:var(--_quiet);background:var(--_surface);font-size:13px}
@keyframes wait{to{opacity:.25}}
@media (pointer:coarse){button,button.small,button.link{min-block-size:44px;min-inline-size:44px}}
@media (prefers-reduced-motion:reduce){.bone{animation:none}}
@media (forced-colors:active){button.primary{forced-color-adjust:none;color:HighlightText;background:Highlight}.mark[data-risk=flagged],.risk[data-risk=flagged]{border-color:Highlight}}
@media print{.wrap{color-scheme:light!important}.panel{border-color:#888;break-inside:avoid}button:not(.row),.form,.notice{display:none!important}}
`;
