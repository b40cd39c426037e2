import {
  ACTIVE_APPLICATION_STATUSES,
  type Application,
  type Patient,
} from '@instrument-panel/client/contract';
import type { ApplyChange, ApplyField, ApplyFormat, ApplyMessages } from '../../words/apply.ts';
import type { ApplyAttempt } from './attempt.ts';
import type { InstrumentChoice } from './library.ts';
import type { Step } from './machine.ts';
import type { Schedule } from './schedule.ts';
import type { ApplyService, Listed } from './service.ts';

/** True for an application that has not been finished or closed. */
export const isActive = ({ status }: Pick<Application, 'status'>): boolean =>
  ACTIVE_APPLICATION_STATUSES.some((active) => active === status);

/** The patient as the service's record names them: what stands on the button. */
export interface Person {
  readonly id: string;
  /** Empty where the record has no name. */
  readonly name: string;
  /** Milliseconds; null where it is not recorded. */
  readonly birthday: number | null;
}

/** The active applications of one instrument, read just before the confirmation. */
interface InUse {
  readonly active: readonly Application[];
  readonly unreadable: number;
}

/** Everything that somebody who applies instruments sees, and nothing else. */
export interface ApplyState {
  readonly step: Step;
  readonly patient: Person | null;
  readonly library: readonly InstrumentChoice[];
  /** Instruments of the library that could not be read. */
  readonly unreadable: number;
  /** UUIDs in lower case of the instruments that the patient has in use. */
  readonly inUse: ReadonlySet<string>;
  /** Applications that could not be read. */
  readonly unreadableApplications: number;
  readonly query: string;
  readonly topics: ReadonlySet<number>;
  readonly chosen: readonly InstrumentChoice[];
  readonly schedule: Schedule;
  readonly faults: ReadonlySet<ApplyField>;
  /** By instrument; filled when it is to be confirmed. */
  readonly found: ReadonlyMap<string, InUse>;
  /** Instruments in use that are to be applied all the same. */
  readonly again: ReadonlySet<string>;
  /** Why the confirmation is asked for again. */
  readonly change: ApplyChange | null;
  /** Why the last thing could not be done. */
  readonly failure: unknown;
  readonly attempts: readonly ApplyAttempt[];
  /** An application to the patient shown before was cut off by the change of patient. */
  readonly isInterrupted: boolean;
}

/** A form that nobody has touched, for nobody yet. */
export const blankState = (today: string): ApplyState => ({
  step: 'loading',
  patient: null,
  library: [],
  unreadable: 0,
  inUse: new Set(),
  unreadableApplications: 0,
  query: '',
  topics: new Set(),
  chosen: [],
  schedule: { cycle: 'NOW', startsOn: today },
  faults: new Set(),
  found: new Map(),
  again: new Set(),
  change: null,
  failure: null,
  attempts: [],
  isInterrupted: false,
});

/** The patient of a record. */
export const personOf = ({ serviceId, name, surname, birthday }: Patient): Person => ({
  id: serviceId.toLowerCase(),
  name: [name, surname]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' '),
  birthday: birthday ? Date.parse(birthday) : null,
});

/** True where two records are of the same person under the same name and birthday. */
const isSamePerson = (one: Person, other: Person): boolean =>
  one.id === other.id && one.name === other.name && one.birthday === other.birthday;

/** Picks what is in use out of all applications of one instrument. */
const inUseOf = ({ items, unreadable }: Listed<Application>): InUse => ({
  active: items.filter(isActive),
  unreadable,
});

/** Gives the part of the state that follows from a patient's applications. */
export const usesOf = ({
  items,
  unreadable,
}: Listed<Application>): Pick<ApplyState, 'inUse' | 'unreadableApplications'> => ({
  inUse: new Set(items.filter(isActive).map(({ formTemplateId }) => formTemplateId.toLowerCase())),
  unreadableApplications: unreadable,
});

const ids = ({ active }: InUse): string =>
  active
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join();

/** True where the same applications are in use as were shown. */
const isSameUse = (shown: InUse | undefined, now: InUse): boolean =>
  shown !== undefined && ids(shown) === ids(now) && shown.unreadable === now.unreadable;

/** True for an instrument that must not be applied unless the user says so. */
export const needsWord = (use: InUse | undefined): boolean =>
  use !== undefined && (use.active.length > 0 || use.unreadable > 0);

/** The set with the item where it was not in it, without it where it was. */
export function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const now = new Set(set);
  if (!now.delete(item)) now.add(item);
  return now;
}

/** The set without the item. */
export const without = <T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> =>
  set.has(item) ? toggled(set, item) : set;

/** The patient, and what they have of each chosen instrument, at one moment. */
interface Snapshot {
  readonly patient: Person;
  readonly found: ReadonlyMap<string, InUse>;
  /** Ids of all applications of an instrument, whatever their status. */
  readonly known: ReadonlyMap<string, readonly number[]>;
}

/** Reads the patient's record anew, and what they have of each instrument; as the service throws. */
export async function readSnapshot(
  service: ApplyService,
  chosen: readonly InstrumentChoice[],
  signal: AbortSignal,
): Promise<Snapshot> {
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

/** Finds what has changed since it was shown for confirmation; null for nothing. */
export function changeSince(
  shown: Person,
  seen: ReadonlyMap<string, InUse>,
  now: Snapshot,
): ApplyChange | null {
  if (!isSamePerson(shown, now.patient)) return 'patient';
  return [...now.found].some(([id, use]) => !isSameUse(seen.get(id), use)) ? 'in-use' : null;
}

/** Says `Ana Lima`, or the words for a record without a name. */
export const sayPatientName = (words: ApplyMessages, patient: Person | null): string =>
  patient?.name || words.unnamed;

/** Says `born 4 Mar 1990`: the second thing that tells one patient from another. */
export const sayBirthday = (
  { words, format }: { readonly words: ApplyMessages; readonly format: ApplyFormat },
  patient: Person,
): string =>
  patient.birthday === null ? words.bornUnknown : words.born({ date: format.birthday(patient.birthday) });
