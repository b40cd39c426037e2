import { randomUUID } from 'node:crypto';
import { createPatient, type Endpoint, updatePatient } from '@instrument-panel/client/contract';
import {
  compareIdentifiers,
  IDENTIFIER_KINDS,
  type IdentifierKind,
  type Identifiers,
} from '@instrument-panel/client/identifiers';
import type { PatientIdentity, RegisteredLink } from '@instrument-panel/client/proxy';
import { toOutcome } from '../audit/audit.ts';
import { json, type ProxyResponse } from '../exchange.ts';
import { toRouteName } from '../routes.ts';
import { findLinked, link, searchAndLink, toIdentifiers } from './linking.ts';
import { type MappingCall, toAuditedAction } from './mapping-call.ts';
import type { RegisteredPatient } from './patients.ts';
import { identifiersDisagree, registrationInProgress } from './refusals.ts';

/** Longer than the service is waited for, so that a registration whose answer was lost has come to its end. */
const CLAIM_FACTOR = 2;

/** Writes down a write at the service and does it. */
async function recorded<T>(
  call: MappingCall,
  endpoint: Endpoint,
  patientId: string | undefined,
  write: () => Promise<T>,
  patientOf: (written: T) => string | undefined,
): Promise<T> {
  const kept: T[] = [];
  await call.audit.record(toAuditedAction(call, patientId, toRouteName(endpoint)), async (learn) => {
    const written = await write();
    kept.push(written);
    const made = patientOf(written);
    if (made !== undefined) learn({ ids: { patientId: made } });
    return json(200, {});
  });
  return kept[0] as T;
}

const notStored = (person: Identifiers, agreed: readonly IdentifierKind[]): IdentifierKind[] =>
  IDENTIFIER_KINDS.filter((kind) => person[kind] !== undefined && !agreed.includes(kind));

/** Registers the person, and gives the birthday a place in the record if the contract lets it. */
async function registerNew(call: MappingCall, body: PatientIdentity): Promise<RegisteredLink> {
  const { patients } = call;
  const person = toIdentifiers(body);
  const created = await recorded<RegisteredPatient>(
    call,
    createPatient,
    undefined,
    () => patients.register(body),
    ({ patientId }) => patientId,
  );
  const { patientId } = created;
  // The service may give the record that another professional has under this e-mail: it has to be the same person.
  const { agreed, contradicted } = compareIdentifiers(person, created);
  if (contradicted.length > 0) throw identifiersDisagree(contradicted);
  const made = await link(call, person, patientId, agreed);
  const missing = notStored(person, agreed);
  const { birthday } = person;
  const { stored } = created;
  if (!missing.includes('birthday') || birthday === undefined || !stored)
    return { ...made, notStored: missing };
  const write = () => patients.setBirthday(patientId, stored, birthday);
  await recorded<void>(call, updatePatient, patientId, write, () => undefined);
  return { ...made, notStored: missing.filter((kind) => kind !== 'birthday') };
}

/**
 * `POST /patients/register`: registers a patient for an EHR key that has none, and links it. Whoever is linked or
 * recognised already is not registered again. One registration at a time for each key.
 */
export async function register(call: MappingCall, body: PatientIdentity): Promise<ProxyResponse> {
  const { store, key, clock } = call;
  const person = toIdentifiers(body);
  const claimant = randomUUID();
  const now = clock();
  const until = now + (call.deadline - now) * CLAIM_FACTOR;
  if (!(await store.claim(key, claimant, now, until))) throw registrationInProgress();
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
