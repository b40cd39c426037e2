import * as z from 'zod/mini';
import { DateTime, Id, maybe, maybeAll, timestamps, Uuid } from '../field.ts';
import { LINK_STATUSES } from '../states.ts';

/** A person under a professional's care (docs/service.md#patient). Values of the enumerated fields: not shown. */
export const Patient = z.object({
  serviceId: Uuid,
  name: z.string(),
  ...maybeAll(z.string(), 'surname', 'email', 'cellphone'),
  birthday: maybe(DateTime),
  ...maybeAll(z.string(), 'gender', 'education', 'relationStatus', 'status'),
  ...timestamps,
});
export type Patient = z.infer<typeof Patient>;

/** A mental-health professional (docs/service.md#professional). Values of occupation and status: not shown. */
export const Professional = z.object({
  serviceId: Uuid,
  externalId: maybe(z.string()),
  name: z.string(),
  ...maybeAll(z.string(), 'surname', 'email', 'cellphone', 'occupation', 'status'),
  ...timestamps,
});
export type Professional = z.infer<typeof Professional>;

/** Answer of `GET /professionals/check`; `serviceId` is null if the e-mail is unknown. */
export const ProfessionalCheck = z.object({
  exists: z.boolean(),
  serviceId: maybe(Uuid),
  linked: z.boolean(),
});
export type ProfessionalCheck = z.infer<typeof ProfessionalCheck>;

/** The answer of linking and unlinking a professional (docs/service.md#account-link). */
export const AccountLink = z.object({
  status: z.enum(LINK_STATUSES),
  message: z.string(),
});
export type AccountLink = z.infer<typeof AccountLink>;

/** A message that the service sent, or tried to send, to a patient (docs/service.md#notification). */
export const Notification = z.object({
  id: Id,
  formApplicationId: maybe(Id),
  formSubmissionId: maybe(Id),
  patientId: Uuid,
  professionalId: maybe(Uuid),
  ...maybeAll(z.string(), 'patientName', 'destinationEmail', 'destinationPhoneNumber', 'channel'),
  ...maybeAll(z.string(), 'context', 'provider', 'status'),
  ...maybeAll(DateTime, 'createdAt', 'sentAt', 'updatedAt'),
});
export type Notification = z.infer<typeof Notification>;
