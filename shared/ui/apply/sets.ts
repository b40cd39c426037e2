import { type Application, RECURRENCE_CYCLES, type RecurrenceCycle } from '@instrument-panel/client/contract';
import type { Listed } from '../../panel/read-all.ts';
import type { InstrumentChoice } from './library.ts';

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

/** What was sent to the patient at once, the last time anything was. */
export interface LastTime {
  /** Milliseconds. */
  readonly at: number;
  /** One set for each recurrence. */
  readonly sets: readonly InstrumentSet[];
  readonly applications: readonly Application[];
  /** Applications of that send or later that the service canceled: none of the sets. */
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

/** The form sends one instrument after the other, and each request may be slow. */
const SAME_SEND_MS = 15_000;

/** Takes from the newest application back those that were sent with it: each instrument once, by one professional. */
function takeSend(newestFirst: readonly Application[]): readonly Application[] {
  const send: Application[] = [];
  for (const one of newestFirst) {
    const later = send.at(-1);
    const isApart = later && createdAt(later) - createdAt(one) > SAME_SEND_MS;
    const isTwice = send.some(
      (other) => other.formTemplateId.toLowerCase() === one.formTemplateId.toLowerCase(),
    );
    if (isApart || isTwice || (later && later.authorId !== one.authorId)) break;
    send.push(one);
  }
  return send;
}

/**
 * Finds what the patient had last time: the applications of the latest send of which the service has not canceled
 * everything. The service gives no mark of a send, only when each application was made. Null if none has a date.
 */
export function findLastTime(
  { items, unreadable }: Listed<Application>,
  library: readonly InstrumentChoice[],
): LastTime | null {
  const dated = items.filter((one) => !Number.isNaN(createdAt(one)));
  const newestFirst = dated.toSorted((a, b) => createdAt(b) - createdAt(a) || b.id - a.id);
  const isCanceled = ({ status }: Application) => status?.startsWith('CANCELED') ?? false;
  const start = newestFirst.findIndex((one) => !isCanceled(one));
  const newest = newestFirst[start];
  if (!newest) return null;
  const send = takeSend(newestFirst.slice(start));
  const since = [...newestFirst.slice(0, start), ...send].sort((a, b) => a.id - b.id);
  const applications = since.filter((one) => !isCanceled(one));
  const sets = RECURRENCE_CYCLES.flatMap((cycle) => {
    const own = applications.filter(({ recurrenceCycle }) => recurrenceCycle === cycle);
    const wanted = new Map(own.map((one) => [one.formTemplateId.toLowerCase(), sayInstrument(one, library)]));
    return own.length > 0 ? [toSet(library, wanted, { name: null, cycle })] : [];
  });
  const isPartial = unreadable > 0 || dated.length < items.length;
  return { at: createdAt(newest), sets, applications, canceled: since.filter(isCanceled), isPartial };
}

/** True if every instrument of a set is chosen. */
export const isSetWhole = ({ choices }: InstrumentSet, chosen: readonly InstrumentChoice[]): boolean =>
  choices.every(({ id }) => chosen.some((one) => one.id === id));

/**
 * Finds the one set that is chosen: the one that was clicked as long as all of it is, beside whatever else, or else
 * one of which exactly the instruments are; with its recurrence, where it has one.
 */
export function findChosenSet(
  sets: readonly InstrumentSet[],
  clicked: InstrumentSet | null,
  chosen: readonly InstrumentChoice[],
  now: RecurrenceCycle,
): InstrumentSet | null {
  const isChosen = (one: InstrumentSet) =>
    one.missing.length === 0 && (one.cycle ?? now) === now && isSetWhole(one, chosen);
  if (clicked && isChosen(clicked)) return clicked;
  return sets.find((one) => one.choices.length === chosen.length && isChosen(one)) ?? null;
}
