import { json, type ProxyResponse } from '../exchange.ts';
import type { ResolveBody } from './body.ts';
import { findLinked, identifiersOf, searchAndLink } from './linking.ts';
import type { MappingCall } from './mapping-call.ts';
import { notLinked } from './refusals.ts';

/**
 * `POST /patients/resolve`: the service's patient of an EHR key. A key that is not linked yet is linked where the
 * token may do so and exactly one patient is recognised; else the `Refusal` says what is missing.
 */
export async function resolvePatient(call: MappingCall, body: ResolveBody): Promise<ProxyResponse> {
  const person = identifiersOf(body);
  const present = await findLinked(call, person);
  if (present) return json(200, present);
  // A search concerns patients beyond those of a narrowed token, which already knows whom it is about.
  if (call.narrowing) throw notLinked('narrowed');
  if (!call.claims.ops.includes('patients')) throw notLinked('mayNotLink');
  const { birthday, email, phone } = person;
  if (birthday === undefined && email === undefined && phone === undefined) throw notLinked('nameOnly');
  const made = await searchAndLink(call, person);
  if (!made) throw notLinked('nobody');
  return json(200, made);
}
