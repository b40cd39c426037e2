/**
 * Styles of the pages for people at work: the control pages and the demo EHR. Each adds its own rules, and the EHR its
 * own colours. Colours reach 4.5:1 in light and in dark, what can be pressed is at least 44 px high, and nothing is
 * told by colour alone.
 */
export const BASE_STYLES = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f6f7, #11171a);
  --surface: light-dark(#ffffff, #1a2226);
  --line: light-dark(#d5dde0, #334047);
  --edge: light-dark(#7b8a88, #71807e);
  --text: light-dark(#15211f, #e6eceb);
  --soft: light-dark(#52615f, #a5b3b1);
  --accent: light-dark(#3f4fae, #aab6ff);
  --on-accent: light-dark(#ffffff, #10163a);
  --accent-soft: light-dark(#e9ecfa, #222a4a);
  --warn: light-dark(#7a4a00, #fbd38d);
  --warn-soft: light-dark(#fff5df, #33270f);
  --bad: light-dark(#9f1d1d, #fca5a5);
  --bad-soft: light-dark(#fdecec, #3a1717);
  --radius: 10px;
  font: 100%/1.5 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--ground);
  color: var(--text);
}
a { color: var(--accent); }
h1, h2 { margin: 0; line-height: 1.2; text-wrap: balance; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.15rem; }
p { margin: 0; }
code, pre, .number, .address { font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; font-size: 0.92em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }

.skip {
  position: absolute;
  inset-inline-start: 1rem;
  top: -4rem;
  z-index: 2;
  padding: 0.5rem 1rem;
  background: var(--surface);
}
.skip:focus { top: 0.5rem; }
.top {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1.5rem;
  padding: 0.6rem clamp(1rem, 4vw, 2.5rem);
  background: var(--surface);
  border-block-end: 1px solid var(--line);
}
.brand { color: inherit; text-decoration: none; }
.languages { display: flex; align-items: center; gap: 0.75rem; }
.languages [aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }
main {
  flex: 1;
  display: grid;
  align-content: start;
  gap: 1.25rem;
  width: 100%;
  max-width: 84rem;
  margin-inline: auto;
  padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem;
}
.bottom {
  padding: 0.75rem clamp(1rem, 4vw, 2.5rem);
  border-block-start: 1px solid var(--line);
  color: var(--soft);
  font-size: 0.875rem;
}
.card {
  min-width: 0;
  padding: 1.25rem;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
}
.notice { padding: 0.8rem 1rem; border: 1px solid currentcolor; border-inline-start-width: 5px; border-radius: 6px; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; }

label { font-weight: 600; }
input, select, button, .button {
  min-height: 2.75rem;
  padding: 0.45rem 0.75rem;
  border: 1px solid var(--edge);
  border-radius: 8px;
  background: var(--surface);
  color: inherit;
  font: inherit;
}
input, select { width: 100%; min-width: 0; }
[aria-invalid="true"] { border: 2px solid var(--bad); }
button, .button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  border-color: var(--accent);
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { filter: brightness(1.08); }
button.quiet, .button.quiet { border-color: var(--edge); background: transparent; color: var(--accent); }

table { width: 100%; border-collapse: collapse; text-align: start; }
th, td { padding: 0.6rem 0.75rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: baseline; }
thead th { color: var(--soft); font-size: 0.85rem; font-weight: 600; }
tbody th { font-weight: 600; }
tbody tr:last-child > * { border-block-end: 0; }
`;
