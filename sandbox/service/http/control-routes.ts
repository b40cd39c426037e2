import { decodeQuery, textInput } from '@instrument-panel/client/contract';
import { count, oneOf, text } from '@instrument-panel/client/params';
import * as z from 'zod/mini';
import { preferredLanguage } from '../../words/index.ts';
import { addDuration, iso, readDateTime } from '../clock.ts';
import type { Store } from '../database.ts';
import { methodNotAllowed, validationError } from '../errors.ts';
import { FaultInputs, type FaultList } from '../faults/fault.ts';
import { unlinkFromProfessional } from '../linking.ts';
import { type MessageRow, outboxJson } from '../outbox.ts';
import type { ServiceContext } from '../service.ts';
import { DELIVERY_STATUSES, type DeliveryStatus, deliveriesJson } from '../webhooks/delivery.ts';
import { registerWebhook, removeWebhooks, webhooks } from '../webhooks/registration.ts';
import { throwIfInvalid } from './dispatch.ts';
import { checkBody, jsonReply, readJsonBody } from './json.ts';
import type { RequestLog } from './request-log.ts';

/** The methods that an address under `/sandbox` takes. */
type ControlRoute = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>;

/** Creates the JSON addresses under `/sandbox`, by their paths. */
export function createControlRoutes(service: ServiceContext, faults: FaultList, log: RequestLog) {
  return new Map<string, ControlRoute>([
    ['/sandbox/clock', clockRoute(service)],
    ['/sandbox/outbox', outboxRoute(service)],
    ['/sandbox/unlink', unlinkRoute(service)],
    ['/sandbox/webhooks', webhooksRoute(service.store)],
    ['/sandbox/deliveries', deliveriesRoute(service.store)],
    ['/sandbox/faults', faultsRoute(faults)],
    ['/sandbox/requests', { GET: () => jsonReply(200, log.all()) }],
  ]);
}

/** @throws ServiceError 405 for a method that the address does not take. */
export async function answerControl(route: ControlRoute, request: Request): Promise<Response> {
  const handler = Object.hasOwn(route, request.method) ? route[request.method] : undefined;
  if (!handler) throw methodNotAllowed(Object.keys(route));
  return handler(request);
}

/** @throws ServiceError 400 that names each parameter that breaks its rule. */
function readQuery(declared: Parameters<typeof decodeQuery>[0], request: Request) {
  const { values, problems } = decodeQuery(declared, new URL(request.url).searchParams);
  throwIfInvalid(problems);
  return values;
}

const Move = z.object({ now: z.optional(z.string()), advance: z.optional(z.string()) });

/** Reads the instant to which the body moves the clock. */
function readInstant({ clock }: ServiceContext, { now, advance }: z.infer<typeof Move>): number {
  if ((now === undefined) === (advance === undefined)) {
    throw validationError('now: send either now, a date-time, or advance, a duration such as P7D.');
  }
  const at = now === undefined ? addDuration(clock.now(), advance ?? '') : readDateTime(now);
  if (at !== null) return at;
  throw validationError(
    now === undefined
      ? 'advance: must be an ISO 8601 duration such as P7D, P1M or PT12H.'
      : 'now: must be a date-time such as 2026-03-01T09:00:00Z.',
  );
}

/** `/sandbox/clock`: POST answers after every transition that fell due on the way, each at its own instant. */
const clockRoute = (service: ServiceContext): ControlRoute => ({
  GET: () => jsonReply(200, { now: iso(service.clock.now()) }),
  async POST(request) {
    service.moveClock(readInstant(service, checkBody(Move, await readJsonBody(request))));
    return jsonReply(200, { now: iso(service.clock.now()) });
  },
});

const OUTBOX_QUERY = { to: text, limit: count, offset: count };
const OUTBOX_LIMIT = 100;

/**
 * `GET /sandbox/outbox?to=&limit=&offset=`: messages to an e-mail address or a number, or all of them, newest first.
 * Default of `limit`: `100`. Spaces in `to` are read as `+`.
 */
const outboxRoute = (service: ServiceContext): ControlRoute => ({
  GET: (request) => {
    const values = readQuery(OUTBOX_QUERY, request);
    service.runDue();
    const to = typeof values.to === 'string' ? values.to.replaceAll(' ', '+') : null;
    const rows = service.store.all<MessageRow>(
      `SELECT * FROM message ${to === null ? '' : 'WHERE recipient = ?'} ORDER BY id DESC LIMIT ? OFFSET ?`,
      ...(to === null ? [] : [to]),
      Number(values.limit ?? OUTBOX_LIMIT),
      Number(values.offset ?? 0),
    );
    const language = preferredLanguage(request.headers.get('Accept-Language'), service.language);
    return jsonReply(
      200,
      rows.map((row) => outboxJson(service, row, language)),
    );
  },
});

const Unlink = z.object({ professionalId: z.guid(), patientId: z.guid() });

/** `POST /sandbox/unlink {"professionalId","patientId"}`: the service's own interface cannot unlink a patient. */
const unlinkRoute = (service: ServiceContext): ControlRoute => ({
  POST: async (request) => {
    const body = checkBody(Unlink, await readJsonBody(request));
    service.runDue();
    unlinkFromProfessional(service, body.professionalId.toLowerCase(), body.patientId.toLowerCase());
    return jsonReply(200, {});
  },
});

/** `/sandbox/faults`: POST replaces the list (one fault or several), GET returns it, DELETE empties it. */
const faultsRoute = (faults: FaultList): ControlRoute => ({
  GET: () => jsonReply(200, faults.all()),
  async POST(request) {
    const body = await readJsonBody(request);
    const isOne = typeof body === 'object' && body !== null && 'kind' in body;
    faults.replace(checkBody(FaultInputs, isOne ? [body] : body));
    return jsonReply(200, faults.all());
  },
  DELETE() {
    faults.replace([]);
    return jsonReply(200, []);
  },
});

const DEFAULT_KEY = 'demo-key';

const Registration = z.object({
  key: z.optional(textInput()),
  url: textInput(2000),
  secret: textInput(),
});

/** Lists the endpoints without their secrets. */
const listed = (store: Store) => webhooks(store).map(({ partner, key, url }) => ({ partner, key, url }));

/** `/sandbox/webhooks`: POST registers a partner's endpoint, GET lists them, DELETE removes one or all. */
const webhooksRoute = (store: Store): ControlRoute => ({
  GET: () => jsonReply(200, listed(store)),
  async POST(request) {
    const body = checkBody(Registration, await readJsonBody(request));
    const key = body.key ?? DEFAULT_KEY;
    registerWebhook(store, { ...body, key });
    return jsonReply(201, { key, url: body.url });
  },
  DELETE(request) {
    removeWebhooks(store, new URL(request.url).searchParams.get('key') ?? undefined);
    return jsonReply(200, listed(store));
  },
});

const DELIVERIES_QUERY = { status: oneOf(DELIVERY_STATUSES), limit: count };
const DELIVERIES_LIMIT = 500;

/** `GET /sandbox/deliveries?status=&limit=`: the events with their tries, newest first. */
const deliveriesRoute = (store: Store): ControlRoute => ({
  GET(request) {
    const values = readQuery(DELIVERIES_QUERY, request);
    const status = (values.status ?? null) as DeliveryStatus | null;
    return jsonReply(200, deliveriesJson(store, Number(values.limit ?? DELIVERIES_LIMIT), status));
  },
});
