import { html } from 'hono/html';
import type { LoggedRequest } from '../../service/http/request-log.ts';
import type { OutboxMessage } from '../../service/outbox/message.ts';
import type { DeliveryJson, DeliveryStatus } from '../../service/webhooks/delivery.ts';
import { options } from '../html/form.ts';
import { type Frame, type Markup, PAGES } from '../html/layout.ts';
import { emptyState, table } from '../html/table.ts';
import type { Found } from '../people/people.ts';

/** What would have been sent; `to` is the recipient asked for, or empty. */
export function outboxPage(
  { words, when }: Frame,
  { shown, total }: Found<OutboxMessage>,
  to: string,
): Markup {
  const { outbox } = words;
  return html`<p>${outbox.intro}</p>
<form method="post" action="${PAGES}/outbox/find" role="search" class="row">
<div class="field"><label for="to">${outbox.filter}</label>
<input type="search" id="to" name="to" value="${to}" autocomplete="off"></div>
<button type="submit">${words.deliveries.apply}</button>
${to === '' ? '' : html`<a class="button quiet" href="${PAGES}/outbox">${words.everybody}</a>`}
</form>
<section class="card" aria-label="${outbox.title}">${
    total === 0
      ? emptyState(to === '' ? outbox.empty : outbox.nothingFor)
      : table(
          html`${outbox.title} <small>${words.shown(shown.length, total)}</small>`,
          [outbox.at, outbox.recipient, outbox.channel, outbox.text],
          shown.map((message) => [
            when.time(message.at),
            html`<span class="mail">${message.to}</span>`,
            html`<code>${message.channel}</code>`,
            html`${message.text} <a href="${message.link}" aria-label="${outbox.openAbout(message.id)}">${outbox.open}</a>`,
          ]),
        )
  }</section>`;
}

export const DELIVERY_STATUSES = [
  'QUEUED',
  'DELIVERED',
  'FAILED',
  'CANCELED',
] as const satisfies readonly DeliveryStatus[];

export interface DeliveriesState {
  readonly deliveries: Found<DeliveryJson>;
  readonly status: DeliveryStatus | null;
  readonly hasEndpoint: boolean;
  /** Origin of the sandbox, for the example. */
  readonly origin: string;
}

const registration = (origin: string): string =>
  `curl -X POST ${origin}/sandbox/webhooks -H 'Content-Type: application/json' \\
  -d '{"key":"demo-key","url":"http://127.0.0.1:4200/webhooks","secret":"my-secret"}'`;

function attemptsOf({ words, when }: Frame, { attempts, nextTryAt, status }: DeliveryJson): Markup {
  const said = words.deliveries;
  const next =
    status === 'QUEUED' && nextTryAt !== null ? html`<p>${said.nextTry(when.text(nextTryAt))}</p>` : '';
  if (attempts.length === 0) return html`${said.noAttempt} ${next}`;
  const items = attempts.map(
    ({ at, status: answer, ms, error }) =>
      html`<li>${said.attempt(when.text(at), answer === null ? (error ?? said.noAnswer) : String(answer), ms)}</li>`,
  );
  return html`<details><summary>${attempts.length}</summary><ol>${items}</ol></details>${next}`;
}

/** Events with every attempt. */
export function deliveriesPage(frame: Frame, state: DeliveriesState): Markup {
  const { words } = frame;
  const said = words.deliveries;
  const { shown, total } = state.deliveries;
  return html`<p>${said.intro} ${said.realTime}</p>
${
  state.hasEndpoint
    ? ''
    : html`<div class="notice"><p>${said.noEndpoint}</p><pre tabindex="0" aria-label="${said.noEndpoint}">${registration(state.origin)}</pre></div>`
}
<form method="get" action="${PAGES}/deliveries" class="row">
<div class="field"><label for="status">${said.state}</label>
<select id="status" name="status"><option value="">${said.all}</option>${options(
    DELIVERY_STATUSES.map((status) => [status, status] as const),
    state.status ?? '',
  )}</select></div><button type="submit">${said.apply}</button></form>
<section class="card" aria-label="${said.title}">${
    total === 0
      ? emptyState(state.status === null ? said.empty : words.none)
      : table(
          html`${said.title} <small>${words.shown(shown.length, total)}</small>`,
          [said.event, words.people.partner, said.status, said.attempts, said.body],
          shown.map((delivery) => [
            html`<code>${delivery.event}</code> <small>${delivery.id}</small>`,
            delivery.partner,
            html`<code>${delivery.status}</code>`,
            attemptsOf(frame, delivery),
            html`<details><summary>${said.body}</summary><pre tabindex="0" aria-label="${said.bodyOf(delivery.event)}">${delivery.body}</pre></details>`,
          ]),
        )
  }</section>`;
}

/** The log of requests. */
export function requestsPage({ words, when }: Frame, { shown, total }: Found<LoggedRequest>): Markup {
  const said = words.requests;
  return html`<p>${said.intro}</p>
<section class="card" aria-label="${said.title}">${
    total === 0
      ? emptyState(said.empty)
      : table(
          html`${said.title} <small>${words.shown(shown.length, total)}</small>`,
          [said.request, said.at, said.status, said.ms, said.faults],
          shown.map(({ method, route, at, status, ms, faults }) => [
            html`<code class="path">${method} ${route ?? ''}</code>${route === null ? said.unknownAddress : ''}`,
            when.time(at),
            status ?? said.dropped,
            `${ms} ms`,
            faults.length === 0 ? words.none : html`<code>${faults.join(', ')}</code>`,
          ]),
        )
  }</section>`;
}
