import { describe, expect, it } from 'vitest';
import { Caseload } from './caseload.ts';
import { toCourse } from './course.ts';
import { packCourses, unpackCourses } from './packed-courses.ts';
import {
  applicationsPage,
  coursesPage,
  day,
  GAD,
  type GivenSubmission,
  packedPage,
  submissionsPage,
  uuid,
} from './pages.fixture.ts';
import { unpackRows } from './pages.ts';
import type { SubmissionsPage } from './records.ts';

const ANA = uuid(1);
const NOW = day(16);

const answer = (id: number, more: Partial<GivenSubmission> = {}): GivenSubmission => ({
  id,
  patient: ANA,
  at: day(id),
  score: id,
  ...more,
});

/** Two answers that are stated of a patient, and two that are only drawn. */
function read(): Caseload {
  const caseload = new Caseload();
  const [stated, drawn] = unpackRows(coursesPage([answer(8), answer(9)], [answer(4), answer(5)])) ?? [];
  caseload.addPacked(stated as SubmissionsPage);
  caseload.addPacked(drawn as SubmissionsPage, true);
  return caseload;
}
const sent = (caseload: Caseload, now: number | null) =>
  unpackCourses(packCourses(caseload.recordsOf(ANA)), ANA, now);

describe('prefetched courses', () => {
  it.each([null, NOW])('are drawn and said as by their records, where the present is %j', (now) => {
    const caseload = read();
    const [course, ...others] = sent(caseload, now) ?? [];
    const [record] = caseload.recordsOf(ANA);
    expect(others).toEqual([]);
    expect(course?.points.map(({ at }) => at)).toEqual([4, 5, 8, 9].map(day));
    expect(record && toCourse(record, now)).toMatchObject({ ...course });
  });

  it('are none of an instrument without answers', () => {
    const caseload = read();
    caseload.addApplications(applicationsPage([{ id: 7, patient: ANA, form: GAD }]));
    expect(caseload.recordsOf(ANA)).toHaveLength(2);
    expect(sent(caseload, NOW)).toHaveLength(1);
  });

  it('are left to the records where an answer is in doubt', () => {
    const caseload = read();
    caseload.addSubmissions(submissionsPage([answer(10, { flags: 1, answers: [{ questionId: 9 }] })]));
    expect(sent(caseload, NOW)).toBeNull();
  });

  it('are left to the records by a present that is before an answer', () => {
    const caseload = new Caseload();
    caseload.addPacked(unpackRows(packedPage([answer(8), answer(20)]))?.[0] as SubmissionsPage);
    expect(sent(caseload, day(21))).toHaveLength(1);
    expect(sent(caseload, NOW)).toBeNull();
  });
});
