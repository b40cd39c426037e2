import * as z from 'zod/mini';
import { DateTime, Id, maybe, timestamps, Uuid } from '../field.ts';
import { LINK_STATUSES } from '../states.ts';

/** A person under a professional's care (docs/service.md#patient). */
export const Patient = z.object({
  /** Id of the patient at the service, as it stands in paths. */
  serviceId: Uuid,
  /** First name, or the name as a whole. */
  name: z.string(),
  /** Family name. */
  surname: maybe(z.string()),
  /** E-mail address, to which requests to answer can be sent. */
  email: maybe(z.string()),
  /** Mobile telephone number, to which requests can be sent by WhatsApp. */
  cellphone: maybe(z.string()),
  /** Date of birth, as a date-time. */
  birthday: maybe(DateTime),
  /** Gender; the service does not say which values there are. */
  gender: maybe(z.string()),
  /** Level of education; the service does not say which values there are. */
  education: maybe(z.string()),
  /** Relation between the professional and the patient; the service does not say which values there are. */
  relationStatus: maybe(z.string()),
  /** State of the patient's record; the service does not say which values there are. */
  status: maybe(z.string()),
  ...timestamps,
});
export type Patient = z.infer<typeof Patient>;

/** A mental-health professional (docs/service.md#professional). */
export const Professional = z.object({
  /** Id of the professional at the service, as it stands in paths. */
  serviceId: Uuid,
  /** The partner's own id of the professional. */
  externalId: maybe(z.string()),
  /** First name, or the name as a whole. */
  name: z.string(),
  /** Family name. */
  surname: maybe(z.string()),
  /** E-mail address of the account. */
  email: maybe(z.string()),
  /** Mobile telephone number. */
  cellphone: maybe(z.string()),
  /** Occupation; the service does not say which values there are. */
  occupation: maybe(z.string()),
  /** State of the account; the service does not say which values there are. */
  status: maybe(z.string()),
  ...timestamps,
});
export type Professional = z.infer<typeof Professional>;

/** Answer of `GET /professionals/check`; `serviceId` is null if the e-mail is unknown. */
export const ProfessionalCheck = z.object({
  /** Whether an account with this e-mail address exists. */
  exists: z.boolean(),
  /** Id of that account; null if there is none. */
  serviceId: maybe(Uuid),
  /** Whether that account is linked to the partner. */
  linked: z.boolean(),
});
export type ProfessionalCheck = z.infer<typeof ProfessionalCheck>;

/** The answer of linking and unlinking a professional (docs/service.md#account-link). */
export const AccountLink = z.object({
  /** What became of the link. */
  status: z.enum(LINK_STATUSES),
  /** The service's own sentence about it. */
  message: z.string(),
});
export type AccountLink = z.infer<typeof AccountLink>;

/** A message that the service sent, or tried to send, to a patient (docs/service.md#notification). */
export const Notification = z.object({
  /** Id of the notification. */
  id: Id,
  /** The application that it belongs to. */
  formApplicationId: maybe(Id),
  /** The request to answer that it is about. */
  formSubmissionId: maybe(Id),
  /** The patient whom it was sent to. */
  patientId: Uuid,
  /** The professional in whose name it was sent. */
  professionalId: maybe(Uuid),
  /** Name of the patient. */
  patientName: maybe(z.string()),
  /** E-mail address that it was sent to. */
  destinationEmail: maybe(z.string()),
  /** Telephone number that it was sent to. */
  destinationPhoneNumber: maybe(z.string()),
  /** How it was sent; the service does not say which values there are. */
  channel: maybe(z.string()),
  /** What it was sent for; the service does not say which values there are. */
  context: maybe(z.string()),
  /** Who carried it; the service does not say which values there are. */
  provider: maybe(z.string()),
  /** What became of it; the service does not say which values there are. */
  status: maybe(z.string()),
  /** When it was sent. */
  sentAt: maybe(DateTime),
  ...timestamps,
});
export type Notification = z.infer<typeof Notification>;
