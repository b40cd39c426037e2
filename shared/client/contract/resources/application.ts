import * as z from 'zod/mini';
import { DateTime, dateTimeInput, Id, maybe, Uuid } from '../field.ts';
import { RECURRENCE_CYCLES } from '../states.ts';
import { ApplicationSummary, InstrumentReference, Submission } from './submission.ts';

/** The newest answered submission of an application. */
export const LastSubmission = z.object({
  id: Id,
  score: maybe(z.number()),
  completedFillAt: maybe(DateTime),
});

/** One instrument given to one patient by a professional (docs/service.md#application). */
export const Application = z.extend(ApplicationSummary, {
  formTemplate: maybe(InstrumentReference),
  urlToAnswer: maybe(z.string()),
  lastSubmission: maybe(LastSubmission),
  /** On detail and create/update responses. */
  submissions: maybe(z.array(Submission)),
  totalSubmissions: maybe(z.int()),
});
export type Application = z.infer<typeof Application>;

/**
 * Body of creating an application. The first three fields are documented, and that others exist
 * ("notification preferences, patient annotation flags: not shown"); chosen: the response's own names.
 */
export const ApplicationInput = z.object({
  patientId: Uuid,
  recurrenceCycle: z.enum(RECURRENCE_CYCLES),
  startedAt: z.optional(dateTimeInput()),
  notifyEmail: z.optional(z.boolean()),
  notifyWhatsApp: z.optional(z.boolean()),
  openToAnswer: z.optional(z.boolean()),
  allowPatientAnnotation: z.optional(z.boolean()),
  hideFormTemplateTitle: z.optional(z.boolean()),
  showFormGraphToPatient: z.optional(z.boolean()),
});
export type ApplicationInput = z.infer<typeof ApplicationInput>;

/** Body of `update-recurrence`. */
export const RecurrenceInput = z.object({
  recurrenceCycle: z.enum(RECURRENCE_CYCLES),
  startedAt: z.optional(dateTimeInput()),
});
export type RecurrenceInput = z.infer<typeof RecurrenceInput>;

/** The answer of cancelling all applications of an instrument (docs/service.md#application). */
export const BulkCancel = z.object({ canceledApplicationIds: z.array(Id), canceledCount: z.int() });
export type BulkCancel = z.infer<typeof BulkCancel>;
