import * as z from 'zod/mini';
import { DateTime, maybe, Uuid } from '../field.ts';

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
