import { describe, expect, it } from 'vitest';
import { Caseload, type PatientFacts } from './caseload.ts';
import type { Present } from './facts.ts';
import { packFacts, unpackFacts } from './packed-facts.ts';
import {
  applicationsPage,
  day,
  GAD,
  type GivenApplication,
  type GivenSubmission,
  PHQ,
  submissionsPage,
  uuid,
} from './pages.fixture.ts';

const ANA = uuid(1);
const DAY_MS = 86_400_000;
const now = day(20);

type Given = Omit<GivenSubmission, 'patient'>;
interface Clinic {
  readonly submissions?: readonly Given[];
  readonly applications?: readonly Omit<GivenApplication, 'patient'>[];
  readonly byId?: readonly Given[];
  readonly seenAt?: number;
  readonly now?: number | null;
}

const present = (clinic: Clinic): Present => ({
  now: clinic.now === undefined ? now : clinic.now,
  seenAt: clinic.seenAt ?? null,
  isToday: (at) => Math.floor(at / DAY_MS) === Math.floor(now / DAY_MS),
});

function caseloadOf({ submissions = [], applications = [], byId = [] }: Clinic): Caseload {
  const caseload = new Caseload();
  caseload.addPatients([{ serviceId: ANA.toUpperCase(), name: 'Ana', surname: 'Lima' }], 0);
  caseload.addApplications(applicationsPage(applications.map((one) => ({ ...one, patient: ANA }))));
  caseload.addSubmissions(submissionsPage(submissions.map((one) => ({ ...one, patient: ANA }))));
  if (byId.length > 0) {
    const page = submissionsPage(byId.map((one) => ({ ...one, patient: ANA })));
    caseload.addSubmissions(page, page.ids);
  }
  return caseload;
}

function factsOf(clinic: Clinic): PatientFacts {
  const facts = caseloadOf(clinic).factsOf(ANA, present(clinic));
  if (!facts) throw new Error('No facts of Ana.');
  return facts;
}

const groupsOf = (clinic: Clinic): string[] => factsOf(clinic).reasons.map(({ group }) => group);
const active: Clinic['applications'] = [{ id: 7 }];

const flagged = {
  flags: 1,
  answers: [{ questionId: 9, position: 9, flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' }],
};
const withoutItem = { flags: 0, answers: [{ questionId: 1, position: 1 }] };
const withItem = { flags: 0, answers: [{ questionId: 9, position: 9, flagType: 'NONE' }] };

describe('a risk flag', () => {
  it('of the latest answer puts a patient first, with its item', () => {
    const facts = factsOf({
      submissions: [
        { id: 1, at: day(1) },
        { id: 2, at: day(8), ...flagged },
      ],
    });
    expect(facts.reasons[0]).toMatchObject({
      group: 'flag',
      facts: {
        item: { position: 9, flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' },
        latest: { at: day(8) },
      },
    });
  });
  it('is not taken away by a later answer to another instrument', () => {
    const submissions = [
      { id: 1, at: day(1), ...flagged },
      { id: 2, at: day(8), form: GAD },
    ];
    expect(groupsOf({ submissions })[0]).toBe('flag');
  });
  it('is not taken away by a later answer that could not be read', () => {
    const submissions = [
      { id: 1, at: day(1), ...flagged },
      { id: 2, at: day(8), isPartial: true, score: null },
    ];
    expect(groupsOf({ submissions })).toEqual(expect.arrayContaining(['flag', 'unread']));
    expect(groupsOf({ submissions: [...submissions, { id: 3, at: null }] })[0]).toBe('flag');
  });
  it('is taken away by a later answer to the same item, and by none without it', () => {
    const submissions = [
      { id: 1, at: day(1), flags: 1 },
      { id: 2, at: day(8) },
    ];
    const before = { id: 1, at: day(1), ...flagged };
    expect(groupsOf({ submissions, byId: [before, { id: 2, at: day(8), ...withoutItem }] })[0]).toBe('flag');
    expect(groupsOf({ submissions, byId: [before, { id: 2, at: day(8), ...withItem }] })).not.toContain(
      'flag',
    );
  });
  it('has its answer and the later ones read by their ids before it is certain', () => {
    const submissions = [
      { id: 1, at: day(1), flags: 1 },
      { id: 2, at: day(4) },
      { id: 3, at: day(8) },
    ];
    const toRead = (byId: readonly Given[] = []) => [
      ...(factsOf({ submissions, byId }).instruments[0]?.toRead ?? []),
    ];
    expect(toRead().toSorted()).toEqual([1, 3]);
    const first = [{ id: 1, at: day(1), ...flagged }];
    expect(toRead([...first, { id: 3, at: day(8), ...withoutItem }])).toEqual([2]);
    expect(toRead([...first, { id: 3, at: day(8), ...withItem }])).toEqual([]);
  });
  it('is not read by its id where a list brought all answers with a flag, but what came later is', () => {
    const toReadOf = (...submissions: Given[]) => factsOf({ submissions }).instruments[0]?.toRead;
    expect(toReadOf({ id: 1, at: day(8), ...flagged })).toEqual([]);
    expect(toReadOf({ id: 1, at: day(1), ...flagged }, { id: 2, at: day(8) })).toEqual([2]);
    expect(toReadOf({ id: 1, at: day(8), ...flagged, flags: 2 })).toEqual([1]);
    expect(toReadOf({ id: 1, at: day(8), ...flagged, isRiskUnread: true })).toEqual([1]);
    expect(toReadOf({ id: 1, at: day(8), flags: 1, answers: [{ questionId: 9 }] })).toEqual([1]);
  });
  it('of a request that was not answered is not lost', () => {
    const submissions = [
      { id: 1, at: day(1) },
      { id: 2, status: 'CANCELED', startedAt: day(8), flags: 1 },
    ];
    expect(groupsOf({ submissions })[0]).toBe('flag');
  });
});

describe('what could not be read', () => {
  it.each<[string, Clinic]>([
    [
      'a latest answer without an instant',
      {
        submissions: [
          { id: 1, at: day(1) },
          { id: 2, at: null },
        ],
      },
    ],
    [
      'an answer in the future',
      {
        submissions: [
          { id: 1, at: day(1) },
          { id: 2, at: day(29) },
        ],
      },
    ],
    ['an answer whose risk was not sent', { submissions: [{ id: 1, at: day(1), flags: null }] }],
    ['an answer whose risk could not be read', { submissions: [{ id: 1, at: day(1), isRiskUnread: true }] }],
    ['a state that is not known', { submissions: [{ id: 1, at: day(1), status: 'REVIEWED' }] }],
  ])('is %s', (_, clinic) => {
    expect(groupsOf({ applications: active, ...clinic })[0]).toBe('unread');
  });
  it('is the newest answer of an application that is not found by its id either', () => {
    const clinic = {
      submissions: [{ id: 1, at: day(1) }],
      applications: [{ id: 7, last: { id: 5, at: day(9) } }],
    };
    expect(factsOf(clinic).instruments[0]).toMatchObject({ toRead: [5], isLatestKnown: false });
    const caseload = caseloadOf(clinic);
    caseload.addSubmissions(submissionsPage([]), [5]);
    const facts = caseload.factsOf(ANA, present(clinic))?.instruments[0];
    expect(facts).toMatchObject({ toRead: [], unreadCount: 1, unreadAt: day(9), isLatestKnown: false });
  });
  it('is nothing while the application knows of an answer to a request that the list had as open', () => {
    const caseload = caseloadOf({ submissions: [{ id: 1, status: 'OPENED', startedAt: day(8) }] });
    const answered = applicationsPage([{ id: 7, patient: ANA, last: { id: 1, score: 5, at: day(9) } }]);
    caseload.addSubmissions(
      submissionsPage([{ id: 1, patient: ANA, status: 'OPENED', startedAt: day(8) }]),
      [1],
    );
    caseload.addApplications(answered);
    const facts = () => caseload.factsOf(ANA, present({}))?.instruments[0];
    expect(facts()).toMatchObject({ isLatestKnown: false, toRead: [1] });
    caseload.addSubmissions(submissionsPage([{ id: 1, patient: ANA, at: day(9) }]), [1]);
    expect(facts()).toMatchObject({ isLatestKnown: true, unreadCount: 0, toRead: [], latest: { id: 1 } });
  });
  it('is an answer that the application and the list date or score differently', () => {
    const submissions = [{ id: 1, at: day(1), score: 9 }];
    const unread = (last: { at?: number; score?: number }) =>
      factsOf({ submissions, applications: [{ id: 7, last: { id: 1, ...last } }] }).instruments[0]
        ?.unreadCount;
    expect(unread({ at: day(1), score: 9 })).toBe(0);
    expect(unread({ at: day(3), score: 9 })).toBe(1);
    expect(unread({ at: day(1), score: 8 })).toBe(1);
  });
  it('is an answer whose application belongs to another patient', () => {
    const caseload = caseloadOf({
      submissions: [{ id: 1, at: day(1), application: 8 }],
      applications: active,
    });
    caseload.addApplications(applicationsPage([{ id: 8, patient: uuid(2) }]));
    expect(caseload.factsOf(ANA, present({}))?.instruments[0]).toMatchObject({
      latest: null,
      unreadCount: 1,
    });
  });
  it('is an answer that applications of two patients call their last, also where one comes again', () => {
    const caseload = caseloadOf({ submissions: [{ id: 1, at: day(1), application: null }] });
    const page = (id: number, patient: string) =>
      applicationsPage([{ id, patient, last: { id: 1, at: day(1) } }]);
    for (const one of [page(7, ANA), page(8, uuid(2)), page(7, ANA)]) caseload.addApplications(one);
    expect(caseload.factsOf(ANA, present({}))?.instruments[0]).toMatchObject({
      latest: null,
      unreadCount: 1,
    });
  });
  it('is nothing of pages that overlap, unless one of them says something else', () => {
    const given = [{ id: 1, patient: ANA, application: 7, at: day(1), className: 'Mild' }];
    const unread = (more: Partial<GivenSubmission>) => {
      const caseload = new Caseload();
      for (const again of [{}, more])
        caseload.addSubmissions(submissionsPage(given.map((one) => ({ ...one, ...again }))));
      const [facts] = caseload.factsOf(ANA, present({}))?.instruments ?? [];
      return [facts?.unreadCount, facts?.latest?.className];
    };
    expect(unread({})).toEqual([0, 'Mild']);
    expect(unread({ score: 6 })).toEqual([1, undefined]);
    expect(unread({ className: 'Severe' })).toEqual([1, undefined]);
    expect(unread({ at: day(3) })).toEqual([1, undefined]);
    expect(unread({ application: 8 })).toEqual([1, undefined]);
  });
  it('is a lost row of the patient; one of nobody is counted for the list', () => {
    const caseload = caseloadOf({ submissions: [{ id: 1, at: day(1) }], applications: active });
    const lost = [
      { patientId: ANA, formTemplateId: PHQ, completedAtMs: day(9) },
      { patientId: ANA },
      { id: 3 },
    ];
    caseload.addSubmissions(submissionsPage([], { lost }));
    const facts = caseload.factsOf(ANA, present({}));
    expect(facts?.reasons.filter(({ group }) => group === 'unread').map((one) => one.facts?.title)).toEqual([
      'PHQ-9',
      undefined,
    ]);
    expect(facts?.instruments[0]).toMatchObject({ isLatestKnown: false, risk: { kind: 'unavailable' } });
    expect(caseload.lostCount).toBe(1);
  });
  it('is a row of the patient also where it was no answer: a missed request may be among what is counted', () => {
    const caseload = caseloadOf({ submissions: [{ id: 1, at: day(9) }], applications: active });
    const lost = [{ id: 2, patientId: ANA, formTemplateId: PHQ, status: 'CANCELED_LATE' }];
    caseload.addSubmissions(submissionsPage([], { lost }));
    expect(caseload.factsOf(ANA, present({}))?.reasons).toEqual([{ group: 'unread', facts: null }]);
  });
  it.each([
    ['before', true],
    ['after', false],
  ])('is an answer that another page calls nobody’s %s it came, until it is read by its id', (_, isFirst) => {
    const caseload = caseloadOf({ applications: [{ id: 7, last: { id: 1 } }] });
    const lost = submissionsPage([], { lost: [{ id: 1 }] });
    const found = submissionsPage([{ id: 1, at: day(8), score: 12, patient: ANA, application: 7 }]);
    if (isFirst) caseload.addSubmissions(lost);
    caseload.addPacked(found);
    caseload.factsOf(ANA, present({}));
    if (!isFirst) caseload.addSubmissions(lost);
    expect([...caseload.due(true)]).toEqual(isFirst ? [] : [ANA]);
    expect(caseload.factsOf(ANA, present({}))?.instruments[0]).toMatchObject({ latest: null, toRead: [1] });
    const byId = submissionsPage([{ id: 1, at: day(8), score: 12, patient: ANA, application: 7 }]);
    caseload.addSubmissions(byId, [1]);
    expect(caseload.factsOf(ANA, present({}))?.instruments[0]).toMatchObject({
      latest: { score: 12 },
      toRead: [],
    });
  });
  it('is a request that another page calls nobody’s, and that is not found by its id: it counts as none that was missed', () => {
    const request = { id: 2, status: 'CANCELED_LATE', startedAt: day(9) };
    const caseload = caseloadOf({ submissions: [{ id: 1, at: day(8) }, request], applications: active });
    caseload.addSubmissions(submissionsPage([], { lost: [{ id: 2 }] }));
    expect(caseload.factsOf(ANA, present({}))?.instruments[0]).toMatchObject({ missedCount: 0, toRead: [2] });
    caseload.addSubmissions(submissionsPage([]), [2]);
    expect(caseload.factsOf(ANA, present({}))?.instruments[0]).toMatchObject({
      missedCount: 0,
      unreadCount: 1,
    });
  });
  it('that was no answer, or an older one, takes nothing from a latest answer without a flag', () => {
    const riskOf = (lost: Readonly<Record<string, unknown>>) => {
      const caseload = caseloadOf({ submissions: [{ id: 1, at: day(9) }], applications: active });
      caseload.addSubmissions(
        submissionsPage([], { lost: [{ patientId: ANA, formTemplateId: PHQ, ...lost }] }),
      );
      return caseload.factsOf(ANA, present({}))?.instruments[0]?.risk;
    };
    expect(riskOf({ status: 'LATE' })).toMatchObject({ kind: 'none', asOf: day(9) });
    const older = { status: 'ANSWERED', completedAtMs: day(2) };
    expect(riskOf(older)).toMatchObject({ kind: 'none', asOf: day(9), unknown: 1 });
  });
  it('lets nothing be said of the answer before the latest where one lies between them', () => {
    const at = (id: number, more: Partial<Given> = {}) => ({ id, at: day(id), ...more });
    expect(factsOf({ submissions: [at(1), at(5)] }).instruments[0]?.before?.at).toBe(day(1));
    expect(
      factsOf({ submissions: [at(1), at(3, { isPartial: true, score: null }), at(5)] }).instruments[0]
        ?.before,
    ).toBe(null);
  });
});

describe('the other groups', () => {
  it('say what was answered since the list was seen, and nothing of it before the first time', () => {
    const submissions = [{ id: 1, at: day(10) }];
    expect(groupsOf({ submissions, applications: active, seenAt: day(9) })).toContain('answered');
    expect(groupsOf({ submissions, applications: active, seenAt: day(10) })).toEqual(['none']);
    expect(groupsOf({ submissions, applications: active })).toEqual(['none']);
  });
  it('say that a class changed only where the service gave both', () => {
    const classes = (one: string | null, two: string | null) =>
      groupsOf({
        applications: active,
        submissions: [
          { id: 1, at: day(1), className: one },
          { id: 2, at: day(8), className: two },
        ],
      });
    expect(classes('Mild', 'Moderate')).toEqual(['changed']);
    expect(classes('Mild', 'Mild')).toEqual(['none']);
    expect(classes(null, 'Moderate')).toEqual(['none']);
  });
  it('hold a change of class for 30 days; an earlier one is known, and puts nobody into a group', () => {
    const DAYS_MS = 30 * DAY_MS;
    const changed = (at: number, clinic: Partial<Clinic> = {}) =>
      factsOf({
        applications: active,
        submissions: [
          { id: 1, at: at - 7 * DAY_MS, className: 'Mild' },
          { id: 2, at, className: 'Moderate' },
        ],
        ...clinic,
      });
    expect(changed(now - DAYS_MS).reasons.map(({ group }) => group)).toEqual(['changed']);
    const earlier = changed(now - DAYS_MS - 1);
    expect(earlier.reasons.map(({ group }) => group)).toEqual(['none']);
    expect(earlier.instruments[0]).toMatchObject({ change: 'earlier', before: { className: 'Mild' } });
    expect(changed(now - DAY_MS, { now: null }).instruments[0]?.change).toBe('earlier');
  });
  it('count the requests in a row that were not answered since the latest answer', () => {
    const missed = (id: number, status: string) => ({ id, status, startedAt: day(id) });
    const submissions = [
      missed(1, 'CANCELED_LATE'),
      { id: 2, at: day(2), startedAt: day(2) },
      missed(3, 'CANCELED_LATE'),
      missed(4, 'CANCELED_IDLE'),
      missed(5, 'LATE'),
    ];
    const facts = factsOf({ submissions, applications: active });
    expect(facts.reasons.map(({ group }) => group)).toEqual(['late']);
    expect(facts.instruments[0]).toMatchObject({ missedCount: 3, missedFrom: day(3), isLate: true });
  });
  it('say since when requests were missed only where each of them says when it was sent', () => {
    const missed = (id: number, more: Partial<Given> = {}) => ({
      id,
      status: 'CANCELED_LATE',
      startedAt: day(id),
      ...more,
    });
    const from = (first: Partial<Given>) => {
      const [one] = factsOf({ applications: active, submissions: [missed(3, first), missed(4)] }).instruments;
      return [one?.missedCount, one?.missedFrom];
    };
    expect(from({})).toEqual([2, day(3)]);
    // Its rows differ in when it was sent; that it could be answered until then says nothing of that.
    expect(from({ startedAt: null, deadline: day(5), isPartial: true })).toEqual([2, null]);
    expect(from({ startedAt: null, deadline: day(5) })).toEqual([2, day(4)]);
  });
  it('say what is due today by the application or by an open request', () => {
    expect(groupsOf({ applications: [{ id: 7, nextAt: now + 3_600_000 }] })).toEqual(['due']);
    expect(groupsOf({ applications: [{ id: 7, nextAt: day(21) }] })).toEqual(['none']);
    const submissions = [{ id: 1, status: 'OPENED', startedAt: day(20) }];
    expect(groupsOf({ applications: active, submissions })).toEqual(['due']);
    const dueAt = now - 3_600_000;
    const answered = [{ id: 1, at: now - 60_000 }];
    expect(groupsOf({ applications: [{ id: 7, nextAt: dueAt }] })).toEqual(['due']);
    expect(groupsOf({ applications: [{ id: 7, nextAt: dueAt }], submissions: answered })).toEqual(['none']);
  });
  it('say that nothing is asked for only where every application is known to be closed', () => {
    expect(groupsOf({})).toEqual(['nothing']);
    expect(groupsOf({ applications: [{ id: 7, status: 'FINISHED' }] })).toEqual(['nothing']);
    expect(groupsOf({ applications: [{ id: 7, status: 'ARCHIVED' }] })).toEqual(['none']);
  });
});

describe('pages', () => {
  it('may come twice and in any order', () => {
    const caseload = new Caseload();
    const page = submissionsPage([{ id: 1, patient: ANA, at: day(1) }]);
    caseload.addSubmissions(page);
    caseload.addSubmissions(page);
    const lost = submissionsPage([], { lost: [{ id: 8, patientId: ANA, formTemplateId: PHQ }] });
    for (const again of [lost, lost]) caseload.addSubmissions(again);
    expect(caseload.factsOf(ANA, present({}))?.instruments[0]?.unreadCount).toBe(1);
    caseload.addPatients([{ serviceId: ANA }], 0);
    expect(caseload.factsOf(ANA.toUpperCase(), present({}))).toMatchObject({
      name: null,
      instruments: [{ title: 'PHQ-9' }],
    });
    expect(caseload.factsOf(ANA, present({}))?.instruments).toHaveLength(1);
    expect(caseload.size).toBe(1);
  });
  it('keep a patient whom the list of patients does not have', () => {
    const caseload = caseloadOf({});
    caseload.addSubmissions(submissionsPage([{ id: 1, patient: uuid(2), at: day(1), ...flagged }]));
    expect(caseload.factsOf(uuid(2), present({}))).toMatchObject({
      name: null,
      reasons: [{ group: 'flag' }, {}],
    });
  });
});

describe('two answers of the service that say different things', () => {
  it('of one submission state neither, and lose no flag', () => {
    const facts = factsOf({
      submissions: [{ id: 1, at: day(8), score: 12, ...flagged }],
      byId: [{ id: 1, at: day(8), score: 14, flags: 0, answers: [] }],
    });
    expect(facts.reasons.map(({ group }) => group)).toEqual(['flag', 'unread', 'nothing']);
    expect(facts.instruments[0]?.latest).toBeNull();
  });
  it.each([
    ['class', { className: null }],
    ['score', { score: null }],
    ['state', { status: null }],
    ['date', { at: null }],
  ])('of which the list left the %s out, since its own rows differ in it, state it of neither', (_, left) => {
    const whole = { id: 1, at: day(8), score: 12, className: 'Mild' };
    const facts = factsOf({
      applications: active,
      submissions: [{ ...whole, ...left, isPartial: true }],
      byId: [whole],
    });
    expect(facts.instruments[0]).toMatchObject({ latest: null, unreadCount: 1 });
  });
  it('are none where what was open is answered when it is read by its id', () => {
    const facts = factsOf({
      applications: active,
      submissions: [{ id: 1, status: 'IN_PROGRESS', startedAt: day(8) }],
      byId: [{ id: 1, at: day(8), score: 14 }],
    });
    expect(facts.instruments[0]).toMatchObject({ latest: { score: 14 }, unreadCount: 0 });
  });
  it.each([
    ['answered', [{ id: 1, at: day(8) }]],
    ['open', [{ id: 1, status: 'OPENED', startedAt: day(8) }]],
  ] as const)('are none where one that was %s comes again as it was', (_, submissions) => {
    const caseload = caseloadOf({ applications: active, submissions });
    caseload.addSubmissions(submissionsPage(submissions.map((one) => ({ ...one, patient: ANA }))));
    expect(caseload.factsOf(ANA, present({}))?.instruments[0]?.unreadCount).toBe(0);
  });
  it('of whose a submission is state it of neither', () => {
    const caseload = caseloadOf({ submissions: [{ id: 1, at: day(8), ...flagged }] });
    caseload.factsOf(ANA, present({}));
    caseload.addSubmissions(submissionsPage([{ id: 1, at: day(8), patient: uuid(2), ...flagged }]));
    expect(caseload.unsettled).toContain(ANA);
    for (const patientId of [ANA, uuid(2)]) {
      const facts = caseload.factsOf(patientId, present({}));
      expect(facts?.reasons[0]?.group).toBe('unread');
      expect(facts?.instruments[0]?.latest).toBeNull();
    }
  });
  it('of which only one can be read to be of another patient’s application state it of neither', () => {
    const caseload = caseloadOf({
      submissions: [{ id: 1, at: day(8), application: 8, ...flagged }],
      byId: [{ id: 1, at: day(8), ...flagged }],
    });
    caseload.addApplications(applicationsPage([{ id: 8, patient: uuid(2) }]));
    const facts = caseload.factsOf(ANA, present({}));
    expect(facts?.reasons.map(({ group }) => group)).toContain('unread');
    expect(facts?.instruments[0]?.latest).toBeNull();
  });
  it('leave open whether something is asked for, where an open request could not be read', () => {
    const caseload = caseloadOf({ submissions: [{ id: 1, at: day(1) }], applications: [] });
    const lost = [{ patientId: ANA, formTemplateId: PHQ, status: 'OPENED' }];
    caseload.addApplications(applicationsPage([]));
    caseload.addSubmissions(submissionsPage([], { lost }));
    const groups = caseload.factsOf(ANA, present({}))?.reasons.map(({ group }) => group);
    expect(groups).not.toContain('nothing');
  });
  it('of whose an open request is say of neither that nothing is asked for', () => {
    const open = { id: 1, status: 'OPENED', startedAt: day(8) };
    const caseload = caseloadOf({ submissions: [open] });
    caseload.addSubmissions(submissionsPage([{ ...open, patient: uuid(2) }]));
    for (const patientId of [ANA, uuid(2)])
      expect(
        caseload.factsOf(patientId, present({}))?.reasons.map(({ group }) => group),
        patientId,
      ).not.toContain('nothing');
  });
  it('of which application’s last submission it is state it of neither', () => {
    const caseload = caseloadOf({
      submissions: [{ id: 1, at: day(8) }],
      applications: [{ id: 7, last: { id: 1 } }],
    });
    caseload.addApplications(applicationsPage([{ id: 8, patient: uuid(2), last: { id: 1 } }]));
    expect(caseload.unsettled).toContain(ANA);
    expect(caseload.factsOf(ANA, present({}))?.instruments[0]).toMatchObject({
      latest: null,
      unreadCount: 1,
    });
  });
});

describe('a flag', () => {
  it('in an answer whose count is 0 is told', () => {
    expect(
      groupsOf({ applications: active, submissions: [{ id: 1, at: day(8), ...flagged, flags: 0 }] }),
    ).toEqual(['flag']);
  });
  it('is not taken away by an answer that could not be read', () => {
    const later = { id: 2, at: day(8), ...withItem, score: null, isPartial: true };
    const submissions = [{ id: 1, at: day(1), ...flagged }, later];
    expect(groupsOf({ applications: active, submissions, byId: [later] })).toEqual(['flag', 'unread']);
  });
  it('of which only the item could not be read is not taken away either', () => {
    const first = { id: 1, at: day(1), flags: 1, isRiskUnread: true, answers: [] };
    const later = { id: 2, at: day(8), ...withoutItem };
    expect(groupsOf({ applications: active, submissions: [first, later], byId: [first, later] })[0]).toBe(
      'flag',
    );
  });
  it('whose item could not be read is not taken away by an answer that may lack it', () => {
    const caseload = caseloadOf({
      applications: active,
      submissions: [
        { id: 1, at: day(1), flags: 1 },
        { id: 2, at: day(8), ...withoutItem },
      ],
    });
    caseload.addSubmissions(submissionsPage([]), [1]);
    expect(caseload.factsOf(ANA, present({}))?.reasons[0]?.group).toBe('flag');
  });
});

describe('nothing asked for', () => {
  const [lost] = [{ id: 9, patientId: ANA, formTemplateId: PHQ, status: 'IN_PROGRESS', completedAtMs: null }];
  it('is not said of a patient of whose applications one could not be read', () => {
    const caseload = caseloadOf({ submissions: [{ id: 1, at: day(8) }] });
    caseload.addApplications({ ...applicationsPage([]), lost: [lost] });
    expect(caseload.factsOf(ANA, present({}))?.reasons.map(({ group }) => group)).toEqual(['unread']);
  });
  it('is not said where a request is open, whatever becomes of its application', () => {
    expect(groupsOf({ submissions: [{ id: 1, status: 'OPENED', startedAt: day(8) }] })).not.toContain(
      'nothing',
    );
  });
  it('is not said before all applications are read', () => {
    const caseload = new Caseload();
    caseload.addPatients([{ serviceId: ANA }], 0);
    caseload.addApplications({ ...applicationsPage([]), next: 200 });
    expect(caseload.factsOf(ANA, present({}))?.reasons.map(({ group }) => group)).toEqual(['none']);
    expect(caseload.unsettled).toEqual([ANA]);
  });
});

it('says no class that is an empty text, and no change to it', () => {
  const submissions = [
    { id: 1, at: day(1), className: 'Mild' },
    { id: 2, at: day(8), className: ' ' },
  ];
  expect(groupsOf({ applications: active, submissions })).toEqual(['none']);
});

it('counts requests in a row from the newest answer, also from one that could not be read', () => {
  const submissions = [
    { id: 1, status: 'CANCELED_LATE', startedAt: day(2) },
    { id: 2, at: day(5), score: null, isPartial: true },
    { id: 3, status: 'CANCELED_LATE', startedAt: day(9) },
  ];
  expect(factsOf({ applications: active, submissions }).instruments[0]?.missedCount).toBe(1);
});

describe('facts that are sent to another thread', () => {
  it('are the same there, and their reasons are still of the instruments beside them', () => {
    const clinics: Clinic[] = [
      {},
      {
        applications: [{ id: 7, status: null, last: { id: 9, score: 3, at: null } }],
        submissions: [
          { id: 1, at: day(1), className: 'Mild', score: 3 },
          { id: 2, at: day(8), className: 'Severe', ...flagged },
          { id: 3, at: null, form: GAD, ...flagged },
          { id: 4, at: day(30), form: GAD, isPartial: true, score: null },
          { id: 5, at: null, status: 'CANCELED_LATE', startedAt: null, form: GAD },
        ],
        seenAt: day(2),
      },
    ];
    const facts = clinics.map(factsOf);
    const sent = unpackFacts(packFacts(facts));
    expect(sent).toEqual(facts);
    const placesOf = ({ instruments, reasons }: PatientFacts) =>
      reasons.map((reason) => instruments.findIndex((one) => one === reason.facts));
    expect(sent.map(placesOf)).toEqual(facts.map(placesOf));
    expect(sent.flatMap(placesOf)).toContain(1);
  });
});
