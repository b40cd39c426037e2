import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Caseload } from './caseload.ts';
import { toCourse } from './course.ts';
import { packCourses, unpackCourses } from './packed-courses.ts';
import {
  applicationsPage,
  coursesPage,
  day,
  drawnOf,
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

  it('have the flag of an answer at its point', () => {
    const caseload = read();
    caseload.addSubmissions(submissionsPage([answer(10, { flags: 1, answers: [{ questionId: 9 }] })]));
    expect(sent(caseload, NOW)?.[0]?.points.map(({ risk }) => risk)).toEqual([
      'none',
      'none',
      'none',
      'none',
      'flagged',
    ]);
  });

  it.each<[string, Partial<GivenSubmission>]>([
    ['was missed', { status: 'NOT_ANSWERED', startedAt: day(10), at: null }],
    ['waits for its answer', { status: 'WAITING', startedAt: day(10), at: null }],
    ['has no date', { at: null }],
  ])('are left to the records where a request %s', (_, more) => {
    const caseload = read();
    caseload.addSubmissions(submissionsPage([answer(10, more)]));
    expect(sent(caseload, NOW)).toBeNull();
  });

  it('are drawn and said as by the records, whatever was sent, or are left to them', () => {
    const given = fc.record({
      id: fc.integer({ min: 1, max: 12 }),
      patient: fc.constant(ANA),
      application: fc.constantFrom(7, 8),
      status: fc.oneof(
        { weight: 8, arbitrary: fc.constant('ANSWERED') },
        fc.constantFrom('NOT_ANSWERED', 'LATE', 'WAITING', null),
      ),
      at: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 19 }).map(day) }, fc.constant(null)),
      startedAt: fc.constantFrom(null, day(3), day(12)),
      score: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 27 }) }, fc.constant(null)),
      flags: fc.constantFrom(0, 0, 1, null),
      isRiskUnread: fc.constantFrom(false, false, true),
    });
    let packed = 0;
    fc.assert(
      fc.property(fc.array(given, { maxLength: 6 }), fc.constantFrom(null, NOW, day(21)), (rows, now) => {
        const caseload = new Caseload();
        caseload.addPacked(unpackRows(packedPage([answer(8), answer(9)]))?.[0] as SubmissionsPage);
        caseload.addSubmissions(submissionsPage(rows));
        const courses = sent(caseload, now);
        if (!courses) return;
        if (rows.some(({ flags }) => flags === 1)) packed++;
        const known = caseload.recordsOf(ANA).map((record) => drawnOf(toCourse(record, now)));
        expect(courses).toEqual(known);
      }),
      { numRuns: 1_000 },
    );
    expect(packed, 'courses with a flag').toBeGreaterThan(20);
  });

  it('are left to the records by a present that is before an answer', () => {
    const caseload = new Caseload();
    caseload.addPacked(unpackRows(packedPage([answer(8), answer(20)]))?.[0] as SubmissionsPage);
    expect(sent(caseload, day(21))).toHaveLength(1);
    expect(sent(caseload, NOW)).toBeNull();
  });
});
