import * as z from 'zod/mini';
import { DateTime, Id, maybe, Uuid } from '../field.ts';

/** A message that the service sent, or tried to send, to a patient (docs/service.md#notification). */
export const Notification = z.object({
  id: Id,
  formApplicationId: maybe(Id),
  formSubmissionId: maybe(Id),
  patientId: Uuid,
  professionalId: maybe(Uuid),
  patientName: maybe(z.string()),
  destinationEmail: maybe(z.string()),
  destinationPhoneNumber: maybe(z.string()),
  channel: maybe(z.string()),
  context: maybe(z.string()),
  provider: maybe(z.string()),
  status: maybe(z.string()),
  createdAt: maybe(DateTime),
  sentAt: maybe(DateTime),
  updatedAt: maybe(DateTime),
});
export type Notification = z.infer<typeof Notification>;
