import { type CaseloadCourse, plainSpan, toCourse, toPlainCourse } from './course.ts';
import { type InstrumentRecord, toSubmission } from './records.ts';

/** Of an instrument without answers nothing is drawn. Whether its rows are taken apart is asked last: asking does it. */
const isEmpty = (record: InstrumentRecord): boolean =>
  record.isPlain &&
  record.runs.length + record.drawn.length + record.lost.length === 0 &&
  record.submissions.length === 0;

/** A course of which the present decides nothing but how far its time goes; null for any other. */
function toLastingCourse(record: InstrumentRecord): CaseloadCourse | null {
  const plain = toPlainCourse(record, null);
  if (plain) return plain;
  const isAnswered = record.submissions.every((one) => toSubmission(one).status === 'ANSWERED');
  if (!isAnswered || record.lost.length > 0) return null;
  const view = toCourse(record, null);
  const { isLatestKnown, unread, gaps } = view;
  return isLatestKnown && unread.at.length + unread.undated + gaps.size === 0 ? view : null;
}

function packCourse({ formId, title, yMin, yMax, domainSource, direction, points }: CaseloadCourse) {
  let before = 0;
  const numbers = points.flatMap(({ at, score }) => {
    const step = at - before;
    before = at;
    return [step, score];
  });
  // Most courses have no flag.
  const risks = points.flatMap(({ risk }, index) => (risk === 'none' ? [] : [[index, risk] as const]));
  return [formId, title, yMin, yMax, domainSource, direction, numbers, risks] as const;
}

/**
 * Writes what a patient's courses are made of by whatever present, in a line of text: a page keeps that of all patients,
 * and reads it for those in view. Where something is in doubt the present decides what is drawn: then it says `null`.
 */
export function packCourses(records: readonly InstrumentRecord[]): string {
  const views = records.filter((record) => !isEmpty(record)).map(toLastingCourse);
  return JSON.stringify(views.every((view) => view !== null) ? views.map(packCourse) : null);
}

function unpackCourse(
  [formId, title, yMin, yMax, domainSource, direction, numbers, risks]: ReturnType<typeof packCourse>,
  patientId: string,
  now: number | null,
): CaseloadCourse | null {
  const points: CaseloadCourse['points'][number][] = [];
  let instant = 0;
  for (let index = 0; index < numbers.length; index += 2) {
    instant += numbers[index] ?? 0;
    points.push({ at: instant, score: numbers[index + 1] ?? 0, risk: 'none' });
  }
  for (const [index, risk] of risks) points[index] = { ...(points[index] as (typeof points)[number]), risk };
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
