import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Markup } from '../pages/document.ts';
import type { LoggedRequest } from '../service/http/request-log.ts';
import { type MessageRow, type OutboxMessage, outboxJson } from '../service/outbox.ts';
import {
  DELIVERY_STATUSES,
  type DeliveryJson,
  type DeliveryStatus,
  deliveriesJson,
} from '../service/webhooks/delivery.ts';
import { webhooks } from '../service/webhooks/registration.ts';
import { type ControlFrame, emptyState, listCaption, options, PAGES, table } from './layout.ts';
import type { RowSlice } from './people.ts';
import { type ControlDependencies, createControlFrame, readForm, sendControlPage } from './request.ts';

/** Renders the messages; `to` is the recipient of the filter, or empty. */
function outboxPage(
  { words, when }: ControlFrame,
  { shown, total }: RowSlice<OutboxMessage>,
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
          listCaption(words, outbox.title, shown.length, total),
          [outbox.at, outbox.recipient, outbox.channel, outbox.text],
          shown.map((message) => [
            when.time(message.at),
            html`<span class="mail">${message.to}</span>`,
            html`<code>${message.channel}</code>`,
            html`${message.text} <a href="${message.link}" aria-label="${outbox.openAbout({ id: message.id })}">${outbox.open}</a>`,
          ]),
        )
  }</section>`;
}

interface DeliveriesState {
  readonly deliveries: RowSlice<DeliveryJson>;
  readonly status: DeliveryStatus | null;
  readonly hasEndpoint: boolean;
  /** Origin of the sandbox, for the example. */
  readonly origin: string;
}

const registration = (origin: string): string =>
  `curl -X POST ${origin}/sandbox/webhooks -H 'Content-Type: application/json' \\
  -d '{"key":"demo-key","url":"http://127.0.0.1:4200/webhooks","secret":"my-secret"}'`;

function attemptsOf({ words, when }: ControlFrame, { attempts, nextTryAt, status }: DeliveryJson): Markup {
  const said = words.deliveries;
  const next =
    status === 'QUEUED' && nextTryAt !== null
      ? html`<p>${said.nextTry({ at: when.text(nextTryAt) })}</p>`
      : '';
  if (attempts.length === 0) return html`${said.noAttempt} ${next}`;
  const items = attempts.map(
    ({ at, status: answer, ms, error }) =>
      html`<li>${said.attempt({ at: when.text(at), result: answer === null ? (error ?? said.noAnswer) : String(answer), ms })}</li>`,
  );
  return html`<details><summary>${attempts.length}</summary><ol>${items}</ol></details>${next}`;
}

/** Renders events with every attempt. */
function deliveriesPage(frame: ControlFrame, state: DeliveriesState): Markup {
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
          listCaption(words, said.title, shown.length, total),
          [said.event, words.people.partner, said.status, said.attempts, said.body],
          shown.map((delivery) => [
            html`<code>${delivery.event}</code> <small>${delivery.id}</small>`,
            delivery.partner,
            html`<code>${delivery.status}</code>`,
            attemptsOf(frame, delivery),
            html`<details><summary>${said.body}</summary><pre tabindex="0" aria-label="${said.bodyOf({ event: delivery.event })}">${delivery.body}</pre></details>`,
          ]),
        )
  }</section>`;
}

/** Renders the log of requests. */
function requestsPage({ words, when }: ControlFrame, { shown, total }: RowSlice<LoggedRequest>): Markup {
  const said = words.requests;
  return html`<p>${said.intro}</p>
<section class="card" aria-label="${said.title}">${
    total === 0
      ? emptyState(said.empty)
      : table(
          listCaption(words, said.title, shown.length, total),
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

/** Rows of a page; the JSON addresses have the rest. */
const ROW_LIMIT = 100;

/** `/sandbox/pages/outbox`, `…/deliveries` and `…/requests`. */
export function trafficPages(control: ControlDependencies): Hono {
  const { service, log } = control;
  const { store } = service;
  const app = new Hono({ strict: false });

  const count = (table: string, column: string, value: string | null): number =>
    store.one<{ total: number }>(
      `SELECT count(*) AS total FROM ${table} WHERE ?1 IS NULL OR ${column} = ?1`,
      value,
    )?.total ?? 0;

  const outbox = (c: Context, to: string) => {
    const frame = createControlFrame(c, control, `${PAGES}/outbox`);
    const recipient = to === '' ? null : to;
    const rows = store.all<MessageRow>(
      'SELECT * FROM message WHERE ?1 IS NULL OR recipient = ?1 ORDER BY id DESC LIMIT ?2',
      recipient,
      ROW_LIMIT,
    );
    const found = {
      shown: rows.map((row) => outboxJson(service, row, frame.language)),
      total: count('message', 'recipient', recipient),
    };
    return sendControlPage(c, frame, frame.words.outbox.title, outboxPage(frame, found, to));
  };

  app.get('/outbox', (c) => outbox(c, ''));
  // A search is a POST, although it changes nothing, to keep e-mail addresses out of URLs.
  app.post('/outbox/find', async (c) => outbox(c, (await readForm(c))('to')));
  app.get('/outbox/find', (c) => c.redirect(`${PAGES}/outbox`, 303));

  app.get('/deliveries', (c) => {
    const frame = createControlFrame(c, control);
    const status = DELIVERY_STATUSES.find((one) => one === c.req.query('status')) ?? null;
    const state = {
      deliveries: {
        shown: deliveriesJson(store, ROW_LIMIT, status),
        total: count('delivery', 'status', status),
      },
      status,
      hasEndpoint: webhooks(store).length > 0,
      origin: service.publicUrl,
    };
    return sendControlPage(c, frame, frame.words.deliveries.title, deliveriesPage(frame, state));
  });

  app.get('/requests', (c) => {
    const frame = createControlFrame(c, control);
    const all = log.all();
    const content = requestsPage(frame, { shown: all.slice(0, ROW_LIMIT), total: all.length });
    return sendControlPage(c, frame, frame.words.requests.title, content);
  });

  return app;
}
