import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { Markup } from '../pages/document.ts';
import { addDuration, iso, readDateTime } from '../service/clock.ts';
import type { ControlMessages } from '../words/index.ts';
import type { ClockMove } from './clock.ts';
import {
  addFormPage,
  type ControlDependencies,
  type ControlFrame,
  countRows,
  type FormFields,
  HOME,
  PAGES,
  problemsOf,
  table,
} from './page.ts';
import { RESET_PATH } from './reset.ts';

/** Durations of the buttons, ISO 8601. */
const ADVANCES = [
  ['day', 'P1D'],
  ['week', 'P7D'],
  ['month', 'P1M'],
] as const;

/** Reads the instant of the clock's form, in milliseconds since the epoch; null if it cannot be read. */
function requestedInstant(now: number, advance: string, text: string): number | null {
  if (advance !== '') return addDuration(now, advance);
  // A field for date and time leaves seconds and zone out; the pages tell every time in UTC.
  const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.exec(text);
  const whole = local ? `${text}${local[1] === undefined ? ':00' : ''}Z` : text;
  return readDateTime(whole);
}

function lastMove({ words: { clock }, when }: ControlFrame, last: ClockMove | null): Markup {
  if (!last) return html`<p>${clock.notMoved}</p>`;
  return html`<p>${clock.moved({ from: when.text(last.from), to: when.text(last.to) })}</p>
${
  last.changes.length === 0
    ? html`<p>${clock.nothingDue}</p>`
    : table(clock.counts, last.changes, [
        [clock.subject, ({ subject }) => clock.subjects[subject]],
        [
          clock.became,
          ({ subject, became }) =>
            ({ message: clock.sent, delivery: clock.queued })[subject as string] ??
            html`<code>${became}</code>`,
        ],
        [clock.count, ({ count }) => count],
      ])
}`;
}

const clockForms = (
  { words: { clock }, when }: ControlFrame,
  now: number,
  fields: FormFields,
): Markup => html`
<p class="lead">${clock.now} <b>${when.time(now)}</b></p>
<p>${clock.intro}</p>
${fields.problemList}
<form method="post" action="${PAGES}/clock" class="row" aria-label="${clock.advance}">
<span class="label" aria-hidden="true">${clock.advance}</span>
${ADVANCES.map(
  ([name, duration]) =>
    html`<button type="submit" name="advance" value="${duration}" aria-label="${clock.advance}: ${
      clock[name]
    }">${clock[name]}</button>`,
)}
</form>
<form method="post" action="${PAGES}/clock" class="row">
${fields.input('now', clock.setTo, html`type="datetime-local" required`, clock.setHint, iso(now).slice(0, 16))}
<button type="submit" class="quiet">${clock.set}</button>
</form>`;

/** Numbers of records, each with its name and the page that shows them. */
function holdings({ service, faults, log }: ControlDependencies, words: ControlMessages) {
  const { subjects } = words.clock;
  const count = (table: string) => countRows(service.store, table);
  return [
    ['people', words.people.professionals.title, count('professional')],
    ['people', words.people.patients.title, count('patient')],
    ['people', subjects.application, count('application')],
    ['people', subjects.submission, count('submission')],
    ['outbox', subjects.message, count('message')],
    ['deliveries', subjects.delivery, count('delivery')],
    ['faults', words.faults.title, faults.all().length],
    ['requests', words.requests.title, log.all().length],
  ] as const;
}

function overviewPage(frame: ControlFrame, control: ControlDependencies, fields: FormFields): Markup {
  const { words } = frame;
  return html`<p>${words.overview.intro}</p>
<section class="card" aria-labelledby="clock"><h2 id="clock">${words.clock.title}</h2>
${clockForms(frame, control.service.clock.now(), fields)}</section>
<section class="card" aria-labelledby="last-move"><h2 id="last-move" tabindex="-1">${words.clock.lastMove}</h2>
${lastMove(frame, control.mover.last())}</section>
<section class="card" aria-labelledby="story"><h2 id="story">${words.stories.title}</h2>
<p>${words.stories.intro}</p><p><a class="button" href="${PAGES}/stories">${words.stories.title}</a></p></section>
<section class="card" aria-labelledby="reset"><h2 id="reset">${words.reset.title}</h2>
<p>${words.reset.intro}</p><p><a class="button quiet" href="${RESET_PATH}">${words.reset.title}</a></p></section>
<section class="card" aria-labelledby="holds"><h2 id="holds">${words.overview.holds}</h2>
<dl class="holdings">${holdings(control, words).map(
    ([part, name, count]) =>
      html`<div><dt><a href="${PAGES}/${part}">${name}</a></dt><dd>${count}</dd></div>`,
  )}</dl></section>`;
}

/** `/sandbox`, and the form of the clock. */
export function addOverview(app: Hono, control: ControlDependencies): void {
  const { service, mover } = control;
  addFormPage(app, control, {
    path: HOME,
    action: `${PAGES}/clock`,
    page: (frame, fields) => ({
      title: frame.words.overview.title,
      content: overviewPage(frame, control, fields),
    }),
    async act(value, words) {
      const at = requestedInstant(service.clock.now(), value('advance'), value('now'));
      if (at === null) return problemsOf(words, ['now']);
      await mover.moveTo(at);
      return `${HOME}#last-move`;
    },
  });
}
