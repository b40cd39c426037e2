import { sparklineStyles } from '@instrument-panel/shared/chart/sparkline';
import { colorTokens } from '@instrument-panel/shared/ui/tokens';

/** One sheet for all marks of a page. Nothing can be selected, as in a panel (panel/styles/base.ts). */
export const markStyles = `${sparklineStyles}
.wrap{${colorTokens};font:12px/1.3 system-ui,sans-serif;color:var(--_ink);user-select:none;-webkit-user-select:none}
*{box-sizing:border-box;margin:0}
button{display:inline-flex;gap:5px;align-items:center;min-inline-size:24px;min-block-size:24px;padding:1px 4px;border:1px solid transparent;border-radius:5px;background:none;color:inherit;font:inherit;white-space:nowrap;cursor:default}
button:hover{border-color:var(--_line)}
button:focus-visible{outline:2px solid var(--_accent);outline-offset:1px}
.mark{display:inline-block;inline-size:16px;border:1px solid;border-radius:3px;font-style:normal;font-weight:700;line-height:14px;text-align:center;color:var(--_quiet)}
[data-risk=flagged] .mark{color:var(--_risk);border-inline-start-width:4px;background:var(--_risk-surface)}
[data-risk=unavailable] .mark{color:var(--_stale);border-style:dashed}
.sparkline{inline-size:64px;block-size:16px}
.score{font-weight:600;font-variant-numeric:tabular-nums;min-inline-size:2ch;text-align:end}
.word,.of{color:var(--_quiet)}
[data-state=signedOut]{cursor:pointer}
[data-state=signedOut] .word{color:var(--_accent);text-decoration:underline;text-underline-offset:2px}
.of{max-inline-size:9ch;overflow:hidden;text-overflow:ellipsis}
@media (max-width:480px){.of{display:none}}
.bone{inline-size:64px;block-size:12px;border-radius:3px;background:var(--_line);opacity:.6}
.tip{position:fixed;inset:auto;margin:0;max-inline-size:min(360px,calc(100vw - 12px));padding:8px 10px;border:1px solid var(--_line);border-radius:8px;color:var(--_ink);background:var(--_surface);box-shadow:0 4px 16px #0004;font:13px/1.4 system-ui,sans-serif;overflow-wrap:anywhere;white-space:normal;text-align:start;pointer-events:none}
.tip p:nth-child(even){margin-block-end:6px;color:var(--_quiet)}
.tip p:last-child{margin-block-end:0}
@media (forced-colors:active){.mark{border-color:CanvasText}[data-risk=flagged] .mark{forced-color-adjust:none;color:HighlightText;background:Highlight}}
@media print{.wrap{color-scheme:light!important}.tip{display:none}}
`;
