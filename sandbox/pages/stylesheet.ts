/**
 * The stylesheet of the patient's page. All sizes follow the text size that the reader has set; text is at least 16 px
 * and each answer at least 48 px high; colours reach 4.5:1 in light and in dark; nothing is told by colour alone.
 */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --page: #f6f8fa;
  --card: #fff;
  --ink: #1b2530;
  --soft: #55616e;
  --line: #d5dce3;
  --edge: #76838f;
  --accent: #1f5fa8;
  --on-accent: #fff;
  --chosen: #e9f1fa;
  --alarm: #8c1823;
  --alarm-page: #fdeeee;
  --caution: #684800;
  --caution-page: #fff5dc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1419;
    --card: #161b22;
    --ink: #e8edf3;
    --soft: #a5b1be;
    --line: #3a4552;
    --edge: #7c8b99;
    --accent: #8dbcf5;
    --on-accent: #0f1419;
    --chosen: #1b2a3b;
    --alarm: #ffb9b5;
    --alarm-page: #40191c;
    --caution: #f3d48d;
    --caution-page: #352b12;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-block: 1rem 5rem; }
body {
  margin: 0 auto;
  padding: 0 1rem 2rem;
  max-width: 42rem;
  background: var(--page);
  color: var(--ink);
  font: 1.125rem/1.5 system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}
h1 { margin: 1.5rem 0 0.25rem; font-size: clamp(1.5rem, 1rem + 3vw, 2rem); line-height: 1.2; font-weight: 600; text-wrap: balance; hyphens: auto; }
h2 { margin: 0 0 0.25rem; font-size: 1.125rem; line-height: 1.35; font-weight: 600; }
p { margin: 0 0 0.75rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
section:focus, .errors:focus, .done:focus { outline: none; }

.top, .to-help { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; margin: 0; }
.top { padding-block-start: 0.5rem; }
.clinic { margin: 0; font-weight: 600; }
.label { margin: 0; padding: 0 0.5rem; border: 1px solid var(--edge); border-radius: 0.375rem; color: var(--soft); font-size: 1rem; }
.languages { display: flex; flex-wrap: wrap; gap: 0 1rem; margin-inline-start: auto; }
.languages a, .to-help a { display: inline-flex; align-items: center; min-height: 2.75rem; font-size: 1rem; }
.languages [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.to-help { border-block-end: 1px solid var(--line); }

.from, .hint, .send p, .demonstration { color: var(--soft); font-size: 1rem; }
.from small { display: block; font-size: 1rem; }
.lead { line-height: 1.4; }
.resumed { padding-inline-start: 0.75rem; border-inline-start: 4px solid var(--accent); }

.question {
  min-width: 0;
  margin: 0 0 1rem;
  padding: 1rem;
  border: 1px solid var(--line);
  border-radius: 0.625rem;
  background: var(--card);
}
/* A floated legend lies inside the border, as a heading of its card. */
.question legend { float: left; width: 100%; padding: 0; margin-bottom: 0.75rem; }
.question legend + * { clear: both; }
.progress { display: block; color: var(--soft); font-size: 1rem; }
.topic { font-size: 1.125rem; font-weight: 600; }
.options { display: grid; gap: 0.5rem; clear: both; }
.option {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  min-height: 3rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--edge);
  border-radius: 0.375rem;
  cursor: pointer;
}
.option input { flex: none; width: 1.375rem; height: 1.375rem; margin: 0; accent-color: var(--accent); }
.option:hover { border-color: var(--accent); }
.option:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--chosen); }
.option:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.option input:focus-visible { outline: none; }

.question[aria-invalid] { border: 2px solid var(--alarm); }
.problem { margin-bottom: 0.75rem; color: var(--alarm); }
.errors, .done, .support, .save-problem p {
  margin: 1rem 0;
  padding: 1rem;
  border: solid var(--alarm);
  border-width: 1px 1px 1px 5px;
  border-radius: 0.375rem;
  background: var(--alarm-page);
}
.errors h2, .support h2 { color: var(--alarm); }
.errors ul { margin: 0.5rem 0 0; padding-left: 1.25rem; }
.errors li { padding-block: 0.25rem; }
.errors a { color: inherit; }
.done { border-color: var(--accent); background: var(--chosen); }
.done p { margin: 0; }
.save-problem p { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; margin: 0.5rem 0 0; padding: 0.75rem 1rem; border-color: var(--caution); background: var(--caution-page); color: var(--caution); }
.save-problem span { flex: 1 1 14rem; }
.save-problem a { color: inherit; }

.support h2 { font-size: 1.5rem; }
.with-help > div { display: none; margin-block-start: 1rem; padding-inline-start: 0.75rem; border-inline-start: 4px solid var(--accent); }
.question:has([data-help]:checked) .with-help > div { display: block; }
.lines { margin: 0 0 0.75rem; padding: 0; list-style: none; }
.lines li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.75rem; }
.lines a { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 600; }
.lines span { color: var(--soft); font-size: 1rem; }
.support .lines { display: grid; gap: 0.5rem; margin: 0.75rem 0 0; }
.support .lines a { padding: 0.5rem 1rem; border-radius: 0.375rem; background: var(--alarm); color: var(--alarm-page); text-decoration: none; }
.support .lines span { color: inherit; }

form { counter-reset: answered; }
.question:has(:checked) { counter-increment: answered; }
.bar {
  position: sticky;
  bottom: 0;
  margin: 0 0 1rem;
  padding: 0.5rem 0;
  border-top: 1px solid var(--line);
  background: var(--page);
}
.so-far { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin: 0; color: var(--soft); font-size: 1rem; }
.so-far .count::before { content: counter(answered); }
.saved { visibility: hidden; }
[data-state=saved] .saved { visibility: visible; }
.saved::before { content: '✓ ' / ''; }
.send { display: grid; gap: 0.75rem; justify-items: start; }
.send p { margin: 0; }
button {
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid var(--accent);
  border-radius: 0.375rem;
  background: var(--card);
  color: var(--accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.send button { width: 100%; min-height: 3.25rem; }
.send button:not(.quiet) { background: var(--accent); color: var(--on-accent); }

.bottom { margin-top: 2rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }

/* On a low screen, or with large text, a bar that stays would cover what is read. */
@media (max-height: 30rem) { .bar { position: static; } }
@media (min-width: 40rem) {
  body { padding-inline: 1.5rem; }
  .question { padding: 1.25rem; }
  .send button { width: auto; }
}
@media (forced-colors: active) {
  .option:has(:checked) { outline: 2px solid Highlight; }
  .support .lines a { border: 1px solid; color: LinkText; }
  .send button:not(.quiet) { background: ButtonFace; color: ButtonText; }
}
@media print {
  .languages, .to-help, .bar, .send { display: none; }
  .question { break-inside: avoid; }
}
`;
