import * as z from 'zod/mini';
import { DateTime, Id, maybe, Uuid } from './field.ts';

/** Webhooks (docs/service.md#webhooks). What is "chosen" is not documented, and a reader must not rely on it. */

/** `t=<unix>,v1=<hex>` over `<t>.<raw body>`. */
export const SIGNATURE_HEADER = 'X-Service-Signature';
export const SIGNATURE_PATTERN = /^t=\d+,v1=[0-9a-f]{64}$/;
/** For correlation in logs only; not covered by the signature. */
export const EVENT_ID_HEADER = 'X-Service-Event-Id';

/** The patient answered a submission (specified). */
export const SUBMISSION_ANSWERED = 'SUBMISSION_ANSWERED';
/** An application was closed by patient inactivity (name chosen). */
export const APPLICATION_CANCELED_IDLE = 'APPLICATION_CANCELED_IDLE';

const envelope = {
  /** Specified: what receivers de-duplicate by. */
  id: Uuid,
  /** Chosen: the instant of the event. */
  createdAt: maybe(DateTime),
};

/** "Identifiers of the submission and of the application; includes `externalProfessionalId`." */
export const SubmissionAnsweredEvent = z.object({
  ...envelope,
  event: z.literal(SUBMISSION_ANSWERED),
  data: z.object({
    submissionId: Id,
    applicationId: Id,
    externalProfessionalId: maybe(z.string()),
    /** Chosen: so that a receiver can route without a look-up. */
    professionalId: maybe(Uuid),
    patientId: maybe(Uuid),
    formTemplateId: maybe(Uuid),
  }),
});
export type SubmissionAnsweredEvent = z.infer<typeof SubmissionAnsweredEvent>;

/** Idle closing: `canceledAt` distinguishes closing cycles of the same application. */
export const ApplicationCanceledIdleEvent = z.object({
  ...envelope,
  event: z.literal(APPLICATION_CANCELED_IDLE),
  data: z.object({
    applicationId: Id,
    canceledAt: DateTime,
    createdByPartner: z.literal(true),
    /** Chosen, as above. */
    externalProfessionalId: maybe(z.string()),
    professionalId: maybe(Uuid),
    patientId: maybe(Uuid),
  }),
});
export type ApplicationCanceledIdleEvent = z.infer<typeof ApplicationCanceledIdleEvent>;

/** Any signed delivery: a kind that is not known here is kept, not refused. */
export const WebhookEnvelope = z.looseObject({
  ...envelope,
  event: maybe(z.string()),
  data: z.optional(z.unknown()),
});
export type WebhookEnvelope = z.infer<typeof WebhookEnvelope>;
