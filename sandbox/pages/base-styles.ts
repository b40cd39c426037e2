import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const SIMPLE = require.resolve('simpledotcss/simple.min.css');

/**
 * Styles of the pages for people at work: the control pages and the demo EHR. They are those of simple.css (its custom
 * properties, forms, tables, `.button` and `.notice`), and what these pages add; each adds its own rules. Colours reach
 * 4.5:1 in light and in dark, what can be pressed is at least 44 px high, and nothing is told by colour alone.
 */
export const BASE_STYLES = `${readFileSync(SIMPLE, 'utf8')}
:root {
  color-scheme: light dark;
  --warn: light-dark(#684800, #f3d48d);
  --warn-soft: light-dark(#fff5dc, #352b12);
  --good: light-dark(#0b5132, #a3e3bf);
  --good-soft: light-dark(#e6f4ec, #12301f);
  --bad: light-dark(#8c1823, #ffb9b5);
  --bad-soft: light-dark(#fdeeee, #40191c);
}
html { scroll-behavior: auto; }
body { min-height: 100vh; grid-template: auto 1fr auto / 1fr min(80rem, 92%) 1fr; font-size: 1rem; }
h1, h2, section h2:first-child, p, dl, dd, pre, table, details { margin: 0; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.125rem; }
dt, small, .hint, .empty, .bottom { color: var(--text-light); }
small, .hint, .problem { font-size: 0.875rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus, h2:focus { outline: none; }

.skip { position: absolute; top: -4rem; z-index: 2; padding: 0.5rem 1rem; background: var(--bg); }
.skip:focus { top: 0.5rem; }
body > .top {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 1.5rem;
  padding: 0.25rem 4%;
  text-align: start;
}
.top nav, .top nav ul { display: flex; flex-wrap: wrap; justify-content: start; gap: 0 1rem; padding: 0; }
.brand, .top nav a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.top nav a { margin: 0; padding: 0; border: 0; text-decoration: underline; }
.top [aria-current] { font-weight: 600; text-decoration: none; }
.brand { margin-inline-end: auto; color: inherit; font-weight: 700; text-decoration: none; }
main { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 1rem; padding: 1rem 0 1.5rem; }
.bottom { grid-column: 1 / -1; margin: 0; padding: 0.75rem 4%; text-align: start; }
.card, section.card {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.75rem;
  margin: 0;
  padding: 1.25rem;
  border: 1px solid var(--border);
  border-radius: var(--standard-border-radius);
}
.notice { display: grid; gap: 0.5rem; margin: 0; padding: 0.75rem 1rem; border: solid; border-width: 1px 1px 1px 5px; }
.warning { background: var(--warn-soft); color: var(--warn); }
.good { background: var(--good-soft); color: var(--good); }
.bad { background: var(--bad-soft); color: var(--bad); }
.notice a:not(.button) { color: inherit; }
.row { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 0.5rem 0.75rem; }

label { font-weight: 600; }
input, select, button, .button { min-height: 2.75rem; margin: 0; padding: 0.5rem 0.75rem; line-height: 1.5; }
input, select, textarea { width: 100%; min-width: 0; }
textarea { margin: 0; }
[aria-invalid="true"] { border: 2px solid var(--bad); }
.problem { color: var(--bad); }
button, a.button { font-weight: 600; text-align: center; overflow-wrap: anywhere; }
a.button { display: inline-flex; align-items: center; justify-content: center; }
button.quiet:not(:hover), a.button.quiet:not(:hover) { background: none; color: var(--accent); }
[hidden] { display: none !important; }

table { width: 100%; }
th, td { border-width: 0 0 1px; vertical-align: baseline; overflow-wrap: break-word; }
th, tr:nth-child(even) { background: none; }
td > small, td > span > small { display: block; }
@media (max-width: 62rem) {
  table, caption, tbody, tr, tbody th, td { display: block; }
  thead th:not([aria-sort]) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  thead th { border: 0; }
  tbody tr { padding-block: 0.75rem; border-block-end: 1px solid var(--border); }
  tbody th, tbody td { padding: 0.125rem 0; border: 0; overflow-wrap: anywhere; }
  td[data-label] { display: grid; grid-template-columns: minmax(6.5rem, 2fr) minmax(0, 3fr); gap: 0 0.5rem; }
  td[data-label]::before { content: attr(data-label); color: var(--text-light); }
  td > small { grid-column: 2; }
}
`;
