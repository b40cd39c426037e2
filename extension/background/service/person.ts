import { getPatient, type Patient } from '@instrument-panel/client/contract';
import { compareIdentifiers } from '@instrument-panel/client/identifiers';
import { isSameId } from '@instrument-panel/client/params';
import type { Identity } from '../../context/context.ts';
import { Refused } from '../refusals.ts';
import type { LinkedPatient } from './mapping.ts';
import type { Service } from './services.ts';

export interface PatientContext {
  readonly service: Service;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** Throws if the page does not show the same patient any more. Called right before anything is sent. */
  readonly assertSamePatient: () => void;
}

/** Milliseconds for which what was read of a patient is shown again without asking. */
export const PATIENT_LIFE_MS = 30_000;

/** The right patient or nothing: a reply about anybody or anything else is refused whole. */
export function assertMatch(isRight: boolean): void {
  if (!isRight) throw new Refused('mismatch');
}

export const toRecord = ({ name, surname, birthday, email, cellphone }: Patient) => ({
  name: [name, surname].filter(Boolean).join(' ') || null,
  birthday: birthday ?? null,
  email: email ?? null,
  phone: cellphone ?? null,
});

/**
 * Finds the patient by the page's first key, and compares what else the page says. Another key that is linked
 * has to be of the same patient. Throws {@link Refused} `not-linked`, `disagrees`; otherwise as the client.
 */
async function findPatient({ service, identity, signal }: PatientContext): Promise<LinkedPatient> {
  const { mapping } = service;
  const { keys, name, ...besides } = identity;
  const [first, ...others] = keys;
  if (!first) throw new Refused('not-linked');
  const findFirst = async (): Promise<LinkedPatient> => {
    if (name !== undefined) return mapping.resolve(first, { name, ...besides }, signal);
    const [found] = await mapping.lookUp([first], signal);
    if (!found?.patientId) throw new Refused('not-linked');
    const patient = await readPatient(service, found.patientId, signal);
    const { agreed, contradicted } = compareIdentifiers(identity, toRecord(patient));
    if (contradicted.length > 0) throw new Refused('disagrees');
    return { patientId: found.patientId, agreed, notStored: [] };
  };
  const [linked, elsewhere] = await Promise.all([
    findFirst(),
    others.length > 0 ? mapping.lookUp(others, signal) : [],
  ]);
  const isOther = elsewhere.some(
    ({ patientId }) => patientId !== null && !isSameId(patientId, linked.patientId),
  );
  if (isOther) throw new Refused('disagrees');
  return linked;
}

/** The service's record of a patient, compared with who was asked for. */
export async function readPatient(
  { client, professionalId }: Service,
  patientId: string,
  signal: AbortSignal,
): Promise<Patient> {
  const { data } = await client(getPatient, { params: { professionalId, patientId }, signal });
  assertMatch(isSameId(data.serviceId, patientId));
  return data;
}

/** As {@link findPatient}, remembered for a moment; for reads only. */
export const findPatientAgain = (context: PatientContext): Promise<LinkedPatient> => {
  const { service, identity, signal } = context;
  const key = `link ${JSON.stringify(identity)}`;
  return service.cache.get(key, null, PATIENT_LIFE_MS, signal, (left) =>
    findPatient({ ...context, signal: left }),
  );
};

/** The patient to write to: found again; throws `unconfirmed` where only the key agrees with the page. */
export async function confirmPatient(context: PatientContext): Promise<string> {
  const { patientId, agreed } = await findPatient(context);
  if (agreed.length === 0) throw new Refused('unconfirmed');
  context.assertSamePatient();
  return patientId;
}
