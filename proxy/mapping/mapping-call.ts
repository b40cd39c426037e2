import { createHmac } from 'node:crypto';
import { ROLE_RULES } from '@instrument-panel/client/contract';
import type { PatientKey, TokenClaims } from '@instrument-panel/client/proxy';
import { type Audit, type AuditedAction, toActor } from '../audit/audit.ts';
import type { Narrowing } from '../forward/access.ts';
import type { ServiceRequest } from '../forward/service.ts';
import { invalid, refuse } from '../refusal.ts';
import type { LinkKey, MappingStore } from '../storage/storage.ts';
import type { Patients } from './patients.ts';

/** Makes the function that hashes an EHR key; two proxies with one key and one storage share the mapping. */
export function createLinkHasher(secret: Uint8Array) {
  // JSON, since joined texts could be cut at another place and mean another patient.
  const hash = (...parts: readonly string[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(parts), 'utf8').digest('hex');
  return {
    /** Tells this secret from another, and gives nothing of it away. */
    fingerprint: hash('fingerprint'),
    keyOf: (professionalId: string, system: string, key: string): LinkKey => ({
      hash: hash('link', professionalId, system, key),
      owner: hash('owner', professionalId, system),
    }),
  };
}

export interface MappingCall {
  /** Method and path, for the trail. */
  readonly route: string;
  readonly claims: TokenClaims;
  readonly narrowing: Narrowing;
  /** UUID of the professional whose mapping and patients these are. */
  readonly professionalId: string;
  readonly key: LinkKey;
  readonly patients: Patients;
  readonly store: MappingStore;
  readonly audit: Audit;
  readonly clock: () => number;
  /** Milliseconds since 1970 until which the service may be asked. */
  readonly deadline: ServiceRequest['deadline'];
}

/**
 * The professional of a request: the token's own, or for `operations` the one whom the body names. Throws a `Refusal`:
 * 404, that of a professional who does not exist, for a professional other than the token's own.
 */
export function readProfessional(
  claims: TokenClaims,
  { professionalId }: Pick<PatientKey, 'professionalId'>,
): string {
  if (ROLE_RULES[claims.role].needsProfessional) {
    if (claims.pro === undefined) throw refuse('INTEGRATION_NOT_FOUND');
    if (professionalId !== undefined && professionalId !== claims.pro) throw refuse('INTEGRATION_NOT_FOUND');
    return claims.pro;
  }
  if (professionalId === undefined) {
    throw invalid('professionalId is required for a token of operations: whose patient is meant?');
  }
  return professionalId;
}

export function toAuditedAction(call: MappingCall, patientId?: string, route = call.route): AuditedAction {
  const { claims, professionalId, key } = call;
  const ids = { professionalId, ...(patientId === undefined ? {} : { patientId }) };
  return {
    route,
    who: toActor(claims),
    jti: claims.jti,
    ids: { ...ids, link: key.hash.slice(0, 16) },
  };
}
