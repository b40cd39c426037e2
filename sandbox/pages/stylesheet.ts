/**
 * The stylesheet of the patient's page. Text is at least 16 px and each answer at least 48 px high; colours
 * reach 4.5:1 in light and in dark; nothing is told by colour alone.
 */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --page: #f4f6f7;
  --card: #ffffff;
  --ink: #1a2327;
  --soft: #4c5b62;
  --line: #b9c5ca;
  --edge: #7d8d94;
  --accent: #0b6268;
  --on-accent: #ffffff;
  --chosen: #e2f1f1;
  --alarm: #a8192b;
  --alarm-page: #fdf0f1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101517;
    --card: #1a2124;
    --ink: #e9eff1;
    --soft: #aebbc1;
    --line: #3d494e;
    --edge: #7c8b92;
    --accent: #6fcfd3;
    --on-accent: #06282a;
    --chosen: #173437;
    --alarm: #ff9aa5;
    --alarm-page: #2c1719;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-block: 1rem 4rem; }
body {
  margin: 0 auto;
  padding: 0 1rem 2rem;
  max-width: 44rem;
  background: var(--page);
  color: var(--ink);
  font: 1.0625rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  overflow-wrap: anywhere;
}
h1 { margin: 0.75rem 0 0.25rem; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
h2 { margin: 0 0 0.25rem; font-size: 1.0625rem; line-height: 1.35; }
p { margin: 0 0 0.75rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }

.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem; padding-block: 0.5rem; }
.label { margin: 0; padding: 0 0.5rem; border: 1px solid var(--edge); border-radius: 0.375rem; color: var(--soft); font-size: 0.875rem; }
.languages { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0.25rem 1rem; }
.languages a { display: inline-flex; align-items: center; min-height: 2.75rem; font-size: 0.9375rem; }
.languages [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }

.from, .hint, .send p { color: var(--soft); font-size: 0.9375rem; }
.lead { font-size: 1.125rem; }

.question {
  min-width: 0;
  margin: 0 0 1rem;
  padding: 1rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--card);
}
/* A floated legend lies inside the border, as a heading of its card. */
.question legend { float: left; width: 100%; padding: 0; margin-bottom: 0.75rem; }
.question legend + * { clear: both; }
.progress { display: block; color: var(--soft); font-size: 0.875rem; }
.topic { font-weight: 600; }
.options { display: grid; gap: 0.5rem; clear: both; }
.option {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  min-height: 3rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--edge);
  border-radius: 0.5rem;
  cursor: pointer;
}
.option input { flex: none; width: 1.375rem; height: 1.375rem; margin: 0; accent-color: var(--accent); }
.option:hover { border-color: var(--accent); }
.option:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--chosen); }
.option:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.option input:focus-visible { outline: none; }

.question[aria-invalid] { border: 2px solid var(--alarm); }
.problem { margin-bottom: 0.75rem; color: var(--alarm); }
.errors {
  margin: 0.5rem 0 1rem;
  padding: 1rem;
  border: 2px solid var(--alarm);
  border-radius: 0.75rem;
  background: var(--alarm-page);
}
.errors h2 { color: var(--alarm); }
.errors ul { margin: 0.5rem 0 0; padding-left: 1.25rem; }
.errors li { padding-block: 0.25rem; }
.errors a { color: inherit; }

form { counter-reset: answered; }
.question:has(:checked) { counter-increment: answered; }
.so-far {
  position: sticky;
  bottom: 0;
  margin: 0 -1rem 1rem;
  padding: 0.5rem 1rem;
  border-top: 1px solid var(--line);
  background: var(--page);
  color: var(--soft);
  font-size: 0.9375rem;
  text-align: center;
}
.so-far .count::before { content: counter(answered); }
.send button {
  width: 100%;
  min-height: 3.25rem;
  padding: 0.75rem 1.5rem;
  border: 1px solid var(--accent);
  border-radius: 0.5rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}

.bottom { margin-top: 2rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.9375rem; }
.demonstration { color: var(--soft); }

@media (min-width: 40rem) {
  body { padding-inline: 1.5rem; }
  .question { padding: 1.25rem; }
  .send button { width: auto; }
}
@media print {
  .languages, .so-far, .send { display: none; }
  .question { break-inside: avoid; }
}
`;
