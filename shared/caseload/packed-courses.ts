import type { ShortView } from '../score/short-view.ts';
import { type CaseloadCourse, plainSpan, toPlainCourse } from './course.ts';
import type { InstrumentRecord } from './records.ts';

/** Of an instrument without answers nothing is drawn. Whether its rows are taken apart is asked last: asking does it. */
const isEmpty = (record: InstrumentRecord): boolean =>
  record.isPlain &&
  record.runs.length + record.drawn.length + record.lost.length === 0 &&
  record.submissions.length === 0;

function packCourse({ formId, title, yMin, yMax, domainSource, direction, points }: ShortView) {
  let before = 0;
  const numbers = points.flatMap(({ at, score }) => {
    const step = at - before;
    before = at;
    return [step, score];
  });
  return [formId, title, yMin, yMax, domainSource, direction, numbers] as const;
}

/**
 * Writes what a patient's courses are made of by whatever present, in a line of text: a page keeps that of all patients,
 * and reads it for those in view. Where something is in doubt the present decides what is drawn: then it says `null`.
 */
export function packCourses(records: readonly InstrumentRecord[]): string {
  const views = records.filter((record) => !isEmpty(record)).map((record) => toPlainCourse(record, null));
  return JSON.stringify(views.every((view) => view !== null) ? views.map(packCourse) : null);
}

function unpackCourse(
  [formId, title, yMin, yMax, domainSource, direction, numbers]: ReturnType<typeof packCourse>,
  patientId: string,
  now: number | null,
): CaseloadCourse | null {
  const points: CaseloadCourse['points'][number][] = [];
  let instant = 0;
  for (let index = 0; index < numbers.length; index += 2) {
    instant += numbers[index] ?? 0;
    points.push({ at: instant, score: numbers[index + 1] ?? 0, risk: 'none' });
  }
  const span = plainSpan(points, now);
  return span && { patientId, formId, title, yMin, yMax, domainSource, direction, points, ...span };
}

/** Reads what {@link packCourses} has written, by a present; null where the records themselves have to be looked at. */
export function unpackCourses(
  line: string,
  patientId: string,
  now: number | null,
): readonly CaseloadCourse[] | null {
  const sent = JSON.parse(line) as ReturnType<typeof packCourse>[] | null;
  const courses = sent?.map((one) => unpackCourse(one, patientId, now)) ?? [null];
  return courses.every((one) => one !== null) ? courses : null;
}
