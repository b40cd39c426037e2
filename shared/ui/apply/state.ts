import { type Application, type Instrument, isInUse, type Patient } from '@instrument-panel/client/contract';
import type { Listed } from '../../panel/read-all.ts';
import type { ApplyFormat, ApplyMessages } from '../../words/apply.ts';
import type { ApplyAttempt } from './attempt.ts';
import { choicesOf, type InstrumentChoice } from './library.ts';
import type { Step } from './machine.ts';
import type { Schedule } from './schedule.ts';
import type { ApplyService } from './service.ts';
import {
  type Battery,
  findChosenSet,
  findLastTime,
  type InstrumentSet,
  type LastTime,
  toBatterySets,
} from './sets.ts';

/** Why the confirmation is asked for again; nothing was applied until then. */
type ApplyChange = keyof ApplyMessages['changes'];

/** The patient as the service's record names them, as on the button. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Milliseconds; null where it is not recorded. */
  readonly birthday: number | null;
}

export interface ApplyState {
  readonly step: Step;
  readonly patient: Person | null;
  readonly library: readonly InstrumentChoice[];
  readonly unreadable: number;
  /** UUIDs in lower case of the instruments that the patient has in use. */
  readonly inUse: ReadonlySet<string>;
  readonly unreadableApplications: number;
  readonly batteries: readonly InstrumentSet[];
  readonly last: LastTime | null;
  /** The set that was clicked last; another one that is clicked takes its place. */
  readonly clicked: InstrumentSet | null;
  readonly query: string;
  readonly topics: ReadonlySet<number>;
  readonly chosen: readonly InstrumentChoice[];
  readonly schedule: Schedule;
  readonly faults: ReadonlySet<keyof ApplyMessages['faults']>;
  /** The active applications of each instrument, read just before the confirmation. */
  readonly found: ReadonlyMap<string, Listed<Application>>;
  /** Instruments in use that are to be applied all the same. */
  readonly again: ReadonlySet<string>;
  /** Why the confirmation is asked for again. */
  readonly change: ApplyChange | null;
  readonly failure: unknown;
  readonly attempts: readonly ApplyAttempt[];
  /** An application to the patient shown before was cut off by the change of patient. */
  readonly isInterrupted: boolean;
}

export const blankState = (today: string): ApplyState => ({
  step: 'loading',
  patient: null,
  library: [],
  unreadable: 0,
  inUse: new Set(),
  unreadableApplications: 0,
  batteries: [],
  last: null,
  clicked: null,
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

export const personOf = ({ serviceId, name, surname, birthday }: Patient): Person => ({
  id: serviceId.toLowerCase(),
  name: [name, surname]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' '),
  birthday: birthday ? Date.parse(birthday) : null,
});

const toInUse = ({ items, unreadable }: Listed<Application>) => ({
  inUse: new Set(items.filter(isInUse).map(({ formTemplateId }) => formTemplateId.toLowerCase())),
  unreadableApplications: unreadable,
});

/** What the form begins with, of what was read. */
export function toBeginning(
  [patient, { items, unreadable }, applications]: readonly [Patient, Listed<Instrument>, Listed<Application>],
  batteries: readonly Battery[],
) {
  const library = choicesOf(items);
  return {
    patient: personOf(patient),
    library,
    unreadable,
    batteries: toBatterySets(batteries, library),
    last: findLastTime(applications, library),
    ...toInUse(applications),
  };
}

/** The set that is chosen, if any. */
export const chosenSetOf = ({
  batteries,
  last,
  clicked,
  chosen,
  schedule,
}: ApplyState): InstrumentSet | null =>
  findChosenSet([...batteries, ...(last?.sets ?? [])], clicked, chosen, schedule.cycle);

/** True for an instrument that is applied only if the user confirms it. */
export const needsConfirmation = (use: Listed<Application> | undefined): boolean =>
  use !== undefined && (use.items.length > 0 || use.unreadable > 0);

/** The set with the item where it was not in it, without it where it was. */
export function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const now = new Set(set);
  if (!now.delete(item)) now.add(item);
  return now;
}

export const without = <T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> =>
  set.has(item) ? toggled(set, item) : set;

/** Reads the patient's record and applications of each chosen instrument again; throws the service's errors. */
export async function readSnapshot(
  service: ApplyService,
  chosen: readonly InstrumentChoice[],
  signal: AbortSignal,
) {
  const [patient, lists] = await Promise.all([
    service.patient(signal),
    Promise.all(chosen.map(async ({ id }) => [id, await service.applicationsOf(id, signal)] as const)),
  ]);
  return {
    patient: personOf(patient),
    found: new Map(
      lists.map(([id, { items, unreadable }]) => [id, { items: items.filter(isInUse), unreadable }]),
    ),
    /** Ids of all applications of an instrument, whatever their status. */
    known: new Map(lists.map(([id, { items }]) => [id, items.map((one) => one.id)])),
  };
}

/** Finds what has changed since it was shown for confirmation; null for nothing. */
export function changeSince(
  shown: Person,
  seen: ApplyState['found'],
  { patient, found }: Pick<Awaited<ReturnType<typeof readSnapshot>>, 'patient' | 'found'>,
): ApplyChange | null {
  const isSamePerson =
    shown.id === patient.id && shown.name === patient.name && shown.birthday === patient.birthday;
  if (!isSamePerson) return 'patient';
  const facts = (use: Listed<Application> | undefined) =>
    use && `${use.items.map(({ id }) => id).toSorted((a, b) => a - b)} ${use.unreadable}`;
  return [...found].some(([id, use]) => facts(seen.get(id)) !== facts(use)) ? 'in-use' : null;
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
