import { unpackIntegers } from '@instrument-panel/client/proxy';
import type { NumberColumn, SentSubmissionsPage, SubmissionsPage } from './records.ts';

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

/** Makes instants of the steps from one answer of a course to the next. */
function placeInTime(steps: Float64Array, firstAt: number, stepMs: number): void {
  let at = firstAt;
  steps.forEach((step, index) => {
    at += step * stepMs;
    steps[index] = at;
  });
}

/** Returns the packed rows of a page as a page, and those of its courses as another; null where they cannot be read. */
export function unpackRows(page: SentSubmissionsPage): readonly [SubmissionsPage, SubmissionsPage] | null {
  const { patientIds, instruments, classes, packed, courses } = page;
  const { count = 0, unitMs = 1 } = packed ?? {};
  const { count: courseCount = 0, answers = 0, stepMs = 0 } = courses ?? {};
  if (![count, courseCount, answers].every((length) => length >= 0 && length < 1_000_000)) return null;
  let isRead = true;
  const read = <C extends Float64Array | Int32Array>(text = '', column: C, isApart?: boolean): C => {
    isRead &&= unpackIntegers(text, column, isApart);
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
  const drawn = {
    ids: new Int32Array(answers).map(() => --unnamed),
    applicationId: [],
    completedAtMs: read(courses?.steps, new Float64Array(answers), true),
    patient: new Int32Array(answers),
    instrument: new Int32Array(answers),
    score: read(courses?.score, new Int32Array(answers), true),
    class: [],
  };
  const [patients, forms, lengths, firsts] = (['patient', 'instrument', 'length', 'firstAt'] as const).map(
    (name) => read(courses?.[name], new Float64Array(courseCount)),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array];
  let end = 0;
  for (let course = 0; course < courseCount && isRead; course++) {
    const from = end;
    end += lengths[course] ?? 0;
    isRead = from <= end && end <= answers;
    drawn.patient.fill(patients[course] ?? -1, from, end);
    drawn.instrument.fill(forms[course] ?? -1, from, end);
    placeInTime(drawn.completedAtMs.subarray(from, end), (firsts[course] ?? 0) * QUARTER_MS, stepMs);
  }
  if (!isRead || end !== answers) return null;
  return [toPage(stated, count), { ...toPage(drawn, answers), stepMs }];
}
