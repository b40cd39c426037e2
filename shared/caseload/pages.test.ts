import type { Reply } from '@instrument-panel/client';
import { packIntegers } from '@instrument-panel/client/proxy';
import { describe, expect, it } from 'vitest';
import { Caseload } from './caseload.ts';
import { toCourse } from './course.ts';
import {
  applicationsPage,
  coursesPage,
  day,
  drawnOf,
  type GivenApplication,
  type GivenSubmission,
  packedApplications,
  packedPage,
  patientsPage,
  submissionsPage,
  uuid,
} from './pages.fixture.ts';
import {
  alignApplications,
  alignColumns,
  alignPatients,
  alignRows,
  unpackApplications,
  unpackRows,
} from './pages.ts';
import type { ApplicationsPage, SubmissionsPage } from './records.ts';

const [ANA, EVA] = [uuid(1), uuid(2)];
const now = day(20);
const NONE = packIntegers([]);
const LISTED = { ids: [ANA, EVA], digest: 'of both' };
const APPLICATIONS = packedApplications([{ id: 7, patient: ANA }]);
const reply = <T>(data: T): Reply<T> => ({
  data,
  unreadable: [],
  lostRows: [],
  status: 200,
  receivedAt: now,
  sentAt: now,
});
const answer = (id: number, more: Partial<GivenSubmission> = {}): GivenSubmission => ({
  id,
  patient: ANA,
  application: 7,
  at: day(id),
  score: id,
  className: 'Mild',
  ...more,
});
const flagged = { flags: 1, answers: [{ questionId: 9, position: 9, flagType: 'SUICIDE_SELF_HARM' }] };

type Pages = readonly (readonly GivenSubmission[])[];

/** What is known of both patients; of the last page, which is never packed, as of the others. */
function factsOf(
  pages: Pages,
  last: readonly GivenSubmission[],
  said: GivenApplication['last'],
  isPacked: boolean,
) {
  const caseload = new Caseload();
  for (const page of pages)
    if (isPacked) caseload.addPacked(unpackRows(packedPage(page))?.[0] as SubmissionsPage);
    else caseload.addSubmissions(submissionsPage(page.map((one) => ({ ...one, flags: 0 }))));
  caseload.addSubmissions(submissionsPage(last));
  const applications = [
    { id: 7, patient: ANA, ...(said && { last: said }) },
    { id: 8, patient: EVA },
  ];
  caseload.addApplications(applicationsPage(applications));
  const present = { now, seenAt: day(3), isToday: () => false };
  return [ANA, EVA].map((patientId) => caseload.factsOf(patientId, present));
}

it.each<[string, Pages, readonly GivenSubmission[], GivenApplication['last']?]>([
  [
    'in any order',
    [
      [answer(4), answer(2)],
      [answer(9), answer(1)],
    ],
    [],
  ],
  ['of one instant', [[answer(5), answer(6, { at: day(5) })]], []],
  ['with and without a class', [[answer(5, { className: null }), answer(9)]], []],
  ['of the future', [[answer(5), answer(25)]], []],
  [
    'that come once more',
    [
      [answer(5), answer(6)],
      [answer(6), answer(9)],
    ],
    [],
  ],
  [
    'that come once more, and say another score',
    [
      [answer(5), answer(6)],
      [answer(6, { score: 1 }), answer(9)],
    ],
    [],
  ],
  ['that come once more, of another class', [[answer(6)], [answer(6, { className: 'Severe' })]], []],
  ['of two applications', [[answer(5), answer(6, { application: 8 })]], []],
  ['that are given to two patients', [[answer(5)], [answer(5, { patient: EVA })]], []],
  ['before one with a flag', [[answer(5), answer(6)]], [answer(7, flagged)]],
  ['after one with a flag', [[answer(8), answer(6)]], [answer(2, flagged)]],
  [
    'beside an open request',
    [[answer(5)]],
    [answer(6, { status: 'LATE', at: null, startedAt: day(6), score: null })],
  ],
  ['of which the application says the last', [[answer(5), answer(6)]], [], { id: 6, score: 6, at: day(6) }],
  [
    'of which the application says another score',
    [[answer(5), answer(6)]],
    [],
    { id: 6, score: 9, at: day(6) },
  ],
  ['of which an older one is called the last', [[answer(5), answer(6)]], [], { id: 5, score: 5, at: day(5) }],
  ['of which none is called the last', [[answer(5), answer(6)]], [], { id: 9, score: 9, at: day(9) }],
])('answers %s say the same packed as in columns', (_, pages, last, said) => {
  const facts = factsOf(pages, last, said, true);
  expect(facts).toEqual(factsOf(pages, last, said, false));
  expect(facts[0]?.instruments).toHaveLength(1);
});

it('a course has each packed answer once', () => {
  const caseload = new Caseload();
  for (const page of [
    [answer(5), answer(6)],
    [answer(6), answer(9)],
  ])
    caseload.addPacked(unpackRows(packedPage(page))?.[0] as SubmissionsPage);
  const [record] = caseload.recordsOf(ANA);
  expect(record?.submissions.map(({ id }) => id)).toEqual([5, 6, 9]);
});

it('an answer that comes packed after the others were taken apart is the latest, and theirs is before it', () => {
  const caseload = new Caseload();
  caseload.addPacked(unpackRows(packedPage([answer(5), answer(6)]))?.[0] as SubmissionsPage);
  expect(caseload.recordsOf(ANA)[0]?.submissions).toHaveLength(2);
  caseload.addPacked(unpackRows(packedPage([answer(9)]))?.[0] as SubmissionsPage);
  const facts = caseload.factsOf(ANA, { now, seenAt: null, isToday: () => false })?.instruments[0];
  expect([facts?.latest?.id, facts?.before?.id]).toEqual([9, 6]);
});

it.each<[string, Pages]>([
  ['in any order', [[answer(4), answer(2)], [answer(9)]]],
  ['of one instant', [[answer(6), answer(5, { at: day(6) })]]],
  ['with and without a class', [[answer(5, { className: null }), answer(9, { className: ' ' })]]],
  ['with scores below zero', [[answer(5, { score: -3 }), answer(9, { score: -8 })]]],
  ['with a score far from the others', [[answer(5), answer(9, { score: 99_999 })]]],
  ['of the future', [[answer(5), answer(25)]]],
])('the course of answers %s is the same packed as in columns', (_, pages) => {
  for (const present of [now, null]) {
    const [packed, columns] = [new Caseload(), new Caseload()];
    for (const page of pages) {
      packed.addPacked(unpackRows(packedPage(page))?.[0] as SubmissionsPage);
      columns.addSubmissions(submissionsPage(page.map((one) => ({ ...one, flags: 0 }))));
    }
    const [course, expected] = [packed, columns].map((one) =>
      one.recordsOf(ANA).map((record) => drawnOf(toCourse(record, present))),
    );
    expect(course).toEqual(expected);
    expect(course).toHaveLength(1);
  }
});

describe('answers that are only drawn', () => {
  const DRAWN = [answer(4), answer(5), answer(6)];
  const STATED = [answer(8), answer(9)];
  function take(caseload: Caseload, stated: readonly GivenSubmission[], drawn: readonly GivenSubmission[]) {
    const [packed, course] = unpackRows(coursesPage(stated, drawn)) ?? [];
    caseload.addPacked(packed as SubmissionsPage);
    caseload.addPacked(course as SubmissionsPage, true);
    return caseload;
  }
  const present = { now, seenAt: null, isToday: () => false };
  const said = (caseload: Caseload) => {
    const facts = caseload.factsOf(ANA, present)?.instruments[0];
    const [record] = caseload.recordsOf(ANA);
    const points = record ? toCourse(record, now).points.map(({ at, score }) => [at, score]) : [];
    return { latest: facts?.latest?.id, before: facts?.before?.id, unread: facts?.unreadCount, points };
  };
  const points = [4, 5, 6, 8, 9].map((id) => [day(id), id]);

  it('are in the course, and nothing is stated of them', () => {
    expect(said(take(new Caseload(), STATED, DRAWN))).toEqual({ latest: 9, before: 8, unread: 0, points });
  });

  it('are in the course beside an open request too', () => {
    const caseload = take(new Caseload(), STATED, DRAWN);
    const open = answer(10, { status: 'IN_PROGRESS', at: null, startedAt: day(10), score: null });
    caseload.addSubmissions(submissionsPage([open]));
    expect(said(caseload)).toEqual({ latest: 9, before: 8, unread: 0, points });
  });

  it('are in the course once, though two answers of the service share some', () => {
    const caseload = take(new Caseload(), [answer(5), answer(6)], [answer(4)]);
    expect(said(take(caseload, STATED, [answer(4), answer(5)])).points).toEqual(points);
  });

  it('are all in the course where two of one answer of the service are alike', () => {
    const near = answer(7, { at: day(6) + 60_000, score: 6 });
    expect(said(take(new Caseload(), STATED, [answer(6), near])).points).toHaveLength(4);
  });

  it('could not be read where those that may be stated could not', () => {
    const caseload = take(new Caseload(), STATED, DRAWN);
    // The application is another patient's.
    caseload.addApplications(applicationsPage([{ id: 7, patient: EVA }]));
    expect(said(caseload)).toMatchObject({ latest: undefined, unread: 5 });
  });

  it.each<[string, Partial<ReturnType<typeof coursesPage>['courses']>]>([
    ['lack a score', { score: packIntegers([0, 9]) }],
    [
      'are of no course',
      {
        count: 0,
        ...Object.fromEntries(['patient', 'instrument', 'length', 'firstAt'].map((one) => [one, NONE])),
      },
    ],
    ['are fewer than their courses say', { length: packIntegers([33]) }],
    ['are none of the only course', { length: packIntegers([0]) }],
    ['are fewer than nothing', { answers: -1 }],
  ])('are refused where they %s', (_, torn) => {
    const page = coursesPage(STATED, DRAWN);
    expect(unpackRows({ ...page, courses: { ...page.courses, ...torn } })).toBeNull();
  });
});

describe('classes of packed answers', () => {
  const page = packedPage([1, 2, 3, 4].map((id) => answer(id, { score: id < 4 ? 6 : 7 })));
  const unpack = (codes: readonly number[]) => {
    const { packed, ...rest } = page;
    const classes = ['Mild', 'Severe'].map((title) => ({ title, color: null }));
    const rows = unpackRows({ ...rest, classes, packed: { ...packed, class: packIntegers(codes) } });
    return rows && Array.from(rows[0].class, (index) => rows[0].classes[index ?? -1]?.title ?? null);
  };

  it('are those of the row before of the same score, where nothing else is said', () => {
    expect(unpack([3, 0, 1, 2])).toEqual(['Severe', 'Severe', null, 'Mild']);
    expect(unpack([1, 0, 2, 1])).toEqual([null, null, 'Mild', null]);
  });

  it('are refused where no row before has the score', () => {
    expect(unpack([3, 0, 0, 0])).toBeNull();
  });
});

describe('packed applications', () => {
  const last = { id: 5, score: 6, at: day(5) };
  const GIVEN = [
    { id: 7, patient: ANA, last, nextAt: day(21) },
    { id: 8, patient: EVA, status: 'FINISHED', last: { id: 9, score: 0, at: day(9) } },
    { id: 9, patient: EVA, status: 'PAUSED' },
  ];

  it('say the same as in columns, beside those that are', () => {
    const [first, ...others] = GIVEN;
    const whole = unpackApplications(packedApplications(others, first ? [first] : []));
    expect(whole).toMatchObject(applicationsPage(GIVEN));
  });

  it.each([
    ['of which one is missing', { ids: packIntegers([8]) }],
    ['of which a state is not among those that were sent', { status: packIntegers([0, 7]) }],
    ['of which a state is none', { status: packIntegers([-1, 0]) }],
    ['of which a score is no text of numbers', { lastScore: 'abc' }],
    ['that are fewer than nothing', { count: -1 }],
  ])('%s are refused', (_, torn) => {
    const page = packedApplications(GIVEN.slice(1));
    expect(unpackApplications(page)).not.toBeNull();
    expect(unpackApplications({ ...page, packed: { ...page.packed, ...torn } })).toBeNull();
  });
});

describe('patients by name', () => {
  const both = patientsPage([
    { serviceId: ANA, name: 'Ana', surname: 'Lima' },
    { serviceId: EVA, surname: 'Lima' },
  ]);

  it('have their own, or the one that all have', () => {
    const named = [
      { serviceId: ANA, name: 'Ana', surname: 'Lima' },
      { serviceId: EVA, name: null, surname: 'Lima' },
    ];
    expect(alignPatients(reply(both))).toEqual(named);
    expect(alignPatients(reply({ ...both, surname: ['Lima'] }))).toEqual(named);
    expect(alignPatients(reply(patientsPage([])))).toEqual([]);
  });

  it.each([
    ['a patient is missing', reply({ ...both, patientIds: [ANA] })],
    ['a name is missing', reply({ ...both, name: [] })],
    ['a patient could not be read', { ...reply(both), lostRows: [{ path: 'patientIds[0]', row: {} }] }],
    [
      'the other name could not be read',
      { ...reply({ ...both, name: ['Ana'] }), unreadable: [{ path: 'name[1]', reason: 'text' }] },
    ],
  ])('are refused where %s', (_, torn) => {
    expect(() => alignPatients(torn)).toThrow('columns that do not fit');
  });
});

describe('a page', () => {
  const page = submissionsPage([{ id: 1, patient: uuid(1), at: day(1) }]);
  const pair = submissionsPage([1, 2].map((id) => ({ id, patient: uuid(1), at: day(1) })));
  it('is taken as it is if its columns are of one length', () => {
    expect(alignColumns(reply(page))).toEqual(page);
  });
  it('has a value that all rows have for each of them', () => {
    const both = submissionsPage([1, 2].map((id) => ({ id, patient: uuid(id), at: day(1) })));
    const short = { ...both, status: ['ANSWERED'], isPartial: [false], deadlineMs: [null], score: [5] };
    expect(alignColumns(reply(short))).toEqual(both);
  });
  it.each([
    ['a column is shorter', { ...reply({ ...page, score: [] }) }],
    ['one id, or one patient, would be that of several rows', { ...reply({ ...pair, patient: [0] }) }],
    ['a class was lost', { ...reply(page), lostRows: [{ path: 'classes[0]', row: {} }] }],
    ['an answer was lost', { ...reply(page), lostRows: [{ path: 'answers[0][1]', row: {} }] }],
    ['what an answer says was lost', { ...reply(page), lostRows: [{ path: 'items[0]', row: {} }] }],
    ['an answer says what was not sent', reply({ ...page, answers: [[0]] })],
    ['the answers of one row are missing', reply({ ...pair, answers: [[]] })],
  ])('is refused where %s', (_, torn) => {
    expect(() => alignColumns(torn)).toThrow('columns that do not fit');
  });

  const packed = packedPage([1, 2].map((id) => ({ id, patient: uuid(1), at: day(1) })));
  it('has its packed rows beside those in columns', () => {
    const [columns, rows] = alignRows(reply({ ...packed, ...page, packed: packed.packed }), null);
    expect(
      [columns.ids, rows?.ids, rows?.completedAtMs].map((column) => Array.from(column ?? [], Number)),
    ).toEqual([[1], [1, 2], [day(1), day(1)]]);
  });
  it.each([
    ['lack one', reply({ ...packed, packed: { ...packed.packed, score: packIntegers([5]) } })],
    ['are cut off', reply({ ...packed, packed: { ...packed.packed, ids: packed.packed.ids.slice(0, -1) } })],
    ['are fewer than nothing', reply({ ...packed, packed: { ...packed.packed, count: -1 } })],
    [
      'could not be read',
      {
        ...reply({ ...packed, packed: undefined }),
        unreadable: [{ path: 'packed.count', reason: 'integer' }],
      },
    ],
  ])('is refused where its packed rows %s', (_, torn) => {
    expect(() => alignRows(torn, null)).toThrow('columns that do not fit');
  });

  it.each<[string, number, (typeof LISTED | null)?]>([
    ['another number of patients', 3],
    ['patients of whom it has no list', 3, null],
  ])('is refused where it names %s by their places', (_, listed, list = LISTED) => {
    const sent = { ...APPLICATIONS, listed: 2, patientIds: [] };
    expect(alignApplications(reply(sent), LISTED).patientIds).toEqual(LISTED.ids);
    const unfit = 'columns that do not fit';
    expect(() => alignApplications(reply({ ...sent, listed }), list)).toThrow(unfit);
    expect(() => alignRows(reply({ ...packed, listed, patientIds: [] }), list)).toThrow(unfit);
  });

  it.each([
    ['unreadable', { unreadable: [{ path: 'packed', reason: 'record' }] }, {}],
    ['unreadable in part', { lostRows: [{ path: 'packed.statuses[0]', row: {} }] }, {}],
    ['torn', {}, { packed: { ...APPLICATIONS.packed, lastScore: packIntegers([1, 2, 3]) } }],
  ])('is refused where its packed applications are %s', (_, faults, torn: Partial<ApplicationsPage>) => {
    expect(alignApplications(reply(APPLICATIONS), null).ids).toEqual([7]);
    const sent = { ...reply<ApplicationsPage>({ ...APPLICATIONS, ...torn }), ...faults };
    expect(() => alignApplications(sent, null)).toThrow('columns that do not fit');
  });
});

describe('the scale of a course', () => {
  const ENDS = { minScore: 0, maxScore: 27 };
  /** The same answers in columns, packed, and as a course; the instrument's scale comes with them, or not. */
  const pagesOf = (ends: object | null, scores = [3, 2, 3]) => {
    const answers = scores.map((score, index) => answer(index + 1, { score }));
    const scaled = <P extends { readonly instruments: readonly object[] }>(page: P): P => ({
      ...page,
      instruments: page.instruments.map((one) => ({ ...one, ...ends })),
    });
    const inColumns = new Caseload();
    inColumns.addSubmissions(submissionsPage(answers, scaled(submissionsPage(answers))));
    const packed = new Caseload();
    packed.addPacked(unpackRows(scaled(packedPage(answers)))?.[0] as SubmissionsPage);
    const drawn = new Caseload();
    const [stated, past] = unpackRows(scaled(coursesPage(answers.slice(-2), answers.slice(0, -2)))) ?? [];
    drawn.addPacked(stated as SubmissionsPage);
    drawn.addPacked(past as SubmissionsPage, true);
    return [inColumns, packed, drawn];
  };
  const viewOf = (caseload: Caseload) =>
    caseload.recordsOf(ANA).map((record) => toCourse(record, now))[0] ?? null;

  it('is the instrument’s own where the proxy sends its ends', () => {
    for (const caseload of pagesOf(ENDS))
      expect(viewOf(caseload)).toMatchObject({ yMin: 0, yMax: 27, domainSource: 'ranges' });
  });

  it.each([[null], [{ minScore: 0 }], [{ minScore: null, maxScore: 27 }]])(
    'is that of the answers’ own scores where it sends %j',
    (ends) => {
      for (const caseload of pagesOf(ends))
        expect(viewOf(caseload)).toMatchObject({ yMin: 0, yMax: 3, domainSource: 'scores' });
    },
  );

  it('is wider where a score lies beside it, and says that it is disputed', () => {
    for (const caseload of pagesOf(ENDS, [3, 30, 2]))
      expect(viewOf(caseload)).toMatchObject({ yMin: 0, yMax: 30, domainSource: 'disputed' });
  });

  it.each([
    ['HIGHER_WORSE', 'higher-worse', false],
    ['HIGHER_BETTER', 'higher-better', true],
    ['SIDEWAYS', 'unknown', false],
    [null, 'unknown', false],
    [undefined, 'unknown', false],
  ])('runs, where the proxy sends %j, the way that is %s', (scoreDirection, direction, isHigherBetter) => {
    for (const caseload of pagesOf({ ...ENDS, scoreDirection })) {
      expect(viewOf(caseload)).toMatchObject({ direction });
      const present = { now, seenAt: null, isToday: () => false };
      expect(caseload.factsOf(ANA, present)?.instruments).toMatchObject([{ isHigherBetter }]);
    }
  });

  it('stays known where a later page does not tell of it', () => {
    const [caseload] = pagesOf({ ...ENDS, scoreDirection: 'HIGHER_WORSE' });
    caseload?.addSubmissions(submissionsPage([answer(9)]));
    expect(caseload && viewOf(caseload)).toMatchObject({ yMin: 0, yMax: 27, direction: 'higher-worse' });
  });
});
