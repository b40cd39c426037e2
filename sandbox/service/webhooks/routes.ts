import { decodeQuery, textInput } from '@instrument-panel/client/contract';
import { count, oneOf } from '@instrument-panel/client/params';
import * as z from 'zod/mini';
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

const STATUSES = ['QUEUED', 'DELIVERED', 'FAILED', 'CANCELED'] as const satisfies readonly DeliveryStatus[];
const QUERY = { status: oneOf(STATUSES), limit: count };
const LIMIT = 500;

/** `GET /sandbox/deliveries?status=&limit=`: the events with their tries, newest first. */
export const deliveriesRoute = (store: Store): ControlRoute => ({
  GET(request) {
    const { values, problems } = decodeQuery(QUERY, new URL(request.url).searchParams);
    if (problems.length > 0) throw invalid(problems.map(({ message }) => message).join(' '));
    const status = (values.status ?? null) as DeliveryStatus | null;
    return jsonReply(200, deliveriesJson(store, Number(values.limit ?? LIMIT), status));
  },
});
