/** The form within the panel: without a frame of its own, and closer. */
export const formStyles = `
:host{display:block!important;container-type:inline-size}
#apply{padding:12px;font-size:13.5px;--_gap:10px;--_target:32px}
#list{max-block-size:11em}
p[part=link]{overflow-wrap:anywhere}
p[part=link]::after{content:attr(data-address)}
`;
