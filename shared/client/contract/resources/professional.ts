import * as z from 'zod/mini';
import { DateTime, maybe, Uuid } from '../field.ts';
import { LINK_STATUSES } from '../states.ts';

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
