import type { ApplyChange } from '../../words/apply.ts';
import type { Choice } from './library.ts';
import type { ApplyService } from './service.ts';
import { type InUse, inUseOf, isSamePerson, isSameUse, type Person, personOf } from './state.ts';

/** The patient, and what they have of each chosen instrument, at one moment. */
export interface Sight {
  readonly patient: Person;
  readonly found: ReadonlyMap<string, InUse>;
  /** Ids of all applications of an instrument, whatever their status. */
  readonly known: ReadonlyMap<string, readonly number[]>;
}

/** Reads the patient's record anew, and what they have of each instrument; as the service throws. */
export async function lookAt(
  service: ApplyService,
  chosen: readonly Choice[],
  signal: AbortSignal,
): Promise<Sight> {
  const [patient, lists] = await Promise.all([
    service.patient(signal),
    Promise.all(chosen.map(async ({ id }) => [id, await service.applicationsOf(id, signal)] as const)),
  ]);
  return {
    patient: personOf(patient),
    found: new Map(lists.map(([id, list]) => [id, inUseOf(list)])),
    known: new Map(lists.map(([id, { items }]) => [id, items.map((one) => one.id)])),
  };
}

/** What is no longer as it was shown for confirmation; null where all of it is. */
export function changeSince(shown: Person, seen: ReadonlyMap<string, InUse>, now: Sight): ApplyChange | null {
  if (!isSamePerson(shown, now.patient)) return 'patient';
  return [...now.found].some(([id, use]) => !isSameUse(seen.get(id), use)) ? 'in-use' : null;
}
