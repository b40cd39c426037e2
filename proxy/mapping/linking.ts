import {
  compareIdentifiers,
  type IdentifierKind,
  type Identifiers,
  searchPatients,
} from '@instrument-panel/client/identifiers';
import type { PatientIdentity, PatientLink } from '@instrument-panel/client/proxy';
import { json, type ProxyResponse } from '../exchange.ts';
import { isAmong } from '../forward/access.ts';
import { Refusal } from '../refusal.ts';
import { type MappingCall, toAuditedAction } from './mapping-call.ts';
import { ambiguous, identifiersDisagree, notLinked, patientHasOtherKey } from './refusals.ts';

const linked = (patientId: string, agreed: readonly IdentifierKind[]): PatientLink => ({
  status: 'linked',
  patientId,
  agreed: [...agreed],
});

/** The identifiers of a person that were sent, without those that were sent as null. */
export function toIdentifiers({ name, surname, birthday, email, phone }: PatientIdentity): Identifiers {
  return {
    name,
    surname: surname ?? undefined,
    birthday: birthday ?? undefined,
    email: email ?? undefined,
    phone: phone ?? undefined,
  };
}

/**
 * The patient whom the key is linked to, read from the service and compared at every use; null without a link.
 *
 * @throws Refusal 404 for one not of the token, 410 for one who is gone, 409 for one who is somebody else
 */
export async function findLinked(call: MappingCall, person: Identifiers): Promise<PatientLink | null> {
  const patientId = await call.store.find(call.key);
  if (patientId === null) return null;
  if (call.narrowing && !isAmong(call.narrowing, patientId)) throw notLinked('narrowed');
  const { agreed, contradicted } = compareIdentifiers(person, await call.patients.one(patientId));
  if (contradicted.length > 0) throw identifiersDisagree(contradicted);
  return linked(patientId, agreed);
}

/** The trail's word for a link that another caller has made first. */
class LinkedMeanwhile extends Refusal {
  constructor() {
    super(409, 'LINKED_MEANWHILE', 'Another request has linked this key first.');
  }
}

/**
 * Links the key to a patient who was recognised, and writes it down with the kinds that agreed.
 *
 * @throws Refusal 409 if the patient has another key of the same system
 */
export async function link(
  call: MappingCall,
  person: Identifiers,
  patientId: string,
  agreed: readonly IdentifierKind[],
): Promise<PatientLink> {
  const act = async (): Promise<ProxyResponse> => {
    const result = await call.store.link(call.key, patientId);
    if (result.kind === 'patient-taken') throw patientHasOtherKey();
    if (result.kind === 'exists') throw new LinkedMeanwhile();
    return json(200, {});
  };
  try {
    await call.audit.record(toAuditedAction(call, patientId), (learn) => {
      learn({ agreed });
      return act();
    });
    return linked(patientId, agreed);
  } catch (error) {
    if (!(error instanceof LinkedMeanwhile)) throw error;
    const present = await findLinked(call, person);
    if (present === null) throw notLinked('nobody');
    return present;
  }
}

/**
 * Searches the professional's patients for the person and links the key to the only one who is recognised; null
 * if there is nobody.
 *
 * @throws Refusal 409 if there are several, or one in whom something contradicts
 */
export async function searchAndLink(call: MappingCall, person: Identifiers): Promise<PatientLink | null> {
  const found = searchPatients(person, await call.patients.all());
  if (found.kind === 'many') throw ambiguous();
  if (found.kind === 'contradicted') throw identifiersDisagree(found.kinds);
  return found.kind === 'one' ? link(call, person, found.patientId, found.agreed) : null;
}

/**
 * `POST /patients/resolve`: the service's patient of an EHR key. A key that is not linked yet is linked where the
 * token may do so and exactly one patient is recognised; else the `Refusal` says what is missing.
 */
export async function resolve(call: MappingCall, body: PatientIdentity): Promise<ProxyResponse> {
  const person = toIdentifiers(body);
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

/** `DELETE /patients/link`: takes a wrong link away; the patient stays at the service. */
export async function unlink(call: MappingCall): Promise<ProxyResponse> {
  const { store, key, narrowing } = call;
  const patientId = await store.find(key);
  if (patientId === null || (narrowing && !isAmong(narrowing, patientId))) throw notLinked('toUnlink');
  return call.audit.record(toAuditedAction(call, patientId), async () => {
    if (!(await store.unlink(key, patientId))) throw notLinked('toUnlink');
    return json(200, {});
  });
}
