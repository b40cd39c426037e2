/**
 * The stylesheet of the control pages. Colours reach 4.5:1 in light and in dark, what can be pressed is at least
 * 44 px high, and nothing is told by colour alone.
 */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --control: light-dark(#f4f6f7, #11171a);
  --surface: light-dark(#ffffff, #1a2226);
  --line: light-dark(#d5dde0, #334047);
  --edge: light-dark(#7b8a88, #71807e);
  --text: light-dark(#15211f, #e6eceb);
  --soft: light-dark(#52615f, #a5b3b1);
  --accent: light-dark(#3f4fae, #aab6ff);
  --on-accent: light-dark(#ffffff, #10163a);
  --accent-soft: light-dark(#e9ecfa, #222a4a);
  --warn-soft: light-dark(#fff5df, #33270f);
  --warn: light-dark(#7a4a00, #fbd38d);
  --bad-soft: light-dark(#fdecec, #3a1717);
  --bad: light-dark(#9f1d1d, #fca5a5);
  font: 100%/1.5 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--control); color: var(--text); }
a { color: var(--accent); text-underline-offset: 0.15em; }
h1, h2 { margin: 0; line-height: 1.2; text-wrap: balance; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.15rem; }
p, dl, pre { margin: 0; }
code, pre { font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; font-size: 0.9em; }
pre { max-width: 100%; padding: 0.6rem 0.75rem; overflow-x: auto; border-radius: 6px; background: var(--control); overflow-wrap: anywhere; white-space: pre-wrap; }
small { color: var(--soft); font-size: 0.85em; font-weight: 400; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus, h2:focus { outline: none; }

.skip { position: absolute; inset-inline-start: 1rem; top: -4rem; z-index: 2; padding: 0.5rem 1rem; background: var(--surface); }
.skip:focus { top: 0.5rem; }
.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1.5rem; padding: 0.5rem clamp(1rem, 4vw, 2.5rem) 0; background: var(--surface); border-block-end: 1px solid var(--line); }
.brand { color: inherit; font-size: 1.1rem; font-weight: 700; text-decoration: none; }
.languages { display: flex; gap: 1rem; }
.languages a, .brand { display: inline-flex; align-items: center; min-height: 2.75rem; }
.languages [aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }
.parts { flex: 1 0 100%; }
.parts ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none; }
.parts a { display: inline-flex; align-items: center; min-height: 2.75rem; border-block-end: 3px solid transparent; text-decoration: none; }
.parts a:hover { text-decoration: underline; }
.parts [aria-current] { border-color: var(--accent); color: var(--text); font-weight: 600; }

main { flex: 1; display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 1.25rem; width: 100%; max-width: 80rem; margin-inline: auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; }
main > p, .card > p { max-width: 75ch; }
.bottom { padding: 0.75rem clamp(1rem, 4vw, 2.5rem); border-block-start: 1px solid var(--line); color: var(--soft); font-size: 0.875rem; }
.card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.9rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
.card > * { min-width: 0; }
.lead { font-size: 1.15rem; }
.lead b { white-space: nowrap; }
.empty { padding-block: 1rem; color: var(--soft); overflow-wrap: anywhere; }
.hint { color: var(--soft); font-size: 0.9rem; }
.problem { color: var(--bad); font-size: 0.9rem; }
.link { display: block; }
.notice { display: grid; gap: 0.5rem; padding: 0.8rem 1rem; border: 1px solid currentcolor; border-inline-start-width: 5px; border-radius: 6px; background: var(--warn-soft); color: var(--warn); }
.notice pre { color: var(--text); }
.notice.bad { background: var(--bad-soft); color: var(--bad); }
.notice ul { margin: 0; padding-inline-start: 1.25rem; }
.notice a { color: inherit; }

.row { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 0.75rem; }
.row .label { align-self: center; font-weight: 600; }
.row .field + button, .row .field + button + a { margin-block-start: 1.75rem; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); align-items: start; gap: 0.9rem 1.25rem; }
.grid .wide { grid-column: 1 / -1; }
form > p:has(> button) { margin-block-start: 1rem; }
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.25rem; }
.row .field { flex: 0 1 22rem; }
label { font-weight: 600; }
input, select, button, .button { min-height: 2.75rem; padding: 0.45rem 0.75rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; }
input, select { width: 100%; min-width: 0; }
[aria-invalid] { border: 2px solid var(--bad); }
button, .button { display: inline-flex; align-items: center; justify-content: center; border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { filter: brightness(1.08); }
button.quiet, .button.quiet { border-color: var(--edge); background: transparent; color: var(--accent); }

table { width: 100%; border-collapse: collapse; }
caption { padding-block-end: 0.5rem; color: var(--soft); font-size: 0.9rem; text-align: start; }
th, td { padding: 0.55rem 0.75rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: baseline; overflow-wrap: break-word; }
td code, th code { overflow-wrap: break-word; }
td .mail, code.path, tbody th { overflow-wrap: anywhere; }
tbody th { min-width: 8rem; }
td:has(.mail) { min-width: 12rem; }
thead th { color: var(--soft); font-size: 0.85rem; font-weight: 600; }
tbody th { font-weight: 600; }
tbody tr:last-child > * { border-block-end: 0; }
td:has(time) { min-width: 9rem; }
td > span > small, th > small { display: block; }
td ol { margin: 0.25rem 0 0; padding-inline-start: 1.25rem; }
summary { min-height: 1.75rem; cursor: pointer; }
.holdings { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 0.25rem 1.5rem; }
.holdings div { display: flex; align-items: center; justify-content: space-between; min-height: 2.75rem; border-block-end: 1px solid var(--line); }
.holdings dd { margin: 0; font-variant-numeric: tabular-nums; font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; }
dt { color: var(--soft); }
.facts dd, .card > dl > dd { margin: 0; font-weight: 600; }
.facts ul { margin: 0; padding-inline-start: 1.1rem; }

@media (min-width: 40rem) {
  .tall label { display: flex; align-items: end; min-height: 3rem; }
}
@media (max-width: 62rem) {
  table, tbody, tr, tbody th, td, caption { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { padding-block: 0.75rem; border-block-end: 1px solid var(--line); }
  tbody tr:last-child { border-block-end: 0; padding-block-end: 0; }
  tbody th, tbody td { padding: 0.15rem 0; border: 0; }
  td[data-label] { display: grid; grid-template-columns: minmax(6.5rem, 2fr) minmax(0, 3fr); gap: 0 0.6rem; }
  td[data-label]::before { content: attr(data-label); color: var(--soft); }
  .parts ul { gap: 0 1rem; }
  .parts a { font-size: 0.95rem; }
  td:has(.mail) { min-width: 0; }
  td code, th code { overflow-wrap: anywhere; }
  td[data-label] > span { overflow-wrap: anywhere; }
}
@media (max-width: 40rem) {
  .languages { gap: 0.75rem; font-size: 0.92rem; }
  .top { column-gap: 0.75rem; }
  .row .field { flex: 1 1 100%; }
  .row .field + button, .row .field + button + a { margin-block-start: 0; }
}
`;
