import * as z from 'zod/mini';
import { summary } from './plan.ts';

/** Documented error codes (docs/service.md#errors). */
export const SERVICE_ERROR_CODES = [
  'VALIDATION_ERROR',
  'INVALID_API_KEY',
  'API_CREDENTIAL_INACTIVE',
  'API_CREDENTIAL_EXPIRED',
  'IP_NOT_ALLOWED',
  'PROFESSIONAL_CLAIM_REQUIRED',
  'INTEGRATION_NOT_FOUND',
  'PROFESSIONAL_EMAIL_ALREADY_EXIST',
  'INTERNAL',
] as const;

/** Codes chosen by this project where none is documented. The sandbox or the proxy sends them; a client must not rely on them. */
export const CHOSEN_ERROR_CODES = [
  'FORBIDDEN',
  'PLAN_WITHOUT_AI_ANALYSIS',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PATIENT_CELLPHONE_ALREADY_EXIST',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'CONFLICT',
  'INVALID_STATE',
  'TOO_MANY_REQUESTS',
  'NOT_IMPLEMENTED',
  'SERVICE_UNAVAILABLE',
] as const;

export type ServiceErrorCode = (typeof SERVICE_ERROR_CODES)[number] | (typeof CHOSEN_ERROR_CODES)[number];

/** The body of every error: `traceId` on internal errors, to be reported to support (docs/service.md#errors). */
export const ErrorResponse = summary(
  z.object({
    /** Stable code, such as `VALIDATION_ERROR`. */
    code: z.string(),
    /** A sentence for people; it may speak of a patient. */
    message: z.string(),
    /** Names the failure to support; on internal errors. */
    traceId: z.optional(z.nullable(z.string())),
  }),
);
export type ErrorResponse = z.infer<typeof ErrorResponse>;
