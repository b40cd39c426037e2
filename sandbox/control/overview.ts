import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Markup } from '../pages/document.ts';
import type { ControlMessages } from '../words/index.ts';
import { ADVANCES, type ClockMove, requestedInstant, type TransitionCount } from './clock.ts';
import {
  type ControlFrame,
  HOME,
  NO_PROBLEMS,
  PAGES,
  type Problems,
  problemList,
  renderField,
  table,
} from './layout.ts';
import { type ControlDependencies, createControlFrame, readForm, sendControlPage } from './request.ts';

/** Number of records of each kind. */
interface Holdings {
  readonly professionals: number;
  readonly patients: number;
  readonly applications: number;
  readonly submissions: number;
  readonly messages: number;
  readonly deliveries: number;
  readonly faults: number;
  readonly requests: number;
}

interface OverviewState {
  readonly now: number;
  readonly last: ClockMove | null;
  readonly holdings: Holdings;
  /** Input that was refused. */
  readonly typed: string;
  readonly problems: Problems;
}

const becameOf = (words: ControlMessages, { subject, became }: TransitionCount): Markup | string => {
  if (subject === 'message') return words.clock.sent;
  return subject === 'delivery' ? words.clock.queued : html`<code>${became}</code>`;
};

function lastMove({ words, when }: ControlFrame, last: ClockMove | null): Markup {
  const { clock } = words;
  if (!last) return html`<p>${clock.notMoved}</p>`;
  return html`<p>${clock.moved({ from: when.text(last.from), to: when.text(last.to) })}</p>
${
  last.changes.length === 0
    ? html`<p>${clock.nothingDue}</p>`
    : table(
        clock.counts,
        [clock.subject, clock.became, clock.count],
        last.changes.map((change) => [clock.subjects[change.subject], becameOf(words, change), change.count]),
      )
}`;
}

const clockForms = ({ words, when }: ControlFrame, { now, typed, problems }: OverviewState): Markup => html`
<p class="lead">${words.clock.now} <b>${when.time(now)}</b></p>
<p>${words.clock.intro}</p>
${problemList(words, problems)}
<form method="post" action="${HOME}/pages/clock" class="row" aria-label="${words.clock.advance}">
<span class="label" aria-hidden="true">${words.clock.advance}</span>
${Object.entries(ADVANCES).map(
  ([name, duration]) =>
    html`<button type="submit" name="advance" value="${duration}" aria-label="${words.clock.advance}: ${
      words.clock[name as keyof typeof ADVANCES]
    }">${words.clock[name as keyof typeof ADVANCES]}</button>`,
)}
</form>
<form method="post" action="${HOME}/pages/clock" class="row">
${renderField(
  { name: 'now', label: words.clock.setTo, hint: words.clock.setHint, problems },
  (attributes) =>
    html`<input type="datetime-local" ${attributes} value="${
      typed === '' ? new Date(now).toISOString().slice(0, 16) : typed
    }" required>`,
)}
<button type="submit" class="quiet">${words.clock.set}</button>
</form>`;

/** Renders the clock, the effects of its last move, and the number of records. */
function overviewPage(frame: ControlFrame, state: OverviewState): Markup {
  const { words } = frame;
  const { holdings } = state;
  const rows: readonly (readonly [string, string, number])[] = [
    ['people', words.people.professionals.title, holdings.professionals],
    ['people', words.people.patients.title, holdings.patients],
    ['people', words.clock.subjects.application, holdings.applications],
    ['people', words.clock.subjects.submission, holdings.submissions],
    ['outbox', words.clock.subjects.message, holdings.messages],
    ['deliveries', words.clock.subjects.delivery, holdings.deliveries],
    ['faults', words.faults.title, holdings.faults],
    ['requests', words.requests.title, holdings.requests],
  ];
  return html`<p>${words.overview.intro}</p>
<section class="card" aria-labelledby="clock"><h2 id="clock">${words.clock.title}</h2>
${clockForms(frame, state)}</section>
<section class="card" aria-labelledby="last-move"><h2 id="last-move" tabindex="-1">${words.clock.lastMove}</h2>
${lastMove(frame, state.last)}</section>
<section class="card" aria-labelledby="story"><h2 id="story">${words.stories.title}</h2>
<p>${words.stories.intro}</p><p><a class="button" href="${PAGES}/stories">${words.stories.title}</a></p></section>
<section class="card" aria-labelledby="holds"><h2 id="holds">${words.overview.holds}</h2>
<dl class="holdings">${rows.map(
    ([part, name, count]) =>
      html`<div><dt><a href="${PAGES}/${part}">${name}</a></dt><dd>${count}</dd></div>`,
  )}</dl></section>`;
}

const TABLES = ['professional', 'patient', 'application', 'submission', 'message', 'delivery'] as const;

function holdings({ service, faults, log }: ControlDependencies): Holdings {
  const counts = service.store.one<Omit<Holdings, 'faults' | 'requests'>>(
    `SELECT ${TABLES.map((name) => `(SELECT count(*) FROM ${name}) AS "${name === 'delivery' ? 'deliveries' : `${name}s`}"`).join(', ')}`,
  );
  const none = { professionals: 0, patients: 0, applications: 0, submissions: 0, messages: 0, deliveries: 0 };
  return { ...none, ...counts, faults: faults.all().length, requests: log.all().length };
}

/** `/sandbox`, and the form of the clock. */
export function overviewPages(control: ControlDependencies): Hono {
  const app = new Hono({ strict: false });

  const answer = (c: Context, problems: Problems, typed = '') => {
    const frame = createControlFrame(c, control, HOME);
    const state = {
      now: control.service.clock.now(),
      last: control.mover.last(),
      holdings: holdings(control),
      typed,
      problems,
    };
    const status = problems.size === 0 ? 200 : 422;
    return sendControlPage(c, frame, frame.words.overview.title, overviewPage(frame, state), status);
  };

  app.get('/', (c) => answer(c, NO_PROBLEMS));

  app.post('/pages/clock', async (c) => {
    const form = await readForm(c);
    const typed = form('now');
    const at = requestedInstant(control.service.clock.now(), form('advance'), typed);
    if (at === null)
      return answer(c, new Map([['now', createControlFrame(c, control).words.errors.now]]), typed);
    await control.mover.moveTo(at);
    return c.redirect(`${HOME}#last-move`, 303);
  });

  return app;
}
