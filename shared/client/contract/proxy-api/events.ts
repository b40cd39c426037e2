import * as z from 'zod/mini';
import { Id, maybe, Uuid } from '../field.ts';
import { count } from '../param.ts';
import { summary } from '../plan.ts';
import { WebhookEnvelope } from '../webhook.ts';
import { proxyEndpoint } from './endpoint.ts';

/** The data of an event for a page: identifiers, each where it is known. A hint: the state must be read again. */
export const EventHint = summary(
  z.object({
    kind: z.string(),
    submissionId: maybe(Id),
    applicationId: maybe(Id),
    patientId: maybe(Uuid),
    formTemplateId: maybe(Uuid),
    professionalId: maybe(Uuid),
  }),
);
export type EventHint = z.infer<typeof EventHint>;

/**
 * Streams events to a page as server-sent events. Resumes after the id in `Last-Event-ID`, else in the query. An event
 * without a name carries an {@link EventHint}, a named one no data:
 * - `resync`: events were missed, or cannot be told: everything must be read again;
 * - `expired`: the token has ended, the stream with it: come back with a new one;
 * - `revoked`: the token was revoked: sign in again.
 */
export const streamEvents = proxyEndpoint('streamEvents', {
  path: '/events',
  summary: 'Stream events as they happen',
  caller: 'token',
  permission: {
    action: 'read',
    patient: { at: 'items', field: 'patientId' },
    access: { professional: 'own', patient: 'self', operations: 'any' },
  },
  query: { lastEventId: count },
  response: EventHint,
  media: 'text/event-stream',
});

/** Takes a delivery of the service, signed in the header `X-Service-Signature`. 204 means that the event is on disk. */
export const deliverEvent = proxyEndpoint('deliverEvent', {
  method: 'POST',
  path: '/webhooks',
  summary: 'Deliver an event of the service',
  caller: 'service',
  body: WebhookEnvelope,
  bodyType: 'bytes',
  response: z.void(),
  media: null,
  success: [204],
});
