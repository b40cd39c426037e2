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
  /** Id of the event, by which a receiver knows one that comes again. */
  id: Uuid,
  /** When it happened (chosen). */
  createdAt: maybe(DateTime),
};

/** The patient answered a submission. It holds ids alone: read the submission. */
export const SubmissionAnsweredEvent = z.object({
  ...envelope,
  /** Kind of the event. */
  event: z.literal(SUBMISSION_ANSWERED),
  /** Which submission it is about. */
  data: z.object({
    /** The submission that was answered. */
    submissionId: Id,
    /** The application that made the request. */
    applicationId: Id,
    /** The partner's own id of the professional. */
    externalProfessionalId: maybe(z.string()),
    /** The professional (chosen: so that a receiver can route without a look-up). */
    professionalId: maybe(Uuid),
    /** The patient (chosen). */
    patientId: maybe(Uuid),
    /** The instrument (chosen). */
    formTemplateId: maybe(Uuid),
  }),
});
export type SubmissionAnsweredEvent = z.infer<typeof SubmissionAnsweredEvent>;

/** An application was closed, since the patient did not answer for long. */
export const ApplicationCanceledIdleEvent = z.object({
  ...envelope,
  /** Kind of the event. */
  event: z.literal(APPLICATION_CANCELED_IDLE),
  /** Which application it is about. */
  data: z.object({
    /** The application that was closed. */
    applicationId: Id,
    /** When it was closed; tells the times apart that one application was closed. */
    canceledAt: DateTime,
    /** Always true: the partner made the application. */
    createdByPartner: z.literal(true),
    /** The partner's own id of the professional (chosen). */
    externalProfessionalId: maybe(z.string()),
    /** The professional (chosen). */
    professionalId: maybe(Uuid),
    /** The patient (chosen). */
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
