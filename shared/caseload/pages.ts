import { ContractError, type Reply } from '@instrument-panel/client';
import {
  type CaseloadPatient,
  type CaseloadPatientsReply,
  packIntegers,
  unpackIntegers,
} from '@instrument-panel/client/proxy';
import type { ApplicationsPage, NumberColumn, SentSubmissionsPage, SubmissionsPage } from './records.ts';

/** What a page has beside its columns, one list each. */
const LISTS = /^(patientIds|instruments|classes|items|lost)$/;
/** Whose a row is and which, and its answers: never said once for all rows. */
const IDENTITIES = /^(ids|patient|instrument|answers)$/;

/**
 * Returns a page with all columns in full: one in which all rows say the same came with that once.
 *
 * @throws {ContractError} if columns do not belong together, so that a value could be another patient's: one is longer
 *   than another, or an item of a dictionary was lost
 */
export function alignColumns<P extends ApplicationsPage | SentSubmissionsPage>({
  data,
  lostRows,
}: Reply<P>): P {
  const { length } = data.ids;
  const aligned: Record<string, unknown> = { ...data };
  // An entry that is missing from a list would shift all after it; an answer's may have been a flag.
  let isSound = !lostRows.some(({ path }) => /^(instruments|classes|answers|items)\[/.test(path));
  if ('items' in data) isSound &&= data.answers.every((places) => places.every((place) => data.items[place]));
  for (const [name, value] of Object.entries(data)) {
    if (!Array.isArray(value) || LISTS.test(name)) continue;
    if (value.length === 1 && !IDENTITIES.test(name)) aligned[name] = Array(length).fill(value[0]);
    else isSound &&= value.length === length;
  }
  if (isSound) return aligned as P;
  throw columnsUnfit();
}

const columnsUnfit = (): ContractError =>
  new ContractError('columns that do not fit.', { endpoint: 'caseload', field: '' });

/** What is left out of packed rows would be missing rows. */
function checkPacked({ unreadable, lostRows }: Reply<unknown>): void {
  if ([...unreadable, ...lostRows].some(({ path }) => /^(packed|courses|listed)/.test(path)))
    throw columnsUnfit();
}

/** Patients who were read, in the order in which answers name them by their places. */
export interface Listed {
  readonly ids: readonly string[];
  readonly digest: string;
}

/**
 * Returns the patients of an answer by name.
 *
 * @throws {ContractError} if a name could be another patient's
 */
export function alignPatients({
  data,
  unreadable,
  lostRows,
}: Reply<CaseloadPatientsReply>): CaseloadPatient[] {
  const { patientIds, ...names } = data;
  const isTorn = [...unreadable, ...lostRows].some(({ path }) => /^(patientIds|name|surname)/.test(path));
  const [name, surname] = ([names.name, names.surname] as const).map((column) => {
    if (isTorn || (column.length !== 1 && column.length !== patientIds.length)) throw columnsUnfit();
    return (row: number) => column[column.length === 1 ? 0 : row];
  });
  return patientIds.map((serviceId, row) => ({ serviceId, name: name?.(row), surname: surname?.(row) }));
}

/** Null where the browser makes no digests, as in a page that is not secure. */
export async function toListed(patients: readonly CaseloadPatient[]): Promise<Listed | null> {
  const ids = [...new Set(patients.map(({ serviceId }) => serviceId.toLowerCase()))];
  const made = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(ids.join(' ')));
  if (!made || ids.length === 0) return null;
  const digest = Array.from(new Uint8Array(made), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { ids, digest };
}

/** Returns a page that names all of its patients. */
function nameAll<P extends ApplicationsPage | SentSubmissionsPage>(page: P, listed: Listed | null): P {
  if (!page.listed) return page;
  // By places in another list it would be others.
  if (page.listed !== listed?.ids.length) throw columnsUnfit();
  return { ...page, patientIds: [...listed.ids, ...page.patientIds] };
}

/**
 * Returns the applications of an answer, those too that came packed.
 *
 * @throws {ContractError} as {@link alignColumns}
 */
export function alignApplications(reply: Reply<ApplicationsPage>, listed: Listed | null): ApplicationsPage {
  const page = nameAll(alignColumns(reply), listed);
  checkPacked(reply);
  if (!page.packed) return page;
  const whole = unpackApplications(page);
  if (!whole) throw columnsUnfit();
  return whole;
}

/**
 * Returns the rows of an answer: those of its columns, those that came packed, and those that are only drawn.
 *
 * @throws {ContractError} as {@link alignColumns}
 */
export function alignRows(
  reply: Reply<SentSubmissionsPage>,
  listed: Listed | null,
): readonly [SubmissionsPage, SubmissionsPage?, SubmissionsPage?] {
  const page = nameAll(alignColumns(reply), listed);
  checkPacked(reply);
  if (!page.packed) return [page];
  const packed = unpackRows(page);
  if (!packed) throw columnsUnfit();
  return [page, ...packed];
}

const QUARTER_MS = 900_000;
const constants = new Map<unknown, unknown[]>();
/** Answers without an id, so that each has one of its own. */
let unnamed = 0;

/** A column in which all rows say the same, one for all pages. */
function same<T>(value: T, length: number): readonly T[] {
  const known = constants.get(value) ?? [];
  while (known.length < length) known.push(value);
  constants.set(value, known);
  return known as T[];
}

/** What stands for rows that are not there. */
const NO_INTEGERS = packIntegers([]);
const ROWS_MAX = 1_000_000;
/** More than twice what a packed score can be. */
const SCORE_MAX = 1_000_000;

/** Returns a page of applications with its packed rows in its columns; null where they cannot be read. */
export function unpackApplications(page: ApplicationsPage): ApplicationsPage | null {
  const { packed } = page;
  if (!packed) return page;
  const { count, unitMs } = packed;
  if (!(count >= 0 && count < ROWS_MAX)) return null;
  let isRead = true;
  const read = (text: string, unit = 1): (number | null)[] => {
    const column = new Float64Array(count);
    isRead &&= unpackIntegers(text, column);
    const values: (number | null)[] = [];
    for (const value of column) values.push(value < 0 ? null : value * unit);
    return values;
  };
  const status = read(packed.status).map((index) => packed.statuses[index ?? -1]);
  const toNumbers = (column: readonly (number | null)[]): number[] => column.map((value) => value ?? -1);
  const whole = {
    ...page,
    ids: [...page.ids, ...toNumbers(read(packed.ids))],
    patient: [...page.patient, ...toNumbers(read(packed.patient))],
    instrument: [...page.instrument, ...toNumbers(read(packed.instrument))],
    status: [...page.status, ...status.map((one) => one ?? null)],
    nextAnswerAtMs: [...page.nextAnswerAtMs, ...read(packed.nextAnswerAtMs, unitMs)],
    lastSubmissionId: [...page.lastSubmissionId, ...read(packed.lastSubmissionId)],
    lastScore: [...page.lastScore, ...read(packed.lastScore)],
    lastCompletedAtMs: [...page.lastCompletedAtMs, ...read(packed.lastCompletedAtMs, unitMs)],
    isPartial: [...page.isPartial, ...same(false, count).slice(0, count)],
  };
  return isRead && !status.includes(undefined) ? whole : null;
}

/** Puts indices in place of what was sent of classes; false where one is said to be that of a row before the first. */
function placeClasses(codes: Int32Array, instrument: Int32Array, score: Int32Array): boolean {
  const last = new Map<number, number>();
  return codes.every((code, row) => {
    const key = (instrument[row] ?? 0) * SCORE_MAX + (score[row] ?? 0);
    const index = code === 0 ? last.get(key) : code - 2;
    if (index === undefined) return false;
    last.set(key, index);
    codes[row] = index;
    return true;
  });
}

interface Courses extends Record<'patient' | 'instrument' | 'length' | 'firstAt' | 'steps', Int32Array> {
  readonly stepMs: number;
}

/** Writes of each answer of courses whose it is and when it was given; false where they are not as many as courses say. */
function placeCourses(
  { patient, instrument, length, firstAt, steps, stepMs }: Courses,
  drawn: Record<'patient' | 'instrument', Int32Array> & { readonly completedAtMs: Float64Array },
): boolean {
  const { completedAtMs } = drawn;
  let end = 0;
  const isRead = length.every((answers, course) => {
    const from = end;
    end += answers;
    if (answers < 1 || end > completedAtMs.length) return false;
    drawn.patient.fill(patient[course] ?? -1, from, end);
    drawn.instrument.fill(instrument[course] ?? -1, from, end);
    let at = (firstAt[course] ?? 0) * QUARTER_MS;
    completedAtMs[from] = at;
    // The first of each course has no step.
    for (let row = from + 1; row < end; row++)
      completedAtMs[row] = at += (steps[row - course - 1] ?? 0) * stepMs;
    return true;
  });
  return isRead && end === completedAtMs.length;
}

/** Returns the packed rows of a page as a page, and those of its courses as another; null where they cannot be read. */
export function unpackRows(page: SentSubmissionsPage): readonly [SubmissionsPage, SubmissionsPage] | null {
  const { patientIds, instruments, classes, packed, courses } = page;
  const { count = 0, unitMs = 1 } = packed ?? {};
  const { count: courseCount = 0, answers = 0, stepMs = 0 } = courses ?? {};
  if (![count, courseCount, answers].every((length) => length >= 0 && length < ROWS_MAX)) return null;
  let isRead = true;
  const read = <C extends Float64Array | Int32Array>(text = NO_INTEGERS, column: C): C => {
    isRead &&= unpackIntegers(text, column);
    return column;
  };
  const toPage = (columns: Pick<SubmissionsPage, NumberColumn>, length: number): SubmissionsPage => ({
    patientIds,
    instruments,
    classes,
    ...columns,
    status: same('ANSWERED', length),
    riskFlagCount: same(0, length),
    hasHighRisk: same(false, length),
    // Of these, packed rows say nothing.
    startedAtMs: [],
    deadlineMs: [],
    isRiskUnread: [],
    isPartial: [],
    answers: [],
    items: [],
    lost: [],
    next: null,
  });
  const stated = {
    ids: read(packed?.ids, new Float64Array(count)),
    applicationId: read(packed?.applicationId, new Float64Array(count)),
    completedAtMs: read(packed?.completedAtMs, new Float64Array(count)),
    patient: read(packed?.patient, new Int32Array(count)),
    instrument: read(packed?.instrument, new Int32Array(count)),
    score: read(packed?.score, new Int32Array(count)),
    class: read(packed?.class, new Int32Array(count)),
  };
  for (let row = 0; row < count; row++) stated.completedAtMs[row] = (stated.completedAtMs[row] ?? 0) * unitMs;
  isRead &&= placeClasses(stated.class, stated.instrument, stated.score);
  const drawn = {
    ids: new Int32Array(answers).map(() => --unnamed),
    applicationId: [],
    completedAtMs: new Float64Array(answers),
    patient: new Int32Array(answers),
    instrument: new Int32Array(answers),
    score: read(courses?.score, new Int32Array(answers)),
    class: [],
  };
  const ofCourses = {
    patient: read(courses?.patient, new Int32Array(courseCount)),
    instrument: read(courses?.instrument, new Int32Array(courseCount)),
    length: read(courses?.length, new Int32Array(courseCount)),
    firstAt: read(courses?.firstAt, new Int32Array(courseCount)),
    steps: read(courses?.steps, new Int32Array(Math.max(0, answers - courseCount))),
    stepMs,
  };
  if (!isRead || !placeCourses(ofCourses, drawn)) return null;
  return [toPage(stated, count), { ...toPage(drawn, answers), stepMs }];
}
