import type { Patient } from '@instrument-panel/client/contract';
import { getPatient } from '@instrument-panel/client/contract';
import { compareIdentifiers, type IdentifierKind } from '@instrument-panel/client/identifiers';
import { isSameId } from '@instrument-panel/client/params';
import type { Identity } from '../../context/context.ts';
import { Refused } from '../requests.ts';
import type { EnteredPerson, LinkedPatient } from './mapping.ts';
import type { Service } from './services.ts';

/** Milliseconds for which what was read of a patient is shown again without asking. */
export const PATIENT_LIFE_MS = 30_000;

/** The right patient or nothing: a reply about anybody or anything else is refused whole. */
export function assertMatch(isRight: boolean): void {
  if (!isRight) throw new Refused('mismatch');
}

/** Identifiers of the page besides the keys, as the proxy takes them; null without a name. */
function saidOn({ name, birthday, email, phone }: Identity): EnteredPerson | null {
  if (name === undefined) return null;
  return {
    name,
    ...(birthday === undefined ? {} : { birthday }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
  };
}

/** A record as it is compared. */
export const toRecord = ({ name, surname, birthday, email, cellphone }: Patient) => ({
  name: [name, surname].filter(Boolean).join(' ') || null,
  birthday: birthday ?? null,
  email: email ?? null,
  phone: cellphone ?? null,
});

/**
 * Compares the page with a record, and returns the identifiers in which they agree.
 *
 * @throws {Refused} `disagrees` where they contradict each other in anything
 */
function compareWith(identity: Identity, patient: Patient): readonly IdentifierKind[] {
  const { agreed, contradicted } = compareIdentifiers(identity, toRecord(patient));
  if (contradicted.length > 0) throw new Refused('disagrees');
  return agreed;
}

/**
 * Finds the service's patient of a page by its first key, and has what else the page says compared with the record.
 * Where the page has keys of several systems and another one is linked too, it has to be linked to the same patient.
 *
 * @throws {Refused} `not-linked`, `disagrees`; otherwise as the client
 */
async function findPatient(
  service: Service,
  identity: Identity,
  signal: AbortSignal,
): Promise<LinkedPatient> {
  const { mapping } = service;
  const [first, ...others] = identity.keys;
  if (!first) throw new Refused('not-linked');
  const said = saidOn(identity);
  const [found, ...alsoFound] = await Promise.all([
    said ? mapping.resolve(first, said, signal) : mapping.lookUp([first], signal),
    ...(others.length > 0 ? [mapping.lookUp(others, signal)] : []),
  ]);
  let linked: LinkedPatient;
  if ('patientId' in found) linked = found;
  else {
    const patientId = found[0]?.patientId;
    if (!patientId) throw new Refused('not-linked');
    const patient = await readPatient(service, patientId, signal);
    linked = { patientId, agreed: compareWith(identity, patient), notStored: [] };
  }
  const elsewhere = alsoFound.flat();
  if (elsewhere.some(({ patientId: id }) => id !== null && !isSameId(id, linked.patientId)))
    throw new Refused('disagrees');
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

const keyOf = (identity: Identity): string => JSON.stringify(identity);

/** As {@link findPatient}, remembered for a moment; for reads only. */
export const findPatientAgain = (
  service: Service,
  identity: Identity,
  signal: AbortSignal,
): Promise<LinkedPatient> =>
  service.cache.get(
    `link ${keyOf(identity)}`,
    null,
    PATIENT_LIFE_MS,
    (left) => findPatient(service, identity, left),
    signal,
  );

/**
 * The patient to whom something is to be done: found again, and confirmed by something that page and record agree in.
 *
 * @throws {Refused} `unconfirmed` where they agree in nothing besides the key
 */
export async function confirmPatient(
  service: Service,
  identity: Identity,
  signal: AbortSignal,
): Promise<LinkedPatient> {
  const linked = await findPatient(service, identity, signal);
  if (linked.agreed.length === 0) throw new Refused('unconfirmed');
  return linked;
}
