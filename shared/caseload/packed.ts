import { packIntegers, unpackIntegers } from '@instrument-panel/client/proxy';
import type { ApplicationsPage, NumberColumn, SentSubmissionsPage, SubmissionsPage } from './records.ts';

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
const SCORES = 1_000_000;

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
    return Array.from(column, (value) => (value < 0 ? null : value * unit));
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
    const key = (instrument[row] ?? 0) * SCORES + (score[row] ?? 0);
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
