import type { Hono } from 'hono';
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
import {
  addSearchPage,
  type ControlDependencies,
  type ControlFrame,
  countRows,
  createFields,
  list,
  PAGES,
  type RowSlice,
  sendControlPage,
} from './page.ts';

/** Renders the messages; `to` is the recipient of the filter, or empty. */
const outboxPage = ({ words, when }: ControlFrame, messages: RowSlice<OutboxMessage>, to: string): Markup => {
  const { outbox } = words;
  return html`<p>${outbox.intro}</p>
<form method="post" action="${PAGES}/outbox/find" role="search" class="row">
${createFields(words, () => to).input('to', outbox.filter, html`type="search" autocomplete="off"`)}
<button type="submit">${words.deliveries.apply}</button>
${to === '' ? '' : html`<a class="button quiet" href="${PAGES}/outbox">${words.everybody}</a>`}
</form>
<section class="card" aria-label="${outbox.title}">${list(
    words,
    outbox.title,
    to === '' ? outbox.empty : outbox.nothingFor,
    messages,
    [
      [outbox.at, ({ at }) => when.time(at)],
      [outbox.recipient, (message) => html`<span class="mail">${message.to}</span>`],
      [outbox.channel, ({ channel }) => html`<code>${channel}</code>`],
      [
        outbox.text,
        ({ text, link, id }) =>
          html`${text} <a href="${link}" aria-label="${outbox.openAbout({ id })}">${outbox.open}</a>`,
      ],
    ],
  )}</section>`;
};

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
      html`<li>${said.attempt({ at: when.text(at), result: String(answer ?? error ?? said.noAnswer), ms })}</li>`,
  );
  return html`<details><summary>${attempts.length}</summary><ol>${items}</ol></details>${next}`;
}

/** Renders events with every attempt; `example` registers an endpoint, if there is none. */
function deliveriesPage(
  frame: ControlFrame,
  deliveries: RowSlice<DeliveryJson>,
  status: DeliveryStatus | null,
  example: string | null,
): Markup {
  const { words } = frame;
  const said = words.deliveries;
  const fields = createFields(words, () => status ?? '');
  return html`<p>${said.intro} ${said.realTime}</p>
${
  example === null
    ? ''
    : html`<div class="notice"><p>${said.noEndpoint}</p><pre tabindex="0" aria-label="${said.noEndpoint}">${example}</pre></div>`
}
<form method="get" action="${PAGES}/deliveries" class="row">
${fields.select('status', said.state, [['', said.all], ...DELIVERY_STATUSES])}<button type="submit">${said.apply}</button></form>
<section class="card" aria-label="${said.title}">${list(
    words,
    said.title,
    status === null ? said.empty : words.none,
    deliveries,
    [
      [said.event, ({ event, id }) => html`<code>${event}</code> <small>${id}</small>`],
      [words.people.partner, ({ partner }) => partner],
      [said.status, (delivery) => html`<code>${delivery.status}</code>`],
      [said.attempts, (delivery) => attemptsOf(frame, delivery)],
      [
        said.body,
        ({ event, body }) =>
          html`<details><summary>${said.body}</summary><pre tabindex="0" aria-label="${said.bodyOf({ event })}">${body}</pre></details>`,
      ],
    ],
  )}</section>`;
}

function requestsPage({ words, when }: ControlFrame, requests: RowSlice<LoggedRequest>): Markup {
  const said = words.requests;
  return html`<p>${said.intro}</p>
<section class="card" aria-label="${said.title}">${list(words, said.title, said.empty, requests, [
    [
      said.request,
      ({ method, route }) =>
        html`<code class="path">${method} ${route ?? ''}</code>${route === null ? said.unknownAddress : ''}`,
    ],
    [said.at, ({ at }) => when.time(at)],
    [said.status, ({ status }) => status ?? said.dropped],
    [said.ms, ({ ms }) => `${ms} ms`],
    [
      said.faults,
      ({ faults }) => (faults.length === 0 ? words.none : html`<code>${faults.join(', ')}</code>`),
    ],
  ])}</section>`;
}

/** Rows of a page; the JSON addresses have the rest. */
const ROW_LIMIT = 100;

/** `/sandbox/pages/outbox`, `…/deliveries` and `…/requests`. */
export function addTraffic(app: Hono, control: ControlDependencies): void {
  const { service, log } = control;
  const { store } = service;

  addSearchPage(app, control, `${PAGES}/outbox`, 'to', (frame, to) => {
    const sql = 'SELECT * FROM message WHERE ?1 IS NULL OR recipient = ?1 ORDER BY id DESC LIMIT ?2';
    const rows = store.all<MessageRow>(sql, to || null, ROW_LIMIT);
    const shown = rows.map((row) => outboxJson(service, row, frame.language));
    const total = countRows(store, 'message', 'recipient', to || null);
    return { title: frame.words.outbox.title, content: outboxPage(frame, { shown, total }, to) };
  });

  app.get(`${PAGES}/deliveries`, (c) => {
    const status = DELIVERY_STATUSES.find((one) => one === c.req.query('status')) ?? null;
    const shown = deliveriesJson(store, ROW_LIMIT, status);
    const deliveries = { shown, total: countRows(store, 'delivery', 'status', status) };
    const example = webhooks(store).length > 0 ? null : registration(service.publicUrl);
    return sendControlPage(c, control, (frame) => ({
      title: frame.words.deliveries.title,
      content: deliveriesPage(frame, deliveries, status, example),
    }));
  });

  app.get(`${PAGES}/requests`, (c) => {
    const all = log.all();
    return sendControlPage(c, control, (frame) => ({
      title: frame.words.requests.title,
      content: requestsPage(frame, { shown: all.slice(0, ROW_LIMIT), total: all.length }),
    }));
  });
}
