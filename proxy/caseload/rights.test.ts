import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../shared/client/contract/index.ts';
import { expectOnlyRebuilt } from '../fixtures/only-rebuilt.ts';
import { OTHER_PATIENT, OTHER_PROFESSIONAL, PATIENT, PROFESSIONAL } from '../fixtures/world.ts';
import {
  answer,
  application,
  askCaseload,
  type Caseload,
  FLAG,
  startCaseload,
  submission,
} from './clinic.fixture.ts';

let world: Caseload;
beforeAll(async () => {
  world = await startCaseload({ limits: { narrowedPages: 5, caseloadRows: 10, caseloadApplications: 10 } });
});
beforeEach(() => {
  world.reset();
  const ofOther = { patientId: OTHER_PATIENT };
  world.clinic.patients = [PATIENT, OTHER_PATIENT].map((serviceId) => ({
    serviceId,
    name: `Name ${serviceId.slice(0, 4)}`,
  }));
  world.clinic.applications = [
    application(1),
    application(2, ofOther),
    application(3, { id: 'x', ...ofOther }),
  ];
  world.clinic.submissions = [
    submission(1),
    submission(2, { ...ofOther, answers: [answer(9, FLAG)] }),
    submission(3, { patientId: 'nobody' }),
  ];
});
afterAll(() => world.close());

const READS = ['patients', 'applications', 'submissions', 'submissions?ids=1,2'] as const;
const seenAt = '2024-11-01T08:00:00Z';
const mark = (body: object = { seenAt }) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
const named = (path: string, professional: string) =>
  `${path}${path.includes('?') ? '&' : '?'}professionalId=${professional}`;

describe.each(READS)('%s', (path) => {
  test('of a professional are for the professional’s own token, named or not', async () => {
    for (const one of [path, named(path, PROFESSIONAL), named(path, PROFESSIONAL.toUpperCase())])
      expect((await askCaseload(world, one)).status).toBe(200);
    expectOnlyRebuilt(world.service);
  });

  test('of another professional are as if there were no link, and the service is not asked', async () => {
    const { status, body } = await askCaseload(world, named(path, OTHER_PROFESSIONAL));
    expect([status, body.code]).toEqual([404, 'INTEGRATION_NOT_FOUND']);
    expect(world.service.requests).toEqual([]);
    world.service.answer = () => ({
      status: 404,
      body: { code: 'INTEGRATION_NOT_FOUND', message: 'NAME-CANARY' },
    });
    expect((await askCaseload(world, path)).body).toEqual(body);
  });

  test('are any professional’s for operations, who say whose', async () => {
    const claims = { role: 'operations' as Role, pro: undefined };
    expect((await askCaseload(world, named(path, PROFESSIONAL), claims)).status).toBe(200);
    expect((await askCaseload(world, path, claims)).status).toBe(400);
  });

  test('are for no patient, for nobody without the action, and for nobody without a token', async () => {
    expect((await askCaseload(world, path, { role: 'patient', pat: [PATIENT] })).status).toBe(403);
    expect((await askCaseload(world, path, { ops: ['apply'] })).status).toBe(403);
    expect((await fetch(`${world.url}/caseload/${path}`)).status).toBe(401);
    expect(world.service.requests).toEqual([]);
  });

  test('for a narrowed token hold its patients and no byte of others', async () => {
    const { status, body } = await askCaseload(world, path, { pat: [PATIENT] });
    expect(status).toBe(200);
    expect(body.patientIds).toEqual([PATIENT]);
    expect(JSON.stringify(body)).not.toContain(OTHER_PATIENT.slice(0, 4));
    expect([body.lost ?? body.lostCount, body.next ?? null]).toEqual([body.lost ? [] : 0, null]);
    expect(JSON.stringify(world.lines)).not.toContain(OTHER_PATIENT);
  });

  test('that ask wrongly are 400, and say what is wrong', async () => {
    for (const query of ['professionalId=x', 'professionalId=x&professionalId=y']) {
      const { status, body } = await askCaseload(world, `${path}${path.includes('?') ? '&' : '?'}${query}`);
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(body.message).toContain('professionalId');
    }
  });
});

test('a narrowed token that names another’s submission gets what it gets for one that does not exist', async () => {
  const claims = { pat: [PATIENT] };
  const [other, missing] = [
    await askCaseload(world, 'submissions?ids=2', claims),
    await askCaseload(world, 'submissions?ids=404', claims),
  ];
  expect(other.status).toBe(200);
  expect(other.body).toEqual(missing.body);
});

test('a narrowed token gets all of its rows at once, or is told that there are too many to search', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => application(at + 1, at % 2 ? { patientId: OTHER_PATIENT } : {}));
  const claims = { pat: [PATIENT] };
  world.clinic.applications = rows(17);
  for (const offset of [0, 5]) {
    const { body } = await askCaseload(world, `applications?offset=${offset}`, claims);
    expect([body.ids, body.next]).toEqual([[1, 3, 5, 7, 9, 11, 13, 15, 17], null]);
  }
  world.clinic.applications = rows(200);
  const { status, body } = await askCaseload(world, 'applications', claims);
  expect([status, body.code]).toEqual([422, 'NARROWED_LIST_TOO_LONG']);
});

test('a row of a patient who is not in the list of patients comes as it was sent', async () => {
  world.clinic.patients = [];
  const { body } = await askCaseload(world, 'applications');
  expect(body.patientIds).toEqual([PATIENT, OTHER_PATIENT]);
});

test('every request counts for the person, as any other does', async () => {
  const small = await startCaseload({ limits: { subjectBurst: 3, subjectPerMinute: 1 } });
  const statuses: number[] = [];
  for (const path of ['patients', 'applications', 'submissions', 'patients'])
    statuses.push((await askCaseload(small, path)).status);
  statuses.push((await askCaseload(small, 'seen', {}, mark())).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  await small.close();
});

test('no patient, name or score is in the log', async () => {
  for (const path of READS) await askCaseload(world, path);
  await askCaseload(world, 'seen', {}, mark());
  const log = JSON.stringify(world.lines);
  for (const text of [PATIENT, PROFESSIONAL, 'Name ', '2026-11-13', 'Moderate', seenAt])
    expect(log).not.toContain(text);
  expect(new Set(world.lines.map(({ route }) => route))).toEqual(
    new Set([
      'GET /caseload/patients',
      'GET /caseload/applications',
      'GET /caseload/submissions',
      'POST /caseload/seen',
    ]),
  );
});

describe('a slow service', () => {
  test('makes a list shorter, not late, and says where to go on', async () => {
    const slow = await startCaseload({
      limits: { upstreamMs: 600, caseloadRows: 10, caseloadApplications: 10 },
    });
    slow.clinic.applications = Array.from({ length: 200 }, (_, at) => application(at + 1));
    slow.service.answer = (request) => ({ ...slow.answer(request), after: 140 });
    const { status, body } = await askCaseload(slow, 'applications');
    expect(status).toBe(200);
    expect(body.ids.length).toBeGreaterThan(9);
    // Three pages at a time, for half of the time.
    expect(body.ids.length).toBeLessThan(150);
    expect(body.next).toBeLessThanOrEqual(body.ids.length);
    await slow.close();
  });

  test('is not paused for all because one person asks for many submissions of it', async () => {
    const slow = await startCaseload({ limits: { upstreamMs: 400, breakerFailures: 2 } });
    slow.clinic.submissions = Array.from({ length: 100 }, (_, at) => submission(at + 1));
    slow.service.answer = (request) => ({ ...slow.answer(request), after: 90 });
    const ids = Array.from({ length: 100 }, (_, at) => at + 1);
    const { status, body } = await askCaseload(slow, `submissions?ids=${ids}`);
    expect([status, body.code]).toEqual([503, 'PROXY_BUSY']);
    expect((await askCaseload(slow, 'patients')).status).toBe(200);
    await slow.close();
  });
});

test('half of the connections are left to others, however many lists are read', async () => {
  const busy = await startCaseload({ limits: { connections: 6 } });
  busy.clinic.submissions = Array.from({ length: 40 }, (_, at) => submission(at + 1));
  let [open, most] = [0, 0];
  busy.service.answer = (request) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
    }, 20);
    return { ...busy.answer(request), after: 20 };
  };
  const ids = Array.from({ length: 40 }, (_, at) => at + 1);
  const asked = await Promise.all([1, 2, 3].map(() => askCaseload(busy, `submissions?ids=${ids}`)));
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(most).toBeLessThanOrEqual(3);
  await busy.close();
});
