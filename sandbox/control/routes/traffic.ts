import { type Context, Hono } from 'hono';
import { type MessageRow, outboxJson } from '../../service/outbox/message.ts';
import { deliveriesJson } from '../../service/webhooks/delivery.ts';
import { webhooks } from '../../service/webhooks/registration.ts';
import { formOf, frameOf, type Ground, show } from '../ground.ts';
import { PAGES } from '../html/layout.ts';
import { DELIVERY_STATUSES, deliveriesPage, outboxPage, requestsPage } from '../pages/traffic.ts';

/** How many rows a page shows; the JSON addresses have the rest. */
const SHOWN = 100;

/** `/sandbox/pages/outbox`, `…/deliveries` and `…/requests`. */
export function trafficPages(ground: Ground): Hono {
  const { service, log } = ground;
  const { store } = service;
  const app = new Hono({ strict: false });

  const count = (table: string, column: string, value: string | null): number =>
    store.one<{ total: number }>(
      `SELECT count(*) AS total FROM ${table} WHERE ?1 IS NULL OR ${column} = ?1`,
      value,
    )?.total ?? 0;

  const outbox = (c: Context, to: string) => {
    const frame = frameOf(c, ground, `${PAGES}/outbox`);
    const recipient = to === '' ? null : to;
    const rows = store.all<MessageRow>(
      'SELECT * FROM message WHERE ?1 IS NULL OR recipient = ?1 ORDER BY id DESC LIMIT ?2',
      recipient,
      SHOWN,
    );
    const found = {
      shown: rows.map((row) => outboxJson(service, row, frame.language)),
      total: count('message', 'recipient', recipient),
    };
    return show(c, frame, frame.words.outbox.title, outboxPage(frame, found, to));
  };

  app.get('/outbox', (c) => outbox(c, ''));
  // A search changes nothing; it is a POST so that no e-mail address stands in an address.
  app.post('/outbox/find', async (c) => outbox(c, (await formOf(c))('to')));
  app.get('/outbox/find', (c) => c.redirect(`${PAGES}/outbox`, 303));

  app.get('/deliveries', (c) => {
    const frame = frameOf(c, ground);
    const status = DELIVERY_STATUSES.find((one) => one === c.req.query('status')) ?? null;
    const state = {
      deliveries: { shown: deliveriesJson(store, SHOWN, status), total: count('delivery', 'status', status) },
      status,
      hasEndpoint: webhooks(store).length > 0,
      origin: service.publicUrl,
    };
    return show(c, frame, frame.words.deliveries.title, deliveriesPage(frame, state));
  });

  app.get('/requests', (c) => {
    const frame = frameOf(c, ground);
    const all = log.all();
    const content = requestsPage(frame, { shown: all.slice(0, SHOWN), total: all.length });
    return show(c, frame, frame.words.requests.title, content);
  });

  return app;
}
