import { compareIdentifiers, isRecognised } from '../../../shared/contract/identifiers/identifiers.ts';
import { comparableName } from '../../../shared/contract/identifiers/name.ts';
import type { Patient } from '../../../shared/contract/resources/patient.ts';
import type { Identity } from '../../context/context.ts';
import { recordedOf } from './person.ts';

/** Records by the name as it is compared, so that hundreds of rows are not each compared with hundreds of records. */
export const byComparableName = (records: readonly Patient[]): ReadonlyMap<string, readonly Patient[]> =>
  Map.groupBy(records, (patient) => comparableName(recordedOf(patient).name ?? ''));

/** The only record in which the name and a further identifier of the row agree, and nothing contradicts. */
function recognise({ name, ...more }: Identity, byName: ReturnType<typeof byComparableName>): string | null {
  const namesakes = byName.get(comparableName(name ?? '')) ?? [];
  const [one, other] = namesakes.filter((patient) => {
    const comparison = compareIdentifiers({ name, ...more }, recordedOf(patient));
    return isRecognised(comparison) && comparison.contradicted.length === 0;
  });
  return one && !other ? one.serviceId.toLowerCase() : null;
}

/**
 * Whom the rows of a list name, as the proxy's `POST /patients/resolve` would recognise them (proxy/README.md): UUIDs in
 * lower case, in the order of the rows; undefined for nobody, for several, and for one whom rows of other keys name too.
 */
export function recogniseRows(
  rows: readonly Identity[],
  byName: ReturnType<typeof byComparableName>,
): readonly (string | undefined)[] {
  const found = rows.map((row) => recognise(row, byName));
  const keys = new Map<string, Set<string>>();
  for (const [at, id] of found.entries()) {
    if (id === null) continue;
    const named = keys.get(id) ?? new Set();
    keys.set(id, named.add(JSON.stringify(rows[at]?.keys)));
  }
  return found.map((id) => (id !== null && keys.get(id)?.size === 1 ? id : undefined));
}
