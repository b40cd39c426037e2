import { BASE_STYLES } from '../pages/base-styles.ts';

/** The style sheet of the control pages. */
export const STYLESHEET = `${BASE_STYLES}
a { text-underline-offset: 0.15em; }
dl, pre { margin: 0; }
pre { max-width: 100%; padding: 0.6rem 0.75rem; overflow-x: auto; border-radius: 6px; background: var(--ground); overflow-wrap: anywhere; white-space: pre-wrap; }
small { color: var(--soft); font-size: 0.85em; font-weight: 400; overflow-wrap: anywhere; }
h2:focus { outline: none; }

.top { justify-content: space-between; row-gap: 0.25rem; padding-block: 0.5rem 0; }
.brand { font-size: 1.1rem; font-weight: 700; }
.languages { gap: 1rem; }
.languages a, .brand { display: inline-flex; align-items: center; min-height: 2.75rem; }
.parts { flex: 1 0 100%; }
.parts ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none; }
.parts a { display: inline-flex; align-items: center; min-height: 2.75rem; border-block-end: 3px solid transparent; text-decoration: none; }
.parts a:hover { text-decoration: underline; }
.parts [aria-current] { border-color: var(--accent); color: var(--text); font-weight: 600; }

main { grid-template-columns: minmax(0, 1fr); max-width: 80rem; }
main > p, .card > p { max-width: 75ch; }
.card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.9rem; }
.card > * { min-width: 0; }
.lead { font-size: 1.15rem; }
.lead b { white-space: nowrap; }
.empty { padding-block: 1rem; color: var(--soft); overflow-wrap: anywhere; }
.hint { color: var(--soft); font-size: 0.9rem; }
.problem { color: var(--bad); font-size: 0.9rem; }
.link { display: block; }
.notice { display: grid; gap: 0.5rem; background: var(--warn-soft); color: var(--warn); }
.notice pre { color: var(--text); }
.notice.bad { background: var(--bad-soft); color: var(--bad); }
.notice ul { margin: 0; padding-inline-start: 1.25rem; }
.notice a { color: inherit; }

.row { align-items: flex-start; gap: 0.75rem; }
.row .label { align-self: center; font-weight: 600; }
.row .field + button, .row .field + button + a { margin-block-start: 1.75rem; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); align-items: start; gap: 0.9rem 1.25rem; }
.grid .wide { grid-column: 1 / -1; }
form > p:has(> button) { margin-block-start: 1rem; }
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.25rem; }
.row .field { flex: 0 1 22rem; }

caption { padding-block-end: 0.5rem; color: var(--soft); font-size: 0.9rem; text-align: start; }
th, td { padding-block: 0.55rem; overflow-wrap: break-word; }
td code, th code { overflow-wrap: break-word; }
td .mail, code.path, tbody th { overflow-wrap: anywhere; }
tbody th { min-width: 8rem; }
td:has(.mail) { min-width: 12rem; }
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
