import type { Patient } from '@instrument-panel/client/contract';
import { comparableName, type PatientRecord, searchPatients } from '@instrument-panel/client/identifiers';
import type { Identity } from '../../context/context.ts';
import { toRecord } from './person.ts';

/** Records by the name as it is compared: of hundreds of rows each is compared with its namesakes alone. */
export type Namesakes = ReadonlyMap<string, readonly PatientRecord[]>;

export const groupByName = (patients: readonly Patient[]): Namesakes =>
  Map.groupBy(
    patients.map((patient) => ({ patientId: patient.serviceId.toLowerCase(), ...toRecord(patient) })),
    ({ name }) => comparableName(name ?? ''),
  );

/**
 * Whom the rows of a list name, as the proxy's `POST /patients/resolve` recognises them: UUIDs in lower case, in the
 * order of the rows; undefined for nobody, for several, and for one whom rows of other keys name too.
 */
export function recogniseRows(
  rows: readonly Identity[],
  namesakes: Namesakes,
): readonly (string | undefined)[] {
  const found = rows.map((row) => {
    const one = searchPatients(row, namesakes.get(comparableName(row.name ?? '')) ?? []);
    return one.kind === 'one' ? one.patientId : undefined;
  });
  const keys = new Map<string, Set<string>>();
  for (const [at, id] of found.entries()) {
    if (id === undefined) continue;
    const named = keys.get(id) ?? new Set();
    keys.set(id, named.add(JSON.stringify(rows[at]?.keys)));
  }
  return found.map((id) => (id !== undefined && keys.get(id)?.size === 1 ? id : undefined));
}
