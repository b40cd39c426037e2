import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  listCaseloadApplications,
  listCaseloadPatients,
  listCaseloadSubmissions,
  unpackIntegers,
} from '../../shared/client/contract/proxy-api/index.ts';
import { readAnswer } from '../../shared/client/index.ts';
import { rawRequest } from '../fixtures/raw-request.ts';
import { FORM, OTHER_PATIENT, PAGE, PATIENT, tokenFor } from '../fixtures/world.ts';
import {
  answer,
  answersOf,
  application,
  askCaseload,
  type Caseload,
  FLAG,
  startCaseload,
  submission,
  TEMPLATE,
} from './clinic.fixture.ts';

let world: Caseload;
beforeAll(async () => {
  world = await startCaseload();
});
beforeEach(() => world.reset());
afterAll(() => world.close());

const CANARIES = /CANARY/;
const OTHER_FORM = 'dddddddd-dddd-4ddd-8ddd-dddddddddddd';
const at = Date.parse;
/** A text of a packed answer as numbers. */
const unpack = (text: string, length: number): number[] => {
  const column = new Float64Array(length);
  return unpackIntegers(text, column) ? [...column] : [];
};

describe('the patients of a professional', () => {
  test('come by name, with nothing else of them, and those without an id are counted', async () => {
    world.clinic.patients = [
      {
        serviceId: PATIENT.toUpperCase(),
        name: 'Ana',
        surname: 'Lima',
        email: 'CANARY',
        cellphone: 'CANARY',
      },
      { serviceId: OTHER_PATIENT, name: 7, status: 'ACTIVE', relationStatus: 'ACTIVE', birthday: 'CANARY' },
      { name: 'Rui' },
      { serviceId: 'no uuid', name: 'Eva' },
      'text',
      null,
    ];
    const { status, body } = await askCaseload(world, 'patients');
    expect(status).toBe(200);
    expect(body).toEqual({
      patientIds: [PATIENT, OTHER_PATIENT],
      name: ['Ana', null],
      surname: ['Lima', null],
      lostCount: 4,
      seenAt: null,
    });
    expect(readAnswer(listCaseloadPatients.response, body).unreadable).toEqual([]);
  });

  test('who are sent twice come once, with what both agree in', async () => {
    const ana = { serviceId: PATIENT, name: 'Ana', surname: 'Lima' };
    world.clinic.patients = [ana, { ...ana, surname: 'Souza' }, ana];
    const { body } = await askCaseload(world, 'patients');
    expect(body).toMatchObject({ patientIds: [PATIENT], name: ['Ana'], surname: [null] });
  });
});

describe('an application', () => {
  test('comes with what a list shows of it, in columns, and without link, token or anything else', async () => {
    world.clinic.applications = [
      application(1),
      application(2, {
        patientId: OTHER_PATIENT.toUpperCase(),
        formTemplateId: OTHER_FORM,
        formTemplate: null,
        status: 'A_STATUS_OF_TOMORROW',
        recurrenceCycle: null,
        nextAnswerAt: null,
        lastSubmission: null,
      }),
    ];
    const { status, body } = await askCaseload(world, 'applications');
    expect(status).toBe(200);
    expect(body).toEqual({
      patientIds: [PATIENT, OTHER_PATIENT],
      instruments: [TEMPLATE, { templateId: OTHER_FORM, title: null, shortTitle: null }],
      ids: [1, 2],
      patient: [0, 1],
      instrument: [0, 1],
      status: ['IN_PROGRESS', 'A_STATUS_OF_TOMORROW'],
      nextAnswerAtMs: [at('2026-11-20T09:00:00Z'), null],
      lastSubmissionId: [10, null],
      lastScore: [12, null],
      lastCompletedAtMs: [at('2026-11-13T10:30:00Z'), null],
      isPartial: [false, false],
      lost: [],
      next: null,
    });
    expect(readAnswer(listCaseloadApplications.response, body).unreadable).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['an instant that is none', { nextAnswerAt: 'soon' }, { nextAnswerAtMs: null }],
    ['a day that the calendar has not', { nextAnswerAt: '2026-02-30T09:00:00Z' }, { nextAnswerAtMs: null }],
    [
      'a last answer without an id',
      { lastSubmission: { score: 9 } },
      { lastSubmissionId: null, lastScore: null },
    ],
    [
      'a score in words',
      { lastSubmission: { id: 5, score: 'high' } },
      { lastSubmissionId: 5, lastScore: null },
    ],
    ['a name that is another instrument’s', { formTemplate: { ...TEMPLATE, templateId: OTHER_FORM } }, {}],
  ])('with %s is marked, and the rest of it stands', async (_, broken, expected) => {
    world.clinic.applications = [application(1, broken), application(2)];
    const { body } = await askCaseload(world, 'applications');
    expect([body.ids, body.isPartial]).toEqual([
      [1, 2],
      [true, false],
    ]);
    for (const [name, value] of Object.entries(expected)) expect(body[name][0]).toEqual(value);
    expect(body.instruments[body.instrument[1]]).toEqual(TEMPLATE);
    if ('formTemplate' in broken)
      expect(body.instruments[body.instrument[0]]).toEqual({
        templateId: FORM,
        title: null,
        shortTitle: null,
      });
  });

  test('comes packed if all of it could be read, and in columns if there is more to say of it', async () => {
    const other = { patientId: OTHER_PATIENT };
    world.clinic.applications = [
      application(1, other),
      application(2),
      application(3, { ...other, status: 'FINISHED', nextAnswerAt: null, lastSubmission: null }),
      application(4, { status: null }),
      application(5, { nextAnswerAt: 'soon' }),
      application(6, { lastSubmission: { id: 60, score: 7.5 } }),
      application(7, { lastSubmission: { id: 70, score: -1 } }),
      application(8, { lastSubmission: { id: 80, score: 100_000 } }),
      application(9, { lastSubmission: { score: 9 } }),
    ];
    const { body } = await askCaseload(world, 'applications?layout=packed');
    expect([body.ids, body.patientIds]).toEqual([
      [4, 5, 6, 7, 8, 9],
      [PATIENT, OTHER_PATIENT],
    ]);
    const { count, unitMs, statuses, ...texts } = body.packed;
    const columns = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, unpack(text as string, count)]),
    );
    const [next, last] = ['2026-11-20T09:00:00Z', '2026-11-13T10:30:00Z'].map((one) => at(one) / unitMs);
    expect([columns, statuses]).toEqual([
      {
        ids: [1, 3, 2],
        patient: [1, 1, 0],
        instrument: [0, 0, 0],
        status: [0, 1, 0],
        nextAnswerAtMs: [next, -1, next],
        lastSubmissionId: [10, -1, 20],
        lastScore: [12, -1, 12],
        lastCompletedAtMs: [last, -1, last],
      },
      ['IN_PROGRESS', 'FINISHED'],
    ]);
    expect(readAnswer(listCaseloadApplications.response, body).unreadable).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['id', { id: 'x' }, { id: null, patientId: PATIENT, formTemplateId: FORM }],
    ['patient', { patientId: 'Ana Lima' }, { id: 1, patientId: null, formTemplateId: FORM }],
    ['instrument', { formTemplateId: 3 }, { id: 1, patientId: PATIENT, formTemplateId: null }],
  ])('without a readable %s is lost, and said so', async (_, broken, expected) => {
    world.clinic.applications = [application(1, broken), application(2)];
    const { body } = await askCaseload(world, 'applications');
    expect(body.ids).toEqual([2]);
    expect(body.lost).toEqual([{ ...expected, status: 'IN_PROGRESS', completedAtMs: null }]);
  });

  test('that is sent twice comes once; what the two do not agree in is left out and marked', async () => {
    world.clinic.applications = [
      application(1),
      application(2),
      application(1),
      application(2, { nextAnswerAt: '2026-12-24T09:00:00Z' }),
    ];
    const { body } = await askCaseload(world, 'applications');
    expect([body.ids, body.isPartial]).toEqual([
      [1, 2],
      [false, true],
    ]);
    expect(body.nextAnswerAtMs).toEqual([at('2026-11-20T09:00:00Z'), null]);
    expect(body.lastScore).toEqual([12, 12]);
  });

  test('that is sent twice with two patients is neither’s, and is said to be lost with each of them', async () => {
    world.clinic.applications = [application(1), application(1, { patientId: OTHER_PATIENT })];
    const { body } = await askCaseload(world, 'applications');
    expect([body.ids, body.patientIds]).toEqual([[], []]);
    expect(body.lost).toMatchObject([
      { id: 1, patientId: PATIENT },
      { id: 1, patientId: OTHER_PATIENT },
    ]);
  });
});

describe('a submission', () => {
  test('that is sent twice, once with a patient who cannot be read, is lost, and may be that of the other', async () => {
    world.clinic.submissions = [submission(1), submission(1, { patientId: 'soon' })];
    const { body } = await askCaseload(world, 'submissions');
    expect([body.ids, body.patientIds]).toEqual([[], []]);
    expect(body.lost).toMatchObject([{ id: 1, patientId: PATIENT }]);
  });
  test('comes with score, class and risk, and of its answers with those that have a flag', async () => {
    world.clinic.submissions = [
      submission(1),
      submission(2, {
        patientId: OTHER_PATIENT,
        hasHighRisk: true,
        riskFlagCount: 1,
        answers: [answer(1), answer(9, FLAG)],
        globalClassification: { title: 'Severe', color: '#c62828' },
      }),
      submission(3, {
        status: 'LATE',
        completedFillAt: null,
        score: null,
        globalClassification: null,
        answers: null,
      }),
    ];
    const { status, body } = await askCaseload(world, 'submissions');
    expect(status).toBe(200);
    expect(body).toEqual({
      patientIds: [PATIENT, OTHER_PATIENT],
      instruments: [TEMPLATE],
      classes: [
        { title: 'Moderate', color: '#ef6c00' },
        { title: 'Severe', color: '#c62828' },
      ],
      ids: [1, 2, 3],
      applicationId: [7, 7, 7],
      patient: [0, 1, 0],
      instrument: [0, 0, 0],
      status: ['ANSWERED', 'ANSWERED', 'LATE'],
      completedAtMs: [at('2026-11-13T10:30:00Z'), at('2026-11-13T10:30:00Z'), null],
      startedAtMs: [null, null, at('2026-11-13T08:00:00Z')],
      deadlineMs: [null, null, at('2026-11-15T08:00:00Z')],
      score: [12, 12, null],
      class: [0, 1, null],
      riskFlagCount: [0, 1, 0],
      hasHighRisk: [false, true, false],
      isRiskUnread: [false, false, false],
      isPartial: [false, false, false],
      answers: [[], [0], []],
      items: [{ questionId: 109, position: 9, flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' }],
      lost: [],
      next: null,
    });
    expect(JSON.stringify(body)).not.toMatch(CANARIES);
    expect(readAnswer(listCaseloadSubmissions.response, body).unreadable).toEqual([]);
  });

  test('comes packed if it is an answer without a flag, and in columns if there is more to say of it', async () => {
    world.clinic.submissions = [
      submission(1, { patientId: OTHER_PATIENT, formApplicationId: 8 }),
      submission(2, { score: 3, completedFillAt: '2026-11-14T10:30:00Z', globalClassification: null }),
      submission(3, { riskFlagCount: 1, answers: [answer(9, FLAG)] }),
      submission(4, { answers: [answer(9, FLAG)] }),
      submission(5, { riskFlagCount: null }),
      submission(6, { hasHighRisk: null }),
      submission(7, { status: 'LATE' }),
      submission(8, { score: 7.5 }),
      submission(9, { score: null }),
      submission(10, { completedFillAt: 'soon' }),
      submission(11, { formApplicationId: null }),
      submission(12, { deadline: 'soon' }),
      submission(13, { patientId: OTHER_PATIENT, formApplicationId: 8 }),
      submission(14, { patientId: OTHER_PATIENT, formApplicationId: 8, globalClassification: null }),
    ];
    const { body } = await askCaseload(world, 'submissions?layout=packed');
    expect(body.ids).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const { count, unitMs, ...texts } = body.packed;
    expect([count, body.patientIds]).toEqual([4, [PATIENT, OTHER_PATIENT]]);
    const columns = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, unpack(text as string, count)]),
    );
    const moderate = body.classes.findIndex(({ title }: { title: string }) => title === 'Moderate');
    const noon = at('2026-11-13T10:30:00Z') / unitMs;
    expect(columns).toEqual({
      ids: [1, 13, 14, 2],
      applicationId: [8, 8, 8, 7],
      patient: [1, 1, 1, 0],
      instrument: [0, 0, 0, 0],
      completedAtMs: [noon, noon, noon, at('2026-11-14T10:30:00Z') / unitMs],
      score: [12, 12, 12, 3],
      // Said in full, then as that of the last row of the same score, then that there is none.
      class: [moderate + 2, 0, 1, 1],
    });
    expect(readAnswer(listCaseloadSubmissions.response, body).unreadable).toEqual([]);
    const named = await askCaseload(world, 'submissions?layout=packed&ids=1,2');
    expect([named.body.ids, named.body.packed]).toEqual([[1, 2], undefined]);
  });

  const weekly = (from: number, count: number, more: Record<string, unknown> = {}) =>
    Array.from({ length: count }, (_, week) =>
      submission(from + week, {
        completedFillAt: `2026-${week < 4 ? 10 : 11}-0${(week % 4) + 1}T10:37:00Z`,
        score: week,
        ...more,
      }),
    );

  test('is a point of a course if two of its patient and instrument are newer, and says only when, and which score', async () => {
    world.clinic.submissions = weekly(10, 6).toReversed();
    const window = 'startDate=2026-09-01T00:00:00Z&endDate=2026-12-01T00:00:00Z';
    const { body } = await askCaseload(world, `submissions?layout=courses&${window}`);
    const { packed, courses } = body;
    expect([body.ids, unpack(packed.ids, packed.count)]).toEqual([[], [15, 14]]);
    expect([courses.count, courses.answers, unpack(courses.length, 1)]).toEqual([1, 4, [4]]);
    expect(unpack(courses.score, 4)).toEqual([0, 1, 2, 3]);
    // Of the first the quarter of an hour, so that its day is right in every time zone.
    const first = at('2026-10-01T10:30:00Z');
    expect(unpack(courses.firstAt, 1)).toEqual([first / 900_000]);
    let instant = first;
    const later = unpack(courses.steps, 3).map((steps) => (instant += steps * courses.stepMs));
    const instants = [first, ...later];
    for (const [day, drawn] of instants.entries()) {
      const late = at(`2026-10-0${day + 1}T10:37:00Z`) - drawn;
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(courses.stepMs + 900_000);
    }
    // A course is 100 pixels wide.
    expect(courses.stepMs).toBeLessThan((92 * 86_400_000) / 400);
    expect(readAnswer(listCaseloadSubmissions.response, body).unreadable).toEqual([]);
  });

  test.each<[string, readonly object[]]>([
    ['has a flag', [submission(90, { riskFlagCount: 1, answers: [answer(9, FLAG)] })]],
    ['has no score', [submission(90, { score: null })]],
    ['is of another application', [submission(90, { formApplicationId: 8 })]],
    ['has a score below zero', [submission(90, { score: -1 })]],
    ['lies in the future', [submission(90, { completedFillAt: '2199-01-01T00:00:00Z' })]],
    ['has no readable instrument', [submission(90, { formTemplateId: 'none' })]],
    ['comes twice and differs', [submission(90), submission(90, { score: 4 })]],
  ])('is stated, and no point of a course, where one of its patient and instrument %s', async (_, more) => {
    world.clinic.submissions = [...weekly(10, 6), ...more];
    const { body } = await askCaseload(world, 'submissions?layout=courses');
    const stated = [...body.ids, ...unpack(body.packed.ids, body.packed.count)];
    expect(stated).toEqual(expect.arrayContaining([10, 11, 12, 13, 14, 15]));
    expect(body.courses.answers).toBe(0);
  });

  test('is a point of a course beside a request that is open', async () => {
    const open = submission(90, { status: 'IN_PROGRESS', completedFillAt: null, score: null, answers: [] });
    world.clinic.submissions = [...weekly(10, 6), { ...open, riskFlagCount: null, hasHighRisk: null }];
    const { body } = await askCaseload(world, 'submissions?layout=courses');
    expect([body.ids, body.courses.answers]).toEqual([[90], 4]);
  });

  test('comes first, of those with a flag, beside all others of its patient', async () => {
    const flagged = submission(3, { riskFlagCount: 1, answers: [answer(9, FLAG)] });
    const other = { patientId: OTHER_PATIENT, formApplicationId: 8 };
    const formTemplate = { ...TEMPLATE, templateId: OTHER_FORM };
    world.clinic.submissions = [
      submission(1),
      submission(2, other),
      flagged,
      submission(4, { formApplicationId: 9, formTemplateId: OTHER_FORM, formTemplate }),
      { id: 'x', patientId: PATIENT },
    ];
    const { body } = await askCaseload(world, 'submissions?layout=flagged');
    expect([body.ids, body.patientIds, body.lost]).toEqual([[1, 3, 4], [PATIENT], []]);
    expect(answersOf(body)).toMatchObject([[], [{ flagType: 'SUICIDE_SELF_HARM' }], []]);
  });

  test('says once what it says of all rows, but never whose a row is', async () => {
    world.clinic.submissions = [submission(1), submission(2)];
    const headers = { authorization: `Bearer ${await tokenFor()}` };
    const body = await (await fetch(`${world.url}/caseload/submissions`, { headers })).json();
    expect(body).toMatchObject({ ids: [1, 2], patient: [0, 0], instrument: [0, 0] });
    expect(body).toMatchObject({ status: ['ANSWERED'], score: [12], class: [0], isRiskUnread: [false] });
  });

  test.each<[string, Record<string, unknown>, readonly object[]]>([
    [
      'a flag in other words',
      { answers: [answer(9, 'HIGH')] },
      [{ position: 9, flagType: null, isUnread: true }],
    ],
    [
      'a flag of an unreadable kind',
      { answers: [answer(9, { flagType: 1 })] },
      [{ position: 9, isUnread: true }],
    ],
    [
      'a severity that is none',
      { answers: [answer(9, { flagType: 'NONE', severity: 3 })] },
      [{ flagType: 'NONE', severity: null, isUnread: true }],
    ],
    ['an answer that is no record', { answers: [answer(1), 'yes'] }, []],
    ['answers that are no list', { answers: { 1: 'yes' } }, []],
    ['a count in words', { riskFlagCount: 'none' }, []],
    ['a risk in words', { hasHighRisk: 'no' }, []],
  ])('with %s is marked as to risk, and only as to risk', async (_, broken, answers) => {
    world.clinic.submissions = [submission(1, broken), submission(2)];
    const { body } = await askCaseload(world, 'submissions');
    expect(body.isRiskUnread).toEqual([true, false]);
    expect(body.isPartial).toEqual([false, false]);
    expect(answersOf(body)).toMatchObject([answers, []]);
  });

  test('says of a flag of a kind that nobody knows yet what it is, and of one without a kind that it is', async () => {
    world.clinic.submissions = [
      submission(1, { answers: [answer(3, { flagType: 'PSYCHOSIS', severity: 'EXTREME' }), answer(4, {})] }),
    ];
    const { body } = await askCaseload(world, 'submissions');
    expect(answersOf(body)).toEqual([
      [
        { questionId: 103, position: 3, flagType: 'PSYCHOSIS', severity: 'EXTREME' },
        { questionId: 104, position: 4, flagType: null, severity: null },
      ],
    ]);
    expect(body.isRiskUnread).toEqual([false]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a score in words', { score: 'twelve' }],
    ['a class without a name', { globalClassification: { color: '#000000' } }],
    ['an item without a number', { answers: [{ ...answer(1), question: { position: 'one' } }] }],
  ])('with %s is marked, but not as to risk', async (_, broken) => {
    world.clinic.submissions = [submission(1, broken)];
    const { body } = await askCaseload(world, 'submissions');
    expect([body.isPartial, body.isRiskUnread]).toEqual([[true], [false]]);
  });

  test('that is sent twice loses no flag of either, and is marked', async () => {
    world.clinic.submissions = [
      submission(1, { answers: [answer(9)] }),
      submission(1, { riskFlagCount: 1, answers: [answer(9, FLAG)] }),
    ];
    const { body } = await askCaseload(world, 'submissions');
    expect(body.ids).toEqual([1]);
    expect([body.isRiskUnread, body.isPartial, body.riskFlagCount]).toEqual([[true], [false], [1]]);
    expect(answersOf(body)[0]).toContainEqual(
      expect.objectContaining({ position: 9, flagType: 'SUICIDE_SELF_HARM' }),
    );
  });
  test.each([0, 1])('that is sent twice, without its answers, keeps the flag of row %i', async (at) => {
    const flagged = { riskFlagCount: 1, hasHighRisk: true, answers: null };
    world.clinic.submissions = [0, 1].map((row) => submission(1, row === at ? flagged : { answers: null }));
    const { body } = await askCaseload(world, 'submissions');
    expect([body.isRiskUnread, body.riskFlagCount, body.hasHighRisk]).toEqual([[true], [1], [true]]);
  });
});

describe('a caller who has read the list of patients', () => {
  const THIRD = '33333333-3333-4333-8333-333333333333';
  const digestOf = (...ids: string[]) => hash('sha256', ids.join(' '), 'hex');
  const listed = (...ids: unknown[]) => ids.map((serviceId) => ({ serviceId }));
  const ask = (path: string, digest: string, claims = {}) =>
    askCaseload(world, `${path}?layout=columns&patients=${digest}`, claims);
  beforeEach(() => {
    const of = { patientId: OTHER_PATIENT };
    world.clinic.patients = listed(THIRD, 'none', OTHER_PATIENT.toUpperCase(), THIRD);
    world.clinic.applications = [application(1), application(2, of)];
    world.clinic.submissions = [submission(1), submission(2, of)];
  });
  const BOTH = digestOf(THIRD, OTHER_PATIENT);
  const LISTS = ['applications', 'submissions'];

  test.each(LISTS)(
    'gets in %s their places in it, and the ids of those alone who are not in it',
    async (list) => {
      const { body } = await ask(list, BOTH);
      expect([body.listed, body.patientIds, body.patient]).toEqual([2, [PATIENT], [2, 1]]);
    },
  );

  test.each(LISTS)(
    'gets all ids in %s where the list is another by now, or in another order',
    async (list) => {
      for (const digest of [digestOf(OTHER_PATIENT, THIRD), digestOf(THIRD), 'none', '']) {
        const { body } = await ask(list, digest);
        expect([body.listed, body.patientIds, body.patient]).toEqual([
          undefined,
          [PATIENT, OTHER_PATIENT],
          [0, 1],
        ]);
      }
    },
  );

  test.each(LISTS)('gets all ids in %s where the list cannot be read', async (list) => {
    world.service.answer = (request) =>
      request.url.includes('/patients') ? { status: 500, body: {} } : world.answer(request);
    const { status, body } = await ask(list, BOTH);
    expect([status, body.listed, body.patientIds]).toEqual([200, undefined, [PATIENT, OTHER_PATIENT]]);
  });

  test.each(LISTS)('is asked about in %s alone, who was named to it a moment ago', async (list) => {
    await askCaseload(world, 'patients');
    const asked = () => world.service.requests.filter(({ url }) => url.endsWith('/patients')).length;
    expect(asked()).toBe(1);
    const { body } = await ask(list, BOTH);
    expect([asked(), body.listed, body.patientIds, body.patient]).toEqual([1, 2, [PATIENT], [2, 1]]);
    // Whose token is narrowed learns of no other's place, though the list is known.
    expect((await ask(list, BOTH, { pat: [OTHER_PATIENT] })).body.listed).toBeUndefined();
  });

  test('knows no place of a patient to whom its token is not narrowed', async () => {
    const claims = { pat: [OTHER_PATIENT] };
    expect((await ask('submissions', BOTH, claims)).body.listed).toBeUndefined();
    const { body } = await ask('submissions', digestOf(OTHER_PATIENT), claims);
    expect([body.ids, body.listed, body.patientIds, body.patient]).toEqual([[2], 1, [], [0]]);
  });
});

describe('submissions by their ids', () => {
  test('come with all of their answers, and those that are not there are in no column', async () => {
    world.clinic.submissions = [submission(3, { answers: [answer(1), answer(9, FLAG)] }), submission(5)];
    const { status, body } = await askCaseload(world, 'submissions?ids=5,4,3,5');
    expect(status).toBe(200);
    expect([...body.ids].sort()).toEqual([3, 5]);
    expect(body.next).toBeNull();
    const row = body.ids.indexOf(3);
    expect(answersOf(body)[row]).toEqual([
      { questionId: 101, position: 1, flagType: 'NONE', severity: null },
      { questionId: 109, position: 9, flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' },
    ]);
    expect(JSON.stringify(body)).not.toMatch(CANARIES);
  });

  test('are asked for by at most 8 at once, and at most 100 in one request', async () => {
    world.clinic.submissions = Array.from({ length: 100 }, (_, index) => submission(index + 1));
    let [open, most] = [0, 0];
    world.service.answer = (request) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
      }, 15);
      return { ...world.answer(request), after: 15 };
    };
    const ids = Array.from({ length: 100 }, (_, index) => index + 1);
    expect((await askCaseload(world, `submissions?ids=${ids}`)).body.ids).toHaveLength(100);
    expect(most).toBeLessThanOrEqual(8);
    expect((await askCaseload(world, `submissions?ids=${ids},101`)).status).toBe(400);
    expect((await askCaseload(world, 'submissions?ids=')).status).toBe(400);
  });

  test('are refused together where one fails, and no further one is asked for', async () => {
    world.clinic.submissions = Array.from({ length: 60 }, (_, index) => submission(index + 1));
    world.service.answer = (request) =>
      request.url.endsWith('/3')
        ? { status: 500, body: { code: 'INTERNAL', message: 'NAME-CANARY' } }
        : { ...world.answer(request), after: 50 };
    const ids = Array.from({ length: 60 }, (_, index) => index + 1);
    const { status, body } = await askCaseload(world, `submissions?ids=${ids}`);
    expect([status, body.code]).toEqual([500, 'INTERNAL']);
    expect(world.service.requests.length).toBeLessThan(20);
  });

  test('are lost, and nobody’s, where the service sends the record of another id', async () => {
    world.service.answer = () => ({ body: submission(8) });
    const { body } = await askCaseload(world, 'submissions?ids=7');
    expect(body.ids).toEqual([]);
    expect(body.lost).toEqual([
      { id: 7, patientId: null, formTemplateId: null, status: null, completedAtMs: null },
    ]);
  });
});

describe('the answer', () => {
  test('carries the service’s date, of several pages the first', async () => {
    world.clinic.applications = Array.from({ length: 250 }, (_, index) => application(index + 1));
    let second = 0;
    world.service.answer = (request) => {
      second += 1;
      return { ...world.answer(request), headers: { date: `Sun, 15 Nov 2026 08:00:0${second} GMT` } };
    };
    for (const path of ['patients', 'applications', 'submissions']) {
      second = 0;
      const { headers } = await askCaseload(world, path, {}, { headers: { origin: PAGE } });
      expect(headers.get('date')).toBe('Sun, 15 Nov 2026 08:00:01 GMT');
      expect(headers.get('access-control-expose-headers')).toContain('date');
    }
  });

  test('is never dated after it was asked for, where the service does not say when it answered', async () => {
    world.service.answer = (request) => ({
      ...world.answer(request),
      headers: { date: 'soon' },
      after: 1_200,
    });
    const askedAt = Date.now();
    const { headers } = await askCaseload(world, 'patients');
    expect(Date.parse(headers.get('date') ?? '')).toBeLessThanOrEqual(askedAt + 100);
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=1.0, gzip;q=0.8', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip', 'gzip'],
    ['*', 'gzip'],
    ['gzip;q=0', null],
    ['gzip;q=0.000, *;q=0.5', null],
    ['deflate', null],
    ['', null],
  ])('to a caller that accepts %j is compressed as %s', async (accepted, coding) => {
    world.clinic.applications = Array.from({ length: 200 }, (_, index) => application(index + 1));
    const received = await rawRequest(
      world.url,
      [
        'GET /caseload/applications HTTP/1.1',
        'Host: a',
        `Authorization: Bearer ${await tokenFor()}`,
        `Accept-Encoding: ${accepted}`,
        'Connection: close',
        '\r\n',
      ].join('\r\n'),
    );
    const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s);
    expect(/content-encoding: (\S+)/.exec(head)?.[1] ?? null).toBe(coding);
    expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBe(body.length);
    const bytes = Buffer.from(body, 'latin1');
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, none: (sent: Buffer) => sent };
    const text = decode[(coding ?? 'none') as keyof typeof decode](bytes).toString('utf8');
    expect(JSON.parse(text).ids).toHaveLength(200);
  });

  test('repeats nothing of the request, and holds no token', async () => {
    world.clinic.applications = [application(1)];
    const path = 'applications?offset=0&echo=ECHO-CANARY&startDate=ECHO-CANARY';
    const { body, headers } = await askCaseload(world, path, { sub: 'SUB-CANARY' });
    expect(JSON.stringify([body, [...headers]])).not.toMatch(CANARIES);
  });

  test('is compressed the same behind fetch', async () => {
    world.clinic.applications = Array.from({ length: 200 }, (_, index) => application(index + 1));
    const request = new Request('https://panel.clinic.example/caseload/applications', {
      headers: { authorization: `Bearer ${await tokenFor()}`, 'accept-encoding': 'gzip' },
    });
    const response = await world.proxy.fetch(request);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString('utf8');
    expect(JSON.parse(text).ids).toHaveLength(200);
  });
});
