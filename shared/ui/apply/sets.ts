import { type Application, RECURRENCE_CYCLES, type RecurrenceCycle } from '@instrument-panel/client/contract';
import type { Listed } from '../../panel/read-all.ts';
import type { InstrumentChoice } from './library.ts';
import { toDay } from './schedule.ts';

/** Instruments that a clinic sends together, under a name of its own. */
export interface Battery {
  readonly name: string;
  /** UUIDs. */
  readonly instruments: readonly string[];
}

/** Instruments that one click chooses. */
export interface InstrumentSet {
  /** The battery's name; null for what the patient had last time. */
  readonly name: string | null;
  readonly choices: readonly InstrumentChoice[];
  /** Names or ids of instruments that the library does not have: the set is not offered without them. */
  readonly missing: readonly string[];
  /** Chosen with the instruments; null leaves the recurrence as it is. */
  readonly cycle: RecurrenceCycle | null;
}

/** What was set up for the patient on the last day on which anything was. */
export interface LastTime {
  /** Milliseconds. */
  readonly at: number;
  /** One set for each recurrence. */
  readonly sets: readonly InstrumentSet[];
  readonly applications: readonly Application[];
  /** Applications of that day or later that the service canceled: none of the sets. */
  readonly canceled: readonly Application[];
  /** A later one may be among those that could not be read, or have no date. */
  readonly isPartial: boolean;
}

function toSet(
  library: readonly InstrumentChoice[],
  wanted: ReadonlyMap<string, string>,
  set: Pick<InstrumentSet, 'name' | 'cycle'>,
): InstrumentSet {
  const find = (id: string) => library.find((one) => one.id === id);
  return {
    ...set,
    choices: [...wanted.keys()].flatMap((id) => find(id) ?? []),
    missing: [...wanted].flatMap(([id, called]) => (find(id) ? [] : [called])),
  };
}

/** The batteries with what the library has of them. */
export const toBatterySets = (batteries: readonly Battery[], library: readonly InstrumentChoice[]) =>
  batteries.map(({ name, instruments }) =>
    toSet(library, new Map(instruments.map((id) => [id.toLowerCase(), id.toLowerCase()])), {
      name,
      cycle: null,
    }),
  );

const createdAt = (one: Application): number => Date.parse(one.createdAt ?? '');

/** Says what an application's instrument is called: by the library, else by the application itself. */
export const sayInstrument = (
  { formTemplate, formTemplateId }: Application,
  library: readonly InstrumentChoice[],
): string =>
  library.find(({ id }) => id === formTemplateId.toLowerCase())?.name ||
  formTemplate?.shortTitle?.trim() ||
  formTemplate?.title ||
  formTemplateId;

/**
 * Finds what the patient had last time: the applications made on the latest day (IANA time zone; null is the
 * browser's) on which one was made that the service has not canceled. Null if there is none with a date.
 */
export function findLastTime(
  { items, unreadable }: Listed<Application>,
  library: readonly InstrumentChoice[],
  timeZone: string | null,
): LastTime | null {
  const dated = items.filter((one) => !Number.isNaN(createdAt(one)));
  const isCanceled = ({ status }: Application) => status?.startsWith('CANCELED') ?? false;
  const at = Math.max(...dated.filter((one) => !isCanceled(one)).map(createdAt));
  if (at === Number.NEGATIVE_INFINITY) return null;
  const day = toDay(at, timeZone);
  const since = dated.filter((one) => toDay(createdAt(one), timeZone) >= day).sort((a, b) => a.id - b.id);
  const applications = since.filter((one) => !isCanceled(one));
  const sets = RECURRENCE_CYCLES.flatMap((cycle) => {
    const own = applications.filter(({ recurrenceCycle }) => recurrenceCycle === cycle);
    const wanted = new Map(own.map((one) => [one.formTemplateId.toLowerCase(), sayInstrument(one, library)]));
    return own.length > 0 ? [toSet(library, wanted, { name: null, cycle })] : [];
  });
  const isPartial = unreadable > 0 || dated.length < items.length;
  return { at, sets, applications, canceled: since.filter(isCanceled), isPartial };
}

/** True if everything of a set is chosen, with its recurrence. */
export const isSetChosen = (
  { choices, cycle }: InstrumentSet,
  chosen: readonly InstrumentChoice[],
  now: RecurrenceCycle,
): boolean => (cycle ?? now) === now && choices.every(({ id }) => chosen.some((one) => one.id === id));
