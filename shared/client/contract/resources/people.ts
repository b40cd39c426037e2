import * as z from 'zod/mini';
import { DateTime, Id, maybe, Uuid } from '../field.ts';
import { LINK_STATUSES } from '../states.ts';

/** A person under a professional's care (docs/service.md#patient). Values of the enumerated fields: not shown. */
export const Patient = z.object({
  serviceId: Uuid,
  name: z.string(),
  surname: maybe(z.string()),
  email: maybe(z.string()),
  cellphone: maybe(z.string()),
  birthday: maybe(DateTime),
  gender: maybe(z.string()),
  education: maybe(z.string()),
  relationStatus: maybe(z.string()),
  status: maybe(z.string()),
  createdAt: maybe(DateTime),
  updatedAt: maybe(DateTime),
});
export type Patient = z.infer<typeof Patient>;

/** A mental-health professional (docs/service.md#professional). Values of occupation and status: not shown. */
export const Professional = z.object({
  serviceId: Uuid,
  externalId: maybe(z.string()),
  name: z.string(),
  surname: maybe(z.string()),
  email: maybe(z.string()),
  cellphone: maybe(z.string()),
  occupation: maybe(z.string()),
  status: maybe(z.string()),
  createdAt: maybe(DateTime),
  updatedAt: maybe(DateTime),
});
export type Professional = z.infer<typeof Professional>;

/** Answer of `GET /professionals/check`; `serviceId` is null where nobody has the e-mail. */
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
