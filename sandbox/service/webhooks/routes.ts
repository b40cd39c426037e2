import * as z from 'zod/mini';
import { textInput } from '../../../shared/contract/field.ts';
import { invalid } from '../errors.ts';
import { checkBody, readJson } from '../http/body.ts';
import type { ControlRoute } from '../http/control-route.ts';
import { jsonReply } from '../http/reply.ts';
import type { Store } from '../store/database.ts';
import { type DeliveryStatus, deliveriesJson } from './delivery.ts';
import { registerWebhook, removeWebhooks, webhooks } from './registration.ts';

const DEFAULT_KEY = 'demo-key';

const Registration = z.object({
  key: z.optional(textInput()),
  url: textInput(2000),
  secret: textInput(),
});

/** Never the secret. */
const listed = (store: Store) => webhooks(store).map(({ partner, key, url }) => ({ partner, key, url }));

/** `/sandbox/webhooks`: POST registers a partner's endpoint, GET lists them, DELETE removes one or all. */
export const webhooksRoute = (store: Store): ControlRoute => ({
  GET: () => jsonReply(200, listed(store)),
  async POST(request) {
    const body = checkBody(Registration, await readJson(request)) as z.infer<typeof Registration>;
    const key = body.key ?? DEFAULT_KEY;
    registerWebhook(store, { ...body, key });
    return jsonReply(201, { key, url: body.url });
  },
  DELETE(request) {
    removeWebhooks(store, new URL(request.url).searchParams.get('key') ?? undefined);
    return jsonReply(200, listed(store));
  },
});

const STATUSES: readonly string[] = [
  'QUEUED',
  'DELIVERED',
  'FAILED',
  'CANCELED',
] satisfies readonly DeliveryStatus[];
const MOST = 10_000;

/** `GET /sandbox/deliveries`: events with their tries, newest first. Query: `limit` (500), `status`. */
export const deliveriesRoute = (store: Store): ControlRoute => ({
  GET(request) {
    const query = new URL(request.url).searchParams;
    const limit = query.get('limit') ?? '500';
    if (!/^\d{1,5}$/.test(limit) || Number(limit) > MOST) {
      throw invalid(`limit: must be a number from 0 to ${MOST}.`);
    }
    const status = query.get('status');
    if (status !== null && !STATUSES.includes(status)) {
      throw invalid(`status: must be one of ${STATUSES.join(', ')}.`);
    }
    return jsonReply(200, deliveriesJson(store, Number(limit), status as DeliveryStatus | null));
  },
});
