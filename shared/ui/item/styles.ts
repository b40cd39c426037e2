/** The sheet of the dialog with the answers; colours are the panel's own tokens. */
export const itemStyles = (): string => `
#item{inline-size:min(56rem,100vw - 1.5rem);max-inline-size:none;max-block-size:calc(100dvh - 1.5rem);margin:auto;padding:1.25rem;border:1px solid var(--_line);border-radius:var(--instrument-radius,10px);color:var(--_ink);background:var(--_surface);font-size:var(--instrument-font-size,1rem);line-height:1.45;overflow:auto;overflow-wrap:anywhere}
#item::backdrop{background:#0008}
#item .body{container-type:inline-size;display:grid;gap:.75em}
#item .top{display:flex;gap:.75em;align-items:start;justify-content:space-between;margin-block-end:.75em}
#item .person{font-weight:600}
#item [role=heading]{font-size:1.125em;font-weight:600}
#item h3{font-size:.9375em;font-weight:600}
#item :is(ol,ul){padding:0;list-style:none}
#item .scores{display:grid;gap:.25em}
#item .scores p{font-variant-numeric:tabular-nums}
#item .scores bdi{white-space:nowrap}
#item :is(.standing,.means,.source,.said,.more,.same,.before,.heads){color:var(--_quiet)}
#item :is(.standing,.means,.source,.said,.more,.last,.course,.heads span,.risk,.tools){font-size:.875em}
#item .standing{min-block-size:1.45em}
#item .text{white-space:pre-line}
#item .pinned{display:grid;gap:.5em;background:var(--_surface)}
#item .pinned:has(.to){position:sticky;inset-block-start:-1.25rem;z-index:1;max-block-size:40dvh;overflow:auto;padding-block-end:1px}
#item:has(.to){scroll-padding-block-start:42dvh}
#item .pinned:not(:has(*)){display:none}
#item .to{padding:0;border:0;background:none;color:inherit;font:inherit;font-weight:600;text-align:start;text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
#item .flags{display:grid;gap:.25em;padding:.5em .75em;border:1px solid var(--_risk);border-inline-start-width:4px;border-radius:6px;background:var(--_risk-surface)}
#item :is(.flags,.flag){color:var(--_risk)}
#item :is(.flag,.elsewhere){font-weight:700}
#item .unflagged{display:grid;gap:.25em;padding:.5em .75em;border:1px solid;border-radius:6px;color:var(--_quiet)}
#item .unflagged[data-risk=unknown]{color:var(--_stale);background:var(--_stale-surface)}
#item :is(.watched,ol):empty{display:none}
#item .watched{display:grid;gap:.25em;padding-inline-start:.75em;border-inline-start:4px solid var(--_risk)}
#item .date{white-space:nowrap;font-weight:600}
#item ol.items{display:grid}
#item .items>li{display:grid;gap:.125em .75em;padding-block:.5em;padding-inline-start:1.5em;border-block-end:1px solid var(--_line)}
#item .items>li:last-child{border:0}
#item .items>li:has(.flag){margin-inline-start:-10px;padding-inline-start:calc(1.5em + 6px);border-inline-start:4px solid var(--_risk)}
#item .question{text-indent:-1.5em}
#item .answer{font-size:.9375em;font-weight:600}
#item .last{min-block-size:1.45em}
#item .answer.none{font-weight:400;font-style:italic;color:var(--_quiet)}
#item .over{justify-self:start;min-block-size:1.5em;padding:0;border:0;background:none;font-size:.8125em;text-decoration:underline;text-underline-offset:.2em}
#item .course li{display:grid;grid-template-columns:minmax(6.5em,auto) 1fr;gap:.25em 1em;padding-block:.125em}
#item .tools{display:flex;flex-wrap:wrap;gap:.5em;align-items:center;margin-block-start:.75em}
#item :is(.top,.tools,.problem) button{flex:none;min-block-size:2.25em;overflow-wrap:normal}
#item .problem{display:grid;gap:.75em;justify-items:start}
#item .heads{display:contents}
#item .heads [aria-hidden]{display:none}
@container (min-width:42em){
#item :is(.items>li,.heads [aria-hidden]){display:grid;grid-template-columns:1fr 13.5em 12em 4.5em;align-items:baseline}
#item .heads [aria-hidden]{gap:.75em;padding-inline-start:1.5em}
#item .items>li>.over{grid-area:1/4;justify-self:end}
#item .items>li>:is(.flag,.course){grid-column:1/-1}
#item .all .label{position:absolute;clip-path:inset(50%)}
}
@media (forced-colors:active){#item .flags{border-color:CanvasText}}
@media print{
:host:has(#item[open]) #panel{display:none}
#item{position:absolute;inset-block:0 auto;margin:0;inline-size:100%;max-block-size:none;border:0;padding:0;overflow:visible;color-scheme:light}
#item li{break-inside:avoid}
#item .pinned:has(.to){position:static;max-block-size:none;overflow:visible}
}
`;
