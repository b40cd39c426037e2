import { type Call, json, type ProxyResponse } from '../exchange.ts';
import { isAmong, type Narrowing } from '../forward/access.ts';
import type { MappingStore } from '../storage/storage.ts';
import type { Claims } from '../token/index.ts';
import type { LookupBody } from './body.ts';
import type { createLinkHasher } from './link-key.ts';

/** A request to the mapping whose token was looked at, before it is known which keys it is about. */
export interface Asked {
  readonly call: Call;
  readonly claims: Claims;
  readonly narrowing: Narrowing;
  readonly professionalId: string;
  readonly hasher: ReturnType<typeof createLinkHasher>;
  readonly store: MappingStore;
}

/**
 * `POST /patients/lookup`: the patients that the keys of a list are linked to, in their order, null for one that is
 * not linked or not of the token. It links nobody and asks the service nothing, so that one request serves a whole
 * page; whoever shows something beside a row compares the record with what the row says.
 *
 * A key may come with the patient whom the caller recognised in the row by records that it has: `free` is true where
 * the key is not linked, and that patient has no other key of the system, as for a link. A token that may
 * link nobody (`resolvePatient`) is told of none.
 */
export async function lookUpPatients(
  { claims, narrowing, professionalId, hasher, store }: Asked,
  { keys }: LookupBody,
): Promise<ProxyResponse> {
  const links = keys.map(({ system, key }) => hasher.keyOf(professionalId, system ?? '', key));
  const found = await store.findAll(links);
  const mayLink = !narrowing && claims.ops.includes('patients');
  const asked = links.flatMap((link, at) => {
    const patientId = keys[at]?.patientId;
    return !mayLink || found[at] || patientId === undefined ? [] : [[at, link, patientId] as const];
  });
  const taken = await store.areTaken(asked.map(([, link, patientId]) => [link, patientId]));
  const free = new Set(asked.filter((_, index) => taken[index] === false).map(([at]) => at));
  return json(200, {
    patients: found.map((id) => (narrowing && !isAmong(narrowing, id) ? null : id)),
    free: links.map((_, at) => free.has(at)),
  });
}
