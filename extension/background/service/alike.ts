import { listPatients } from '@instrument-panel/client/contract';
import { compareIdentifiers, type PatientRecord } from '@instrument-panel/client/identifiers';
import { type PatientContext, toRecord } from './person.ts';

/** A patient of the professional who is like the page's, as the service has them. */
export interface AlikePatient extends PatientRecord {
  readonly patientId: string;
  /** Another record number of the page's system is linked to them. */
  readonly hasNumber: boolean;
}

/**
 * The professional's patients who are like the page's: the name agrees, and birthday, e-mail or phone do, whatever else the
 * two state. Asked anew each time, since somebody decides by it. It links nobody.
 */
export async function findAlike({ service, identity, signal }: PatientContext) {
  const { keys } = identity;
  const { client, mapping, professionalId } = service;
  const linked = await mapping.lookUp(keys, signal);
  if (linked.some(({ patientId }) => patientId !== null))
    return { isLinked: true, patients: [], unreadable: 0 };
  const { data, unreadable } = await client(listPatients, { params: { professionalId }, signal });
  const alike = data.flatMap((patient) => {
    const record = toRecord(patient);
    const { agreed } = compareIdentifiers(identity, record);
    return agreed.includes('name') && agreed.length > 1
      ? [{ patientId: patient.serviceId.toLowerCase(), ...record }]
      : [];
  });
  const asked = alike.flatMap(({ patientId }) => keys.map((key) => ({ ...key, candidate: patientId })));
  const found = asked.length > 0 ? await mapping.lookUp(asked, signal) : [];
  const patients = alike.map((one): AlikePatient => {
    const own = found.filter((_, at) => asked[at]?.candidate === one.patientId);
    return { ...one, hasNumber: own.some(({ isFree }) => !isFree) };
  });
  return { isLinked: false, patients, unreadable: unreadable.length };
}
