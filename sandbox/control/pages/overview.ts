import { html } from 'hono/html';
import type { ControlWords } from '../../words/control/index.ts';
import type { Move } from '../clock/mover.ts';
import { ADVANCES } from '../clock/requested.ts';
import type { Change } from '../clock/transition-tally.ts';
import { field, type Problems, problemList } from '../html/form.ts';
import { type Frame, HOME, type Markup, PAGES } from '../html/layout.ts';
import { table } from '../html/table.ts';

/** How many of each the sandbox holds. */
export interface Holdings {
  readonly professionals: number;
  readonly patients: number;
  readonly applications: number;
  readonly submissions: number;
  readonly messages: number;
  readonly deliveries: number;
  readonly faults: number;
  readonly requests: number;
}

export interface OverviewState {
  readonly now: number;
  readonly last: Move | null;
  readonly holdings: Holdings;
  /** What was typed, where it was refused. */
  readonly typed: string;
  readonly problems: Problems;
}

const becameOf = (words: ControlWords, { subject, became }: Change): Markup | string => {
  if (subject === 'message') return words.clock.sent;
  return subject === 'delivery' ? words.clock.queued : html`<code>${became}</code>`;
};

function lastMove({ words, when }: Frame, last: Move | null): Markup {
  const { clock } = words;
  if (!last) return html`<p>${clock.notMoved}</p>`;
  return html`<p>${clock.moved(when.text(last.from), when.text(last.to))}</p>
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

const clockForms = ({ words, when }: Frame, { now, typed, problems }: OverviewState): Markup => html`
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
${field(
  { name: 'now', label: words.clock.setTo, hint: words.clock.setHint, problems },
  (attributes) =>
    html`<input type="datetime-local" ${attributes} value="${
      typed === '' ? new Date(now).toISOString().slice(0, 16) : typed
    }" required>`,
)}
<button type="submit" class="quiet">${words.clock.set}</button>
</form>`;

/** Clock, what its last move did, and what the sandbox holds. */
export function overviewPage(frame: Frame, state: OverviewState): Markup {
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
