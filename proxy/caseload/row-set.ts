import {
  type listCaseloadApplications,
  type listCaseloadPatients,
  type listCaseloadSubmissions,
  packIntegers,
} from '@instrument-panel/client/proxy';
import type * as z from 'zod/mini';
import { isAmong, type Narrowing } from '../forward/access.ts';
import { isTurnOver, nextTurn } from '../turns.ts';
import { type PlacesOf, packCourses, splitCourses, withRisk } from './courses.ts';
import type { CaseloadRow, FlatAnswer, FlatRow } from './rows.ts';

type Patients = z.infer<typeof listCaseloadPatients.response>;
type Applications = z.infer<typeof listCaseloadApplications.response>;
type Submissions = z.infer<typeof listCaseloadSubmissions.response>;
type Packed = NonNullable<Submissions['packed']>;

/** Scores from here on come in a column. */
const PACKED_SCORE_MAX = 100_000;
const SECOND_MS = 1_000;
const RISK_FIELDS: ReadonlySet<string> = new Set(['riskFlagCount', 'hasHighRisk']);

/** Of two rows of one id that differ, neither is sure: what they do not agree in is left out, and marked; but no flag is. */
function mergeFacts(known: FlatRow, again: FlatRow): void {
  for (const [name, value] of Object.entries(again)) {
    if (Object.is(known[name], value)) continue;
    const isMark = name === 'isPartial' || name === 'isRiskUnread';
    const isRisk = RISK_FIELDS.has(name);
    known[name] = isMark ? true : isRisk ? known[name] || value || null : null;
    if (!isMark) known[isRisk ? 'isRiskUnread' : 'isPartial'] = true;
  }
}

/** Of which of two requests an answer is cannot be known: then nothing of it may be stated. */
function forgetRequest(known: FlatRow, again: FlatRow): void {
  if (known.status === 'ANSWERED' && known.applicationId !== again.applicationId) known.status = null;
}

/** Of answers that differ none is left out, so that no flag is lost. */
function mergeAnswers(row: CaseloadRow, again: readonly FlatAnswer[]): readonly FlatAnswer[] {
  const texts = new Set(row.answers.map((answer) => JSON.stringify(answer)));
  const more = again.filter((answer) => !texts.has(JSON.stringify(answer)));
  if (more.length > 0 || again.length !== row.answers.length) row.flat.isRiskUnread = true;
  return [...row.answers, ...more];
}

/** Lets others have their turn where it is theirs: a long list is made in many steps. */
const turn = async (): Promise<void> => {
  if (isTurnOver()) await nextTurn();
};

/** A row of which two patients are named, as a lost row of each. */
const ofEach = (row: CaseloadRow): readonly CaseloadRow[] =>
  row.ofPatients?.map((patientId) => ({ ...row, isLost: true, flat: { ...row.flat, patientId } })) ?? [row];

export type RowSet = ReturnType<typeof createRowSet>;

/** Rows of one answer, each once. */
export function createRowSet() {
  const rows = new Map<number | string, CaseloadRow>();
  return {
    has: (identity: CaseloadRow['identity']): boolean => rows.has(identity),
    add(row: CaseloadRow): void {
      const known = rows.get(row.identity);
      if (!known) return void rows.set(row.identity, row);
      const [one, other] = [known.flat.patientId ?? null, row.flat.patientId ?? null];
      const named = [...new Set([...(known.ofPatients ?? [one]), other])].filter((id) => id !== null);
      const isOfTwo = named.length > 1;
      forgetRequest(known.flat, row.flat);
      mergeFacts(known.flat, row.flat);
      // A row whose patient cannot be read is lost, and the one that comes with it: it may be that patient's.
      if (!isOfTwo) known.flat.patientId = one ?? other;
      const answers = mergeAnswers(known, row.answers);
      const isLost = known.isLost || row.isLost;
      rows.set(row.identity, { ...known, answers, isLost, ...(isOfTwo && { ofPatients: named }) });
    },
    /**
     * Those of the token's patients. A lost row is nobody's if it names no patient; one that names several is told of with
     * each of them, so that none of them is taken for read.
     */
    split(narrowing: Narrowing) {
      const all = [...rows.values()];
      const each = all.some(({ ofPatients }) => ofPatients) ? all.flatMap(ofEach) : all;
      const theirs = each.filter(({ flat }) => narrowing === null || isAmong(narrowing, flat.patientId));
      const { sound = [], lost = [] } = Object.groupBy(theirs, ({ isLost, flat }) =>
        // Two rows of one id that name two instruments are neither's.
        isLost || flat.patientId === null || flat.templateId === null ? 'lost' : 'sound',
      );
      return { sound, lost };
    },
  };
}

/** Gives each different entry a number, in the order in which they come, after the keys that are known. */
function createDictionary<Entry>(known: readonly string[] = []) {
  const places = new Map(known.map((key, place) => [key, place]));
  const entries: Entry[] = [];
  return {
    entries,
    placeOf(key: string, toEntry: () => Entry): number {
      let place = places.get(key);
      if (place === undefined) {
        place = known.length + entries.push(toEntry()) - 1;
        places.set(key, place);
      }
      return place;
    },
  };
}

/** The column of a field, typed as the contract declares it: its values were read by the contract's own schema. */
const column = <Item>(rows: readonly CaseloadRow[], field: string): Item[] =>
  shorten(rows.map(({ flat }) => flat[field] as Item));

/** A column in which all rows say the same, with that once. */
const shorten = <Item>(items: Item[]): Item[] =>
  items.every((item) => item === items[0]) ? items.slice(0, 1) : items;

/** The column of an instant that says nothing more of a row that says when it was answered. */
const openOnly = (rows: readonly CaseloadRow[], field: string): (number | null)[] =>
  rows.map(({ flat }) =>
    flat.status === 'ANSWERED' && flat.completedAtMs != null ? null : (flat[field] as number | null),
  );

const toLost = ({ flat }: CaseloadRow): Applications['lost'][number] => ({
  id: flat.id as number | null,
  patientId: flat.patientId as string | null,
  formTemplateId: flat.templateId as string | null,
  status: flat.status as string | null,
  completedAtMs: (flat.completedAtMs ?? null) as number | null,
});

/** The token's patients, and how many rows name none. */
export function toPatients(set: RowSet, narrowing: Narrowing): Told<Omit<Patients, 'seenAt'>> {
  const { sound, lost } = set.split(narrowing);
  const patientIds = sound.map(({ flat }) => flat.id as string);
  const names = {
    name: column<string | null>(sound, 'name'),
    surname: column<string | null>(sound, 'surname'),
  };
  return { value: { patientIds, ...names, lostCount: lost.length }, named: patientIds };
}

/** True for a row that says nothing but who answered what, when, and with which score and class. */
const isPackableAnswer = ({ flat, answers }: CaseloadRow): boolean =>
  flat.status === 'ANSWERED' &&
  flat.riskFlagCount === 0 &&
  flat.hasHighRisk === false &&
  !flat.isRiskUnread &&
  !flat.isPartial &&
  answers.length === 0 &&
  typeof flat.applicationId === 'number' &&
  Number(flat.completedAtMs) > 0 &&
  Math.abs(Number(flat.score)) < PACKED_SCORE_MAX &&
  Number.isInteger(flat.score);

const PACKED_OF_APPLICATION = ['nextAnswerAtMs', 'lastSubmissionId', 'lastScore', 'lastCompletedAtMs'];

/** True for an application of which everything could be read. */
const isPackableApplication = ({ flat }: CaseloadRow): boolean =>
  !flat.isPartial &&
  typeof flat.status === 'string' &&
  Number.isInteger(flat.lastScore ?? 0) &&
  Number(flat.lastScore) < PACKED_SCORE_MAX &&
  // Below zero is no number of a row that is packed, but one that is not there.
  PACKED_OF_APPLICATION.every((name) => Number(flat[name]) >= 0);

type ClassOf = (row: CaseloadRow) => number | null;

/**
 * Rows of a patient and an instrument, one after the other, in the order in which the service names their patients: so they
 * are a fraction of what they are in any other order, since their ids lie close together.
 */
function toRuns(rows: readonly CaseloadRow[], placesOf: PlacesOf) {
  const runs = new Map<
    string,
    ReturnType<PlacesOf> & { readonly at: number; readonly rows: CaseloadRow[] }
  >();
  const firstOf = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    const { patient, instrument } = placesOf(row);
    const at = firstOf.get(patient) ?? index;
    firstOf.set(patient, at);
    const key = `${patient} ${instrument}`;
    const run = runs.get(key);
    if (run) run.rows.push(row);
    else runs.set(key, { patient, instrument, at, rows: [row] });
  }
  return [...runs.values()].sort((a, b) => a.at - b.at || a.instrument - b.instrument);
}

/** What packed rows of both lists have, and the function that packs one more of their fields. */
async function packPlaces(rows: readonly CaseloadRow[], placesOf: PlacesOf, instants: readonly string[]) {
  await turn();
  const runs = toRuns(rows, placesOf);
  const placed = runs.flatMap((run) => run.rows);
  const isWhole = rows.every(({ flat }) => instants.every((name) => Number(flat[name]) % SECOND_MS === 0));
  const unitMs = isWhole ? SECOND_MS : 1;
  const pack = async (toValue: (row: CaseloadRow) => number): Promise<string> => {
    await turn();
    return packIntegers(placed.map(toValue));
  };
  const packPlace = (name: 'patient' | 'instrument'): string =>
    packIntegers(runs.flatMap((run) => Array<number>(run.rows.length).fill(run[name])));
  const numberOf =
    (name: string, unit = 1) =>
    ({ flat }: CaseloadRow): number =>
      flat[name] === null ? -1 : Number(flat[name]) / unit;
  return {
    number: (name: string) => pack(numberOf(name)),
    instant: (name: string) => pack(numberOf(name, unitMs)),
    pack,
    common: {
      count: rows.length,
      ids: await pack(numberOf('id')),
      patient: packPlace('patient'),
      instrument: packPlace('instrument'),
      unitMs,
    },
  };
}

async function packApplications(
  rows: readonly CaseloadRow[],
  placesOf: PlacesOf,
): Promise<NonNullable<Applications['packed']>> {
  const instants = ['nextAnswerAtMs', 'lastCompletedAtMs'];
  const { common, number, instant, pack } = await packPlaces(rows, placesOf, instants);
  const statuses = createDictionary<string>();
  return {
    ...common,
    status: await pack(({ flat: { status } }) => statuses.placeOf(String(status), () => String(status))),
    statuses: statuses.entries,
    nextAnswerAtMs: await instant('nextAnswerAtMs'),
    lastSubmissionId: await number('lastSubmissionId'),
    lastScore: await number('lastScore'),
    lastCompletedAtMs: await instant('lastCompletedAtMs'),
  };
}

/** What a score means is mostly what it meant before: only where it is something else is it said. */
function createClassCode(placesOf: PlacesOf, classOf: ClassOf) {
  const last = new Map<string, number | null>();
  return (row: CaseloadRow): number => {
    const key = `${placesOf(row).instrument} ${row.flat.score}`;
    const index = classOf(row);
    const isSame = last.get(key) === index;
    last.set(key, index);
    return isSame ? 0 : (index ?? -1) + 2;
  };
}

async function packRows(rows: readonly CaseloadRow[], placesOf: PlacesOf, classOf: ClassOf): Promise<Packed> {
  const { common, number, instant, pack } = await packPlaces(rows, placesOf, ['completedAtMs']);
  return {
    ...common,
    applicationId: await number('applicationId'),
    completedAtMs: await instant('completedAtMs'),
    score: await number('score'),
    class: await pack(createClassCode(placesOf, classOf)),
  };
}

type Layout = 'columns' | 'packed' | 'courses' | 'flagged';

/** How the rows of a list are sent. */
interface ListLayout<L extends Layout> {
  readonly layout: L;
  /** Patients whom the caller knows by their place in this list. */
  readonly listed: readonly string[];
}

/** An answer, and all whom it names, for the audit trail. */
export interface Told<Answer> {
  readonly value: Answer;
  readonly named: readonly unknown[];
}

/** The columns that both lists have; rows that are packed are in none. */
async function toCommonColumns(
  set: RowSet,
  narrowing: Narrowing,
  { layout, listed }: ListLayout<Layout>,
  isPackable: (row: CaseloadRow) => boolean,
) {
  await turn();
  const split = set.split(narrowing);
  const isFlagged = layout === 'flagged';
  const all = isFlagged ? withRisk(split.sound, isPackable) : split.sound;
  // Those are told of with the whole list.
  const lost = isFlagged ? [] : split.lost;
  const isPacking = layout === 'packed' || layout === 'courses';
  const { packed = [], sound = [] } = Object.groupBy(all, (row) =>
    isPacking && isPackable(row) ? 'packed' : 'sound',
  );
  const patients = createDictionary<string>(listed);
  const instruments = createDictionary<Applications['instruments'][number]>();
  const placesOf: PlacesOf = ({ flat: { patientId, templateId, title, shortTitle } }) => ({
    patient: patients.placeOf(String(patientId), () => String(patientId)),
    instrument: instruments.placeOf(
      `${templateId} ${JSON.stringify(title)} ${JSON.stringify(shortTitle)}`,
      () => ({ templateId, title, shortTitle }) as Applications['instruments'][number],
    ),
  });
  const places = sound.map(placesOf);
  return {
    sound,
    packed,
    lost,
    placesOf,
    named: [...all, ...lost].map(({ flat }) => flat.patientId),
    common: {
      patientIds: patients.entries,
      ...(listed.length > 0 && { listed: listed.length }),
      instruments: instruments.entries,
      ids: sound.map(({ flat }) => flat.id as number),
      patient: places.map(({ patient }) => patient),
      instrument: places.map(({ instrument }) => instrument),
      status: column<string | null>(sound, 'status'),
      isPartial: column<boolean>(sound, 'isPartial'),
      lost: lost.map(toLost),
    },
  };
}

export async function toApplicationColumns(
  set: RowSet,
  narrowing: Narrowing,
  next: number | null,
  layout: ListLayout<'columns' | 'packed'>,
): Promise<Told<Applications>> {
  const read = await toCommonColumns(set, narrowing, layout, isPackableApplication);
  const { sound, packed, placesOf, named, common } = read;
  const value: Applications = {
    ...common,
    nextAnswerAtMs: column(sound, 'nextAnswerAtMs'),
    lastSubmissionId: column(sound, 'lastSubmissionId'),
    lastScore: column(sound, 'lastScore'),
    lastCompletedAtMs: column(sound, 'lastCompletedAtMs'),
    ...(layout.layout === 'packed' && { packed: await packApplications(packed, placesOf) }),
    next,
  };
  return { value, named };
}

/** How the rows of submissions are sent, and when, by the service's clock, what period of them is. */
export interface SubmissionsLayout extends ListLayout<Layout> {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly windowMs: number;
}

export async function toSubmissionColumns(
  set: RowSet,
  narrowing: Narrowing,
  next: number | null,
  { layout, listed, now, windowMs }: SubmissionsLayout,
): Promise<Told<Submissions>> {
  const read = await toCommonColumns(set, narrowing, { layout, listed }, isPackableAnswer);
  const { sound, packed, lost, placesOf, named, common } = read;
  const isDrawn = layout === 'courses';
  const { stated, courses } = isDrawn
    ? await splitCourses(packed, sound, lost, now)
    : { stated: packed, courses: [] };
  const classes = createDictionary<Submissions['classes'][number]>();
  const classOf: ClassOf = ({ flat: { classTitle, classColor } }) =>
    typeof classTitle === 'string'
      ? classes.placeOf(JSON.stringify([classTitle, classColor]), () => ({
          title: classTitle,
          color: classColor as string | null,
        }))
      : null;
  const items = createDictionary<FlatAnswer>();
  const itemOf = (answer: FlatAnswer): number => items.placeOf(JSON.stringify(answer), () => answer);
  const value: Submissions = {
    ...common,
    classes: classes.entries,
    applicationId: column(sound, 'applicationId'),
    completedAtMs: column(sound, 'completedAtMs'),
    startedAtMs: shorten(openOnly(sound, 'startedAtMs')),
    deadlineMs: shorten(openOnly(sound, 'deadlineMs')),
    score: column(sound, 'score'),
    class: shorten(sound.map(classOf)),
    riskFlagCount: column(sound, 'riskFlagCount'),
    hasHighRisk: column(sound, 'hasHighRisk'),
    isRiskUnread: column(sound, 'isRiskUnread'),
    answers: sound.map(({ answers }) => answers.map(itemOf)),
    items: items.entries,
    ...((isDrawn || layout === 'packed') && { packed: await packRows(stated, placesOf, classOf) }),
    ...(isDrawn && { courses: packCourses(courses, placesOf, windowMs) }),
    next,
  };
  return { value, named };
}
