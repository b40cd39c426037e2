import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Clinic, ORIGIN, openClinic } from '../clinic.fixture.ts';
import type { LoggedRequest } from './request-log.ts';

let clinic: Clinic;
beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(() => clinic.sandbox.close());

const control = (method: string, path: string, body?: unknown) =>
  clinic.sandbox.fetch(
    new Request(`${ORIGIN}/sandbox/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
const log = async () => (await (await control('GET', 'requests')).json()) as LoggedRequest[];

it('keeps method, template, endpoint and status of each request, newest first', async () => {
  const P = await clinic.professional();
  const application = await clinic.apply(P, await clinic.patient(P), 'NOW');
  await clinic.answerWith(application, { answers: [] });
  await clinic.call('GET', '/nowhere');
  clinic.headers = {};
  await clinic.call('GET', `${P}/patients?limit=5`);
  const short = (await log()).map(({ method, route, endpoint, status }) => [method, route, endpoint, status]);
  const base = '/third-party/api/v1';
  expect(short).toEqual([
    ['GET', `${base}/professionals/{professionalId}/patients`, 'listPatients', 401],
    ['GET', null, null, 404],
    ['POST', '/answer/{answerToken}', null, 400],
    ['POST', `${base}/professionals/{professionalId}/forms/{formId}/applications`, 'createApplication', 201],
    ['POST', `${base}/professionals/{professionalId}/patients`, 'createPatient', 201],
    ['POST', `${base}/professionals`, 'createProfessional', 201],
  ]);
});

it('keeps no identifier, no name, no credential and no secret of a link', async () => {
  const P = await clinic.professional('Secreta');
  const patientId = await clinic.patient(P, 'Discreta');
  const application = await clinic.apply(P, patientId, 'NOW');
  await clinic.answer(application, 1);
  const text = JSON.stringify(await log());
  for (const secret of [P.slice(-36), patientId, 'creta', 'demo', application.answerToken ?? '']) {
    expect(text.includes(secret), secret).toBe(false);
  }
});

it('says which faults happened, and no status where the connection was broken before one', async () => {
  const faults = [{ kind: 'latency', ms: 0 }, { kind: 'status-429', times: 1 }, { kind: 'drop-before' }];
  await control('POST', 'faults', faults);
  await clinic.call('GET', '/forms/tags');
  await clinic.call('GET', '/forms/tags').catch(() => undefined);
  expect((await log()).map(({ status, faults: happened }) => [status, happened])).toEqual([
    [null, ['latency', 'drop-before']],
    [429, ['latency', 'status-429']],
  ]);
});

it('keeps the last 500, and leaves the control addresses out', async () => {
  for (let count = 0; count < 510; count += 1) await clinic.call('GET', '/nowhere');
  const ids = (await log()).map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([500, 510, 11]);
  expect((await control('POST', 'requests')).status).toBe(405);
});
