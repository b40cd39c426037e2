import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { Markup } from '../pages/document.ts';
import { addFormPage, type ControlDependencies, type ControlFrame, countRows, HOME, PAGES } from './page.ts';

/** What a reset brought. */
interface ResetResult {
  readonly seconds: number;
  readonly patients: number;
  readonly answers: number;
}

export const RESET_PATH = `${PAGES}/reset`;

function resetPage(
  { words, when, language }: ControlFrame,
  control: ControlDependencies,
  last: ResetResult | null,
): Markup {
  const said = words.reset;
  const { service } = control;
  if (!service.reset) return html`<p class="notice">${said.empty}</p>`;
  return html`${
    last
      ? html`<p class="notice good" role="status">${said.done({ ...last, seconds: last.seconds.toLocaleString(language), now: when.inClinic(service.clock.now()) })}</p>
<p>${said.reload}</p><p><a class="button" href="${HOME}">${words.overview.title}</a></p>`
      : ''
  }
<section class="card" aria-labelledby="again"><h2 id="again">${said.what}</h2>
<ul>${said.steps.map((step) => html`<li>${step}</li>`)}</ul>
<form method="post" action="${RESET_PATH}"><p id="takes">${said.takes}</p>
<button type="submit" aria-describedby="takes">${said.reset}</button></form></section>`;
}

/** `/sandbox/pages/reset`: what a reset does, the button for it, and what the last one brought. */
export function addReset(app: Hono, control: ControlDependencies, forgetStories: () => void): void {
  const { service, mover, faults } = control;
  let last: ResetResult | null = null;
  addFormPage(app, control, {
    path: RESET_PATH,
    action: RESET_PATH,
    page: (frame) => ({ title: frame.words.reset.title, content: resetPage(frame, control, last) }),
    async act() {
      const { reset } = service;
      if (!reset) return RESET_PATH;
      const startedAt = performance.now();
      await mover.alone(reset);
      faults.replace([]);
      forgetStories();
      const answers = countRows(service.store, 'submission', 'status', 'ANSWERED');
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      last = { seconds, patients: countRows(service.store, 'patient'), answers };
      return RESET_PATH;
    },
  });
}
