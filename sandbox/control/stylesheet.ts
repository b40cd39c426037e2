import { BASE_STYLES } from '../pages/base-styles.ts';

export const STYLESHEET = `${BASE_STYLES}
main > p, .card > p { max-width: 75ch; }
.parts { flex: 1 0 100%; }
.lead { font-size: 1.125rem; }
.link, th > small { display: block; }
.notice ul { margin: 0; padding-inline-start: 1.25rem; }
.notice:not(.bad, .good) { background: var(--warn-soft); color: var(--warn); }
pre { padding: 0.5rem 0.75rem; overflow-wrap: anywhere; white-space: pre-wrap; }
caption { font-size: 0.875rem; text-align: start; }

.row .label { align-self: center; font-weight: 600; }
.row .field { flex: 0 1 22rem; }
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.25rem; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1rem 1.25rem; }
.grid .field { align-content: start; }
.grid .wide { grid-column: 1 / -1; }
form > p:has(> button) { margin-block-start: 1rem; }

td .mail, code.path, tbody th, td small { overflow-wrap: anywhere; }
td ol { padding-inline-start: 1.25rem; }
.holdings { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 0 1.5rem; }
.holdings div { display: flex; align-items: center; justify-content: space-between; min-height: 2.75rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; }
dd { font-weight: 600; }
@media (min-width: 40rem) {
  .tall label { display: flex; align-items: end; min-height: 3rem; }
  .row .field + button, .row .field + button + a { margin-block-start: 1.75rem; }
}
@media (min-width: 62rem) {
  td:has(.mail) { min-width: 15rem; }
  td:has(time) { min-width: 9rem; }
}
`;
