import type { Decoded, Endpoint } from '@instrument-panel/client/contract';
import { forbidden, integrationNotFound, notFound } from '../refusal.ts';
import type { Claims } from '../token/index.ts';

/** The patients to whom a token is narrowed; null where it is not narrowed. */
export type Narrowing = ReadonlySet<string> | null;

export const narrowingOf = (claims: Claims): Narrowing => (claims.pat ? new Set(claims.pat) : null);

/** Whether a value is the id of one of the patients. */
export const isAmong = (patients: ReadonlySet<string>, id: unknown): boolean =>
  typeof id === 'string' && patients.has(id.toLowerCase());

/** Whether role and actions let the token near the endpoint at all. Throws a `Refusal` (403). */
export function allowAction(endpoint: Endpoint, claims: Claims, narrowing: Narrowing): void {
  if (endpoint.access[claims.role] === 'deny') throw forbidden(`A token for ${claims.role} may not do this.`);
  if (!claims.ops.includes(endpoint.action))
    throw forbidden(`The token lacks the action '${endpoint.action}'.`);
  if (narrowing && endpoint.patient.at === 'all') {
    throw forbidden('A token narrowed to patients may not do what concerns patients at large.');
  }
}

/**
 * Whether the path names the token's own professional and, where it is narrowed, one of its patients. Throws
 * the `Refusal` (404) of a professional or patient who does not exist.
 */
export function allowPath(endpoint: Endpoint, claims: Claims, narrowing: Narrowing, path: Decoded): void {
  if (endpoint.access[claims.role] !== 'any' && path.professionalId !== claims.pro)
    throw integrationNotFound();
  if (narrowing && 'patientId' in path && !isAmong(narrowing, path.patientId)) throw notFound();
}

/** Likewise for the patient whom the body names. */
export function allowBody(endpoint: Endpoint, narrowing: Narrowing, body: unknown): void {
  if (!narrowing || endpoint.patient.at !== 'body') return;
  if (!isAmong(narrowing, (body as { patientId?: unknown }).patientId)) throw notFound();
}
