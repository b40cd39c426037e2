import { type Decoded, type Endpoint, INVALID, PATH_PARAMS } from '@instrument-panel/client/contract';
import type { AuditIds } from './entry.ts';

function asUuid(value: unknown): string | undefined {
  const uuid = typeof value === 'string' ? PATH_PARAMS.patientId.decode(value) : INVALID;
  return uuid === INVALID ? undefined : uuid;
}
const asInteger = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;

type Field = Exclude<keyof AuditIds, 'link'>;

function pick(fields: Readonly<Partial<Record<Field, unknown>>>): AuditIds {
  const picked = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(picked) as AuditIds;
}

const part = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The ids that a request names, in its path and its body. */
export const idsOfRequest = (path: Decoded, body: unknown): AuditIds =>
  pick({
    professionalId: asUuid(path.professionalId),
    patientId: asUuid(path.patientId ?? part(body, 'patientId')),
    formId: asUuid(path.formId),
    applicationId: asInteger(path.applicationId),
    submissionId: asInteger(path.submissionId),
  });

/** The field of an answer that is the id of what was written, for the writes that make something. */
const MADE: Readonly<Record<string, readonly [from: string, to: Field]>> = {
  createProfessional: ['serviceId', 'professionalId'],
  createPatient: ['serviceId', 'patientId'],
  createApplication: ['id', 'applicationId'],
};

/** The ids that only the answer names: of what was made, and of the applications that were cancelled. */
export function idsOfReply(endpoint: Endpoint, value: unknown): AuditIds {
  const [from = '', to = 'applicationId'] = MADE[endpoint.id] ?? [];
  const made = part(value, from);
  const canceled = part(value, 'canceledApplicationIds');
  const applicationIds = Array.isArray(canceled) ? canceled.filter(Number.isSafeInteger) : undefined;
  return pick({ [to]: asUuid(made) ?? asInteger(made), applicationIds });
}
