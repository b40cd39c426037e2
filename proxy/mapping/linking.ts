import { randomUUID } from 'node:crypto';
import { createPatient, type Endpoint, updatePatient } from '@instrument-panel/client/contract';
import {
  compareIdentifiers,
  IDENTIFIER_KINDS,
  type IdentifierKind,
  type Identifiers,
  searchPatients,
} from '@instrument-panel/client/identifiers';
import type { PatientIdentity, PatientLink, RegisteredLink } from '@instrument-panel/client/proxy';
import { type Learn, toOutcome } from '../audit/audit.ts';
import { json, type ProxyResponse } from '../exchange.ts';
import { isAmong } from '../forward/access.ts';
import { Refusal, refuse } from '../refusal.ts';
import { toRouteName } from '../routes.ts';
import { type MappingCall, toAbout, toAuditedAction } from './mapping-call.ts';

/** Why no patient is given for a key. None names a person or says what a record holds. */
const NOT_LINKED = {
  narrowed: 'No patient of this token is linked to this key.',
  mayNotLink: "No patient is linked to this key. A token with the action 'patients' can link one.",
  nameOnly:
    'No patient is linked to this key. Send birthday, email or phone beside the name: a name alone links nobody.',
  nobody:
    'No patient is linked to this key, and none of the professional agrees in name and a further identifier. Register the patient with POST /patients/register.',
  toUnlink: 'No patient is linked to this key.',
} as const;

const notLinked = (reason: keyof typeof NOT_LINKED) => new Refusal(404, 'NOT_LINKED', NOT_LINKED[reason]);

const identifiersDisagree = (kinds: readonly IdentifierKind[]) =>
  new Refusal(
    409,
    'IDENTIFIERS_DISAGREE',
    `The ${kinds.join(' and ')} sent and the service's record disagree. Correct whichever is wrong; if the key was linked to the wrong patient, remove the link with DELETE /patients/link.`,
  );

const linked = (patientId: string, agreed: readonly IdentifierKind[]): PatientLink => ({
  status: 'linked',
  patientId,
  agreed: [...agreed],
});

/** The identifiers of a person that were sent, without those that were sent as null. */
const toIdentifiers = ({ name, surname, birthday, email, phone }: PatientIdentity): Identifiers => ({
  name,
  surname: surname ?? undefined,
  birthday: birthday ?? undefined,
  email: email ?? undefined,
  phone: phone ?? undefined,
});

/** The linked patient, compared at every use; null without a link. Throws 404, 410 or 409 (a `Refusal`). */
async function findLinked(call: MappingCall, person: Identifiers): Promise<PatientLink | null> {
  const patientId = await call.store.find(call.key);
  if (patientId === null) return null;
  if (call.narrowing && !isAmong(call.narrowing, patientId)) throw notLinked('narrowed');
  // Whether what was sent agrees tells of the patient too, so a refusal names them as well.
  call.call.about = { ...toAbout(call), patientId };
  const { agreed, contradicted } = compareIdentifiers(person, await call.patients.one(patientId));
  call.call.shown = [];
  if (contradicted.length > 0) throw identifiersDisagree(contradicted);
  return linked(patientId, agreed);
}

/** Links the key and writes it down. Throws a `Refusal`: 409 if the patient has another key of the system. */
async function link(
  call: MappingCall,
  person: Identifiers,
  patientId: string,
  agreed: readonly IdentifierKind[],
): Promise<PatientLink> {
  try {
    await call.audit.record(toAuditedAction(call, patientId), async (learn) => {
      learn({ agreed });
      const result = await call.store.link(call.key, patientId);
      if (result.kind === 'patient-taken') throw refuse('PATIENT_HAS_OTHER_KEY');
      if (result.kind === 'exists') throw refuse('LINKED_MEANWHILE');
      return { status: 200 };
    });
    return linked(patientId, agreed);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'LINKED_MEANWHILE')) throw error;
    const present = await findLinked(call, person);
    if (present === null) throw notLinked('nobody');
    return present;
  }
}

/** Links the key to the only patient recognised; null for none. Throws a `Refusal`: 409 for several. */
async function searchAndLink(call: MappingCall, person: Identifiers): Promise<PatientLink | null> {
  const found = searchPatients(person, await call.patients.all());
  if (found.kind === 'many') throw refuse('AMBIGUOUS');
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

export async function unlink(call: MappingCall): Promise<ProxyResponse> {
  const { store, key, narrowing } = call;
  const patientId = await store.find(key);
  if (patientId === null || (narrowing && !isAmong(narrowing, patientId))) throw notLinked('toUnlink');
  return call.audit.record(toAuditedAction(call, patientId), async () => {
    if (!(await store.unlink(key, patientId))) throw notLinked('toUnlink');
    return json(200, {});
  });
}

/** Longer than the service is waited for, so that a registration whose answer was lost has come to its end. */
const CLAIM_FACTOR = 2;

async function recorded<Written>(
  call: MappingCall,
  endpoint: Endpoint,
  patientId: string | undefined,
  write: (learn: Learn) => Promise<Written>,
): Promise<Written> {
  const action = toAuditedAction(call, patientId, toRouteName(endpoint));
  const act = async (learn: Learn) => ({ status: 200, written: await write(learn) });
  return (await call.audit.record(action, act)).written;
}

const notStored = (person: Identifiers, agreed: readonly IdentifierKind[]): IdentifierKind[] =>
  IDENTIFIER_KINDS.filter((kind) => person[kind] !== undefined && !agreed.includes(kind));

/** Registers the person, and gives the birthday a place in the record if the contract lets it. */
async function registerNew(call: MappingCall, body: PatientIdentity): Promise<RegisteredLink> {
  const { patients } = call;
  const person = toIdentifiers(body);
  const created = await recorded(call, createPatient, undefined, async (learn) => {
    const registered = await patients.register(body);
    learn({ ids: { patientId: registered.patientId } });
    return registered;
  });
  const { patientId, stored } = created;
  // The service may give the record that another professional has under this e-mail: it has to be the same person.
  const { agreed, contradicted } = compareIdentifiers(person, created);
  if (contradicted.length > 0) throw identifiersDisagree(contradicted);
  const made = await link(call, person, patientId, agreed);
  const missing = notStored(person, agreed);
  const { birthday } = person;
  if (!missing.includes('birthday') || birthday === undefined || !stored)
    return { ...made, notStored: missing };
  await recorded(call, updatePatient, patientId, () => patients.setBirthday(patientId, stored, birthday));
  return { ...made, notStored: missing.filter((kind) => kind !== 'birthday') };
}

/**
 * `POST /patients/register`: registers a patient for an EHR key that has none, and links it. A patient who is
 * linked or recognised already is not registered again. One registration at a time for each key.
 */
export async function register(call: MappingCall, body: PatientIdentity): Promise<ProxyResponse> {
  const { store, key, clock } = call;
  const person = toIdentifiers(body);
  const claimant = randomUUID();
  const now = clock();
  const until = now + (call.deadline - now) * CLAIM_FACTOR;
  if (!(await store.claim(key, claimant, now, until))) throw refuse('REGISTRATION_IN_PROGRESS');
  try {
    const present = (await findLinked(call, person)) ?? (await searchAndLink(call, person));
    const answer = present
      ? json(200, { ...present, notStored: notStored(person, present.agreed) })
      : json(201, await registerNew(call, body));
    await store.release(key, claimant);
    return answer;
  } catch (error) {
    // What may have happened must not be done again at once: its traces are searched for later.
    if (toOutcome(error).kind !== 'unknown') await store.release(key, claimant);
    throw error;
  }
}
