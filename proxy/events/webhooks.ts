import {
  DateTime,
  DELIVERY_MAX_BYTES,
  Id,
  SIGNATURE_PATTERN,
  uuidInput,
} from '@instrument-panel/client/contract';
import { deliverEvent } from '@instrument-panel/client/proxy';
import { checkSignature } from '@instrument-panel/client/webhooks';
import * as z from 'zod/mini';
import { createJumpWatch } from '../clock-jump.ts';
import type { Call, ProxyResponse } from '../exchange.ts';
import { isObject } from '../forward/route-table.ts';
import { createConcurrencyLimiter } from '../limit/overload.ts';
import { type Log, logError, toErrorName } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { invalid, refuse } from '../refusal.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { type DeliveredEvent, EVENT_RETENTION_MS, type Inbox } from '../storage/storage.ts';
import { Delivery, ON_EVENT_CURSOR } from './deliver.ts';

const KIND = /^[\w.:-]{1,64}$/;
const UNKNOWN_KIND = 'UNKNOWN';

const lower = uuidInput();
const instant = z.pipe(
  DateTime,
  z.transform((text) => new Date(text).toISOString()),
);

/** The identifiers that are kept, each with what it has to look like. Nothing else of a payload is. */
const IDENTIFIERS = {
  submissionId: Id,
  applicationId: Id,
  patientId: lower,
  professionalId: lower,
  formTemplateId: lower,
  externalProfessionalId: z.string().check(z.minLength(1), z.maxLength(200)),
  canceledAt: instant,
} as const;

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function readIdentifiers(data: Record<string, unknown>): Partial<DeliveredEvent> {
  const found = Object.entries(IDENTIFIERS).flatMap(([name, schema]) => {
    const read = schema.safeParse(data[name]);
    return read.success ? [[name, read.data]] : [];
  });
  return Object.fromEntries(found) as Partial<DeliveredEvent>;
}

/**
 * Reads what is kept of a delivery; only its `id` is specified, without which it is null. An unknown kind is
 * kept, and an identifier that is missing or of another form left out.
 */
export function readDeliveredEvent(body: Uint8Array): DeliveredEvent | null {
  const envelope = parse(body);
  if (!isObject(envelope)) return null;
  const id = lower.safeParse(envelope.id);
  if (!id.success) return null;
  const { event } = envelope;
  const kind = typeof event === 'string' && KIND.test(event) ? event : UNKNOWN_KIND;
  const data = isObject(envelope.data) ? envelope.data : {};
  return { ...readIdentifiers(data), id: id.data, kind };
}

const PRUNE_INTERVAL_MS = 3_600_000;

/** Forgets now and every hour what is older than 30 days, taken by `onEvent` or not. */
export function startPruning(inbox: () => Promise<Inbox>, clock: () => number, log: Log) {
  const hasJumped = createJumpWatch(clock);
  async function prune(): Promise<void> {
    const before = clock() - EVENT_RETENTION_MS;
    if (hasJumped()) {
      const hint =
        'The clock has jumped ahead while the proxy ran: no event was deleted. Set it, and start again.';
      return logError({ log, clock }, 'events-not-pruned', hint);
    }
    try {
      await (await inbox()).prune(before);
    } catch (error) {
      const hint = `Old events could not be pruned: ${toErrorName(error)}.`;
      logError({ log, clock }, 'internal-error', hint);
    }
  }
  const timer = setInterval(() => void prune(), PRUNE_INTERVAL_MS).unref();
  void prune();
  return { prune, stop: () => clearInterval(timer) };
}

type Parts = Pick<Settings, 'webhooks' | 'storage' | 'clock' | 'log' | 'places'>;

/**
 * `POST /webhooks` (docs/service.md#webhooks); null without the option. The signature is checked over the raw
 * bytes before parsing; 204 means that the event is on disk, once also if it is a repeat.
 */
export function createWebhooks({ webhooks, storage, clock, log, places: given }: Parts, metrics: Metrics) {
  if (webhooks === null) return null;
  const places = createConcurrencyLimiter(given.deliveries);
  const bodies = createConcurrencyLimiter(given.deliveryBodies);
  const { secrets, onEvent } = webhooks;
  const inbox = async () => (await storage()).inbox;

  /** Runs what needs a place, if there is one. A place is for the next in line, whatever comes of this one. */
  async function within<Value>(limiter: typeof places, work: () => Promise<Value>): Promise<Value> {
    if (!limiter.enter()) throw refuse('PROXY_BUSY');
    try {
      return await work();
    } finally {
      limiter.leave();
    }
  }

  async function store(event: DeliveredEvent): Promise<void> {
    try {
      await (await inbox()).take(event, clock());
    } catch (error) {
      logError({ log, clock }, 'event-not-stored', toErrorName(error));
      metrics.storageFailed('inbox');
      throw refuse('NOT_STORED');
    }
  }

  async function serve({ request }: Call): Promise<ProxyResponse> {
    // The service is no page: whatever comes with an origin was sent by a browser.
    if (request.headers.origin !== undefined) throw refuse('ORIGIN_NOT_ALLOWED');
    const signature = request.headers['x-service-signature'] ?? '';
    // Before a body is awaited: whoever withholds it is kept from nothing else.
    if (!SIGNATURE_PATTERN.test(signature)) throw refuse('SIGNATURE_INVALID');
    const body = await within(bodies, () => bodies.awaited(request.readBody(DELIVERY_MAX_BYTES)));
    const verdict = await checkSignature(signature, body, secrets, clock());
    if (verdict !== 'valid') throw refuse(verdict === 'forged' ? 'SIGNATURE_INVALID' : 'SIGNATURE_UNTIMELY');
    const event = readDeliveredEvent(body);
    if (!event) throw invalid('The delivery must be a JSON object with the id of the event, a UUID.');
    await within(places, () => store(event));
    return { status: 204, headers: {}, body: null };
  }

  let pruning: ReturnType<typeof startPruning> | undefined;
  let delivery: Delivery | undefined;
  if (onEvent) {
    metrics.watchEvents(async () => {
      const { inbox: events, deadLetters } = await storage();
      const [{ last }, place, dead] = await Promise.all([
        events.bounds(),
        events.cursor(ON_EVENT_CURSOR).read(),
        deadLetters.count(),
      ]);
      return { waiting: last - place, dead };
    });
  }
  return {
    route: { endpoint: deliverEvent, serve } satisfies OwnRoute,
    /** Begins to prune and to call `onEvent`: once the options are in use, since of those that are refused it would only fail. */
    begin(): void {
      pruning ??= startPruning(inbox, clock, log);
      if (onEvent) delivery ??= new Delivery({ settings: { ...webhooks, onEvent }, storage, clock, log });
    },
    /** Ends the calls of `onEvent` and leaves them to another proxy. */
    async close(): Promise<void> {
      pruning?.stop();
      await delivery?.stop();
    },
  };
}
