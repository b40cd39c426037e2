import { hash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterEach, expect, it } from 'vitest';
import { ENDPOINTS, inactivatePatient, listPatients } from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { startSignIn } from '../authorize/flow.fixture.ts';
import { application, askCaseload, startCaseload, submission } from '../caseload/clinic.fixture.ts';
import { readEvents } from '../fixtures/event-reader.ts';
import { sample } from '../fixtures/sample.ts';
import { eachStorage, runSql } from '../fixtures/storages.ts';
import {
  FORM,
  fillPath,
  OTHER_PATIENT,
  OTHER_PROFESSIONAL,
  PAGE,
  PATIENT,
  PROFESSIONAL,
  startWorld,
  tokenFor,
  type World,
} from '../fixtures/world.ts';
import { jtiHash } from '../log.ts';
import type { Grant } from '../token/grant.ts';
import { readAudit, verifyAudit } from './verify.ts';

const WRITES = ENDPOINTS.filter(({ effect }) => effect === 'write');

/** A body that fits every write, with somebody's data wherever the contract takes any. */
const BODY = {
  name: 'NAME-CANARY',
  surname: 'NAME-CANARY',
  email: 'name-canary@clinic.example',
  cellphone: '+5511900001234',
  externalId: 'NAME-CANARY',
  external_id: 'NAME-CANARY',
  patientId: PATIENT,
  recurrenceCycle: 'ONCE',
  startedAt: '2026-03-01T09:00:00Z',
  case_text: 'NAME-CANARY',
};

const open: World[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

const write = async (world: World, { method, path, body }: (typeof WRITES)[number]) =>
  world.ask(fillPath(path), await tokenFor({ role: 'operations' }), {
    method,
    ...(body ? { body: JSON.stringify(BODY), headers: { 'content-type': 'application/json' } } : {}),
  });

eachStorage('the trail of a proxy', ({ fresh, again }) => {
  const start = async (more: Parameters<typeof startWorld>[0] = {}): Promise<World> => {
    const world = await startWorld({ storage: fresh(), ...more });
    open.push(world);
    return world;
  };

  it('holds every write of the contract: who, which route, which ids, and how it ended; never what was in it', async () => {
    const world = await start();
    for (const endpoint of WRITES) {
      world.service.answer = () => ({ body: sample(endpoint.response, PATIENT) });
      expect((await write(world, endpoint)).status).toBeLessThan(300);
    }
    const storage = await again();
    const rows = await readAudit(storage, 1, 1_000);
    expect(rows.map(({ entry }) => [entry?.route, entry?.outcome?.kind])).toEqual(
      WRITES.flatMap(({ method, path }) => [
        [`${method} ${path}`, undefined],
        [`${method} ${path}`, 'done'],
      ]),
    );
    for (const { entry } of rows) {
      expect(entry?.who).toEqual({ sub: 'staff-7', role: 'operations', professionalId: PROFESSIONAL });
      expect(entry?.jti).toMatch(/^[0-9a-f]{16}$/);
      if (entry?.route.includes('{submissionId}')) expect(entry.ids.submissionId).toBe(13);
      if (entry?.route.includes('{patientId}')) expect(entry.ids.patientId).toBe(PATIENT);
    }
    expect(JSON.stringify(rows)).not.toMatch(/canary|5511900001234/i);
    expect(await verifyAudit(storage)).toMatchObject({ holds: true, head: { sequence: rows.length } });
  });

  it('names what a write has made', async () => {
    const world = await start();
    world.service.answer = () => ({ status: 201, body: { id: 77, patientId: PATIENT } });
    await world.ask(`/professionals/${PROFESSIONAL}/forms/${FORM}/applications`, await tokenFor(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(BODY),
    });
    const [intent, outcome] = (await readAudit(await again())).map(({ entry }) => entry?.ids);
    expect(intent).toEqual({ professionalId: PROFESSIONAL, patientId: PATIENT, formId: FORM });
    expect(outcome).toEqual({ ...intent, applicationId: 77 });
  });

  it('says unknown of a write whose answer was lost, and refused of one that the service did not take', async () => {
    const world = await start();
    const path = `/professionals/${PROFESSIONAL}/patients/${PATIENT}/inactivate`;
    const answers = [
      { body: '{"cut sho' },
      { status: 422, body: { code: 'INVALID_STATE', message: 'NAME-CANARY' } },
    ];
    for (const answer of answers) {
      world.service.answer = () => answer;
      await world.ask(path, await tokenFor(), { method: 'POST' });
    }
    const outcomes = (await readAudit(await again())).map(({ entry }) => entry?.outcome);
    expect(outcomes).toEqual([
      undefined,
      { kind: 'unknown', status: 502 },
      undefined,
      { kind: 'refused', status: 422 },
    ]);
  });

  it('holds one row of each answer with a patient’s data: who, whom, what, when and from where', async () => {
    const world = await start({ clock: () => Date.parse('2026-03-01T09:00:00Z') });
    const [one] = sample(listPatients.response, PATIENT) as object[];
    const [other] = sample(listPatients.response, OTHER_PATIENT) as object[];
    world.service.answer = ({ url }) => ({ body: url.endsWith('/patients') ? [one, other, one] : one });
    const token = await tokenFor({}, () => Date.parse('2026-03-01T09:00:00Z'));
    for (const path of ['/patients', `/patients/${PATIENT.toUpperCase()}`, ''])
      expect((await world.ask(`/professionals/${PROFESSIONAL}${path}`, token)).status).toBe(200);
    const rows = (await readAudit(await again())).map(({ entry }) => entry);
    const common = {
      at: '2026-03-01T09:00:00.000Z',
      who: { sub: 'staff-7', role: 'professional', professionalId: PROFESSIONAL },
      from: '127.0.0.1',
      outcome: { kind: 'done', status: 200 },
    };
    expect(rows).toMatchObject([
      {
        ...common,
        route: 'GET /professionals/{professionalId}/patients',
        ids: { professionalId: PROFESSIONAL, patientIds: [PATIENT, OTHER_PATIENT] },
      },
      {
        ...common,
        route: 'GET /professionals/{professionalId}/patients/{patientId}',
        ids: { professionalId: PROFESSIONAL, patientId: PATIENT },
      },
    ]);
    // The row of an answer and its line in the log name one request.
    const logged = world.lines.map(({ requestId }) => requestId);
    expect(rows.map((entry) => entry?.attempt)).toEqual(logged.slice(0, 2));
    expect(JSON.stringify(rows)).not.toMatch(/canary/i);
  });

  it('holds one row of each list that the proxy assembles from many answers, which names every patient of it', async () => {
    const world = await startCaseload({ storage: fresh() });
    open.push(world);
    const both = [PATIENT, OTHER_PATIENT];
    world.clinic.patients = both.map((serviceId) => ({ serviceId, name: 'NAME-CANARY' }));
    world.clinic.applications = [application(1), application(2, { id: 'x', patientId: OTHER_PATIENT })];
    world.clinic.submissions = both.map((patientId, index) => submission(index + 1, { patientId }));
    world.clinic.submissions = [...world.clinic.submissions, submission(3, { patientId: 'NAME-CANARY' })];
    // Of a list that names patients by their places, those who have a row.
    const places = `applications?patients=${hash('sha256', both.join(' '), 'hex')}`;
    const paths = ['patients', 'applications', 'submissions', 'submissions?ids=1'];
    for (const path of paths) expect((await askCaseload(world, path)).status).toBe(200);
    await askCaseload(world, 'patients', { pat: [OTHER_PATIENT] });
    world.clinic.applications = [application(1)];
    expect((await askCaseload(world, places)).body.listed).toBe(2);
    const rows = (await readAudit(await again())).map(({ entry }) => entry);
    expect(rows.map((entry) => [entry?.route, entry?.ids.patientIds ?? entry?.ids.patientId])).toEqual([
      ['GET /caseload/patients', both],
      // Also of a row that could not be read, as far as it says whose it is.
      ['GET /caseload/applications', both],
      ['GET /caseload/submissions', both],
      ['GET /caseload/submissions', PATIENT],
      ['GET /caseload/patients', OTHER_PATIENT],
      ['GET /caseload/applications', PATIENT],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/canary/i);
  });

  it('holds one row of an event stream, with the patients to whom its token is narrowed', async () => {
    const world = await start();
    const reader = await readEvents(world.url, await tokenFor({ pat: [PATIENT] }));
    reader.close();
    expect((await readAudit(await again())).map(({ entry }) => [entry?.route, entry?.ids])).toEqual([
      ['GET /events', { patientId: PATIENT }],
    ]);
  });

  it('holds one row of each refusal of a person who is known, also of a token that was carried to another page', async () => {
    const elsewhere = 'https://other.clinic.example';
    const world = await start({ origins: [PAGE, elsewhere] });
    const path = `/professionals/${PROFESSIONAL}/patients/${PATIENT}/inactivate`;
    const narrowed = await tokenFor({ pat: [OTHER_PATIENT] });
    await world.ask(path, await tokenFor({ ops: ['read'] }), { method: 'POST' });
    await world.ask(`/professionals/${PROFESSIONAL}/patients/${PATIENT}`, narrowed);
    await world.ask(`/professionals/${PROFESSIONAL}`, await tokenFor(), { headers: { origin: elsewhere } });
    await world.ask(`/professionals/${OTHER_PROFESSIONAL}`, await tokenFor());
    const rows = (await readAudit(await again())).map(({ entry }) => entry);
    expect(rows.map((entry) => [entry?.outcome?.code, entry?.ids.patientId])).toEqual([
      ['FORBIDDEN', PATIENT],
      ['NOT_FOUND', PATIENT],
      ['ORIGIN_NOT_ALLOWED', undefined],
      ['INTEGRATION_NOT_FOUND', undefined],
    ]);
    expect(rows.every((entry) => entry?.who.sub === 'staff-7' && entry.from === '127.0.0.1')).toBe(true);
    expect(world.service.requests).toEqual([]);
  });

  it('holds each token that a page was given, and to whom it was narrowed', async () => {
    const grant: Grant = {
      sub: 'staff-7',
      role: 'professional',
      professionalId: PROFESSIONAL,
      patients: [PATIENT],
      actions: ['read'],
    };
    const world = await start({ session: async () => grant });
    const response = await fetch(`${world.url}/session`, {
      method: 'POST',
      headers: { origin: PAGE, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(200);
    expect((await readAudit(await again())).map(({ entry }) => entry)).toMatchObject([
      {
        route: 'POST /session',
        from: '127.0.0.1',
        who: { sub: 'staff-7', role: 'professional', professionalId: PROFESSIONAL },
        ids: { patientIds: [PATIENT] },
        outcome: { kind: 'done', status: 200 },
      },
    ]);
  });

  it('holds each token that the extension was given, and that it was revoked when its code was shown again', async () => {
    const world = await startSignIn({ storage: fresh() });
    open.push(world);
    const code = await world.code();
    expect((await world.redeem(code)).status).toBe(200);
    expect((await world.redeem(code)).status).toBe(400);
    const [granted, revoked] = (await readAudit(await again())).map(({ entry }) => entry);
    expect(granted).toMatchObject({
      route: 'POST /token',
      from: '127.0.0.1',
      who: { sub: 'staff-7', role: 'professional', professionalId: PROFESSIONAL },
      outcome: { kind: 'done' },
    });
    expect(revoked).toMatchObject({ route: 'revoke', who: { sub: '(proxy)' }, jti: granted?.jti });
  });

  it('holds each token that an endpoint of the partner’s had minted, and gives none without its row', async () => {
    const world = await start();
    const grant: Grant = {
      sub: 'staff-7',
      role: 'professional',
      professionalId: PROFESSIONAL,
      actions: ['read'],
    };
    world.service.answer = () => ({ body: [] });
    const { token } = await world.proxy.mintToken({ ...grant, patients: [PATIENT] }, PAGE);
    expect((await world.ask('/forms/library', token, { headers: { origin: PAGE } })).status).toBe(200);
    const [row] = (await readAudit(await again())).map(({ entry }) => entry);
    expect(row).toMatchObject({
      route: 'mintToken',
      who: { sub: 'staff-7', professionalId: PROFESSIONAL },
      jti: jtiHash(String(decodeJwt(token).jti)),
      ids: { patientIds: [PATIENT] },
      outcome: { kind: 'done' },
    });
    for (const [wrong, origin, error] of [
      [{ ...grant, role: 'operations' as const }, PAGE, TypeError],
      [{ ...grant, professionalId: undefined }, PAGE, TypeError],
      [{ ...grant, patients: [] }, PAGE, RangeError],
      [grant, 'https://evil.example', RangeError],
    ] as const)
      await expect(world.proxy.mintToken(wrong, origin)).rejects.toThrow(error);
    const storage = await again();
    if (storage.kind !== 'redis') await runSql(storage, 'ALTER TABLE audit_row RENAME TO audit_row_away');
    else await storage.redis.set(storage.key('audit:head'), 'not a hash');
    await expect(world.proxy.mintToken(grant, PAGE)).rejects.toMatchObject({ code: 'AUDIT_UNAVAILABLE' });
  });

  it('holds each token that was revoked, by the hash that its writes have', async () => {
    const world = await start();
    await world.proxy.revoke('a-jti-of-some-length');
    expect((await readAudit(await again())).map(({ entry }) => entry)).toMatchObject([
      {
        route: 'revoke',
        who: { sub: '(operator)' },
        jti: jtiHash('a-jti-of-some-length'),
        outcome: { kind: 'done' },
      },
    ]);
  });

  it('keeps a write from the service where it cannot be written, and tells a client that it was not done', async () => {
    const world = await start();
    const storage = await again();
    if (storage.kind !== 'redis') await runSql(storage, 'ALTER TABLE audit_row RENAME TO audit_row_away');
    else await storage.redis.set(storage.key('audit:head'), 'not a hash');
    const path = `/professionals/${PROFESSIONAL}/patients/${PATIENT}/inactivate`;
    const response = await world.ask(path, await tokenFor(), { method: 'POST' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ code: 'AUDIT_UNAVAILABLE' });
    expect(world.service.requests).toEqual([]);
    const token = await tokenFor();
    const client = createClient({ baseUrl: world.url, auth: { get: async () => token }, attempts: 1 });
    const params = { professionalId: PROFESSIONAL, patientId: PATIENT };
    await expect(client(inactivatePatient, { params })).rejects.toMatchObject({
      name: 'InternalError',
      code: 'AUDIT_UNAVAILABLE',
      retryable: true,
    });
    expect(world.service.requests).toEqual([]);
    const errors = world.lines.filter(({ level }) => level === 'error').map(({ event }) => event);
    // One that the trail fails, and one for each write that was refused.
    expect(errors).toEqual(['audit-unavailable', 'audit-unavailable', 'audit-unavailable']);
  });
});
