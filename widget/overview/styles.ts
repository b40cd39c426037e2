import { colorTokens } from '@instrument-panel/shared/ui/tokens';

/**
 * The frame around the rows; container queries ask the element's own width. An opened panel has no frame. Once the panel shows
 * score, change and flag, the row above it hides its own, so that each is on the screen once. The headline stands beside the
 * tools, where a wide panel has no choice of series; that stands there itself.
 */
export const frameStyles = `
:host{${colorTokens};display:block;container-type:inline-size;color-scheme:var(--instrument-color-scheme,inherit)}
:host([hidden]),[hidden]{display:none!important}
*{box-sizing:border-box;margin:0}
#overview{display:grid;gap:.5em;padding:var(--instrument-padding,1em);color:var(--_ink);background:var(--_surface);border:1px solid var(--_line);border-radius:var(--instrument-radius,10px);font-size:var(--instrument-font-size,inherit);line-height:1.4;font-variant-numeric:tabular-nums;text-align:start;overflow-wrap:anywhere}
#overview:dir(rtl){text-align:right}
#overview>*{min-inline-size:0}
#header{display:flex;gap:.5em 1em;align-items:center;justify-content:space-between;min-block-size:2em}
#title{font-size:.9375em;font-weight:600}
#overview :is(#time-axis,.retry){flex:none;padding:.375em .75em;font:inherit;font-size:max(.8125em,12px);font-weight:600;border:1px solid;border-radius:6px;color:var(--_accent);background:var(--_surface);cursor:pointer}
#overview button:focus-visible{outline:2px solid var(--_accent);outline-offset:2px}
#stale{display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;padding:.5em .75em;border:1px solid;border-radius:6px;color:var(--_stale);background:var(--_stale-surface);font-size:.875em}
#stale span{flex:1 1 16em}
#message{display:grid;gap:.5em;justify-items:start;padding-block:1em}
#message b{display:block;font-weight:600}
#notes{color:var(--_stale);font-size:max(.8125em,12px)}
#footer{display:flex;flex-wrap:wrap;gap:.25em 1em;min-block-size:1.4em;color:var(--_quiet);font-size:max(.8125em,12px)}
#read{margin-inline-start:auto}
#again{padding:0;border:0;font:inherit;color:var(--_accent);background:none;text-decoration:underline;cursor:pointer}
#axis:empty,#notes:empty{display:none}
.opened instrument-panel::part(panel){margin-inline:10px;padding:0;border:0}
#rows tr.row:has(+.opened instrument-panel:state(ready))>:is(.course,.score,.class,.change,.last,.next,.missed){visibility:hidden}
#rows tr.row:not(.partial):has(+.opened instrument-panel:state(flagged))>.risk,#rows tr.row:has(+.opened instrument-panel:state(flagged))>.risk>span:first-child{display:none}
.opened instrument-panel:state(ready)::part(title){clip-path:inset(50%)}
@container (min-width:50em){
.opened instrument-panel:state(ready)::part(series){grid-area:1/1}
.opened instrument-panel:state(ready)::part(headline){margin-block-start:calc(-2em - var(--instrument-gap,.75em));margin-inline-end:16em}
}
@container (max-width:60em){#rows tr.row:has(+.opened instrument-panel:state(ready))>:is(.course,.score,.class,.change,.last,.next,.missed){display:none}}
#wait{color:var(--_quiet)}
#wait::after{content:'';display:block;block-size:200px;background:repeating-linear-gradient(var(--_line) 0 1px,#0000 1px 40px);opacity:.7}
.visually-hidden{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media print{:host{color-scheme:light}#time-axis,.retry,#again,#axis{display:none!important}}
`;
