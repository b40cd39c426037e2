import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Professional } from '../../shared/client/contract/index.ts';
import { type Clinic, DEMO, OTHER, openClinic } from './clinic.fixture.ts';

const ANA = { email: 'ana@clinic.example', externalId: 'ehr-1', name: 'Ana', surname: 'Lima' };

let clinic: Clinic;
beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(() => clinic.sandbox.close());

it('registers a professional with the four fields, and reads the same', async () => {
  const reply = await clinic.call<Professional>('POST', '/professionals', ANA);
  expect(reply.status).toBe(201);
  expect(reply.body).toMatchObject(ANA);
  expect(await clinic.ok('GET', `/professionals/${reply.body.serviceId}`)).toEqual(reply.body);
});

it('gives the existing professional back when the e-mail is already linked to the partner', async () => {
  const first = await clinic.ok('POST', '/professionals', ANA);
  const again = { ...ANA, email: 'ANA@clinic.example', name: 'Another', externalId: 'ehr-2' };
  const reply = await clinic.call('POST', '/professionals', again);
  expect(reply).toMatchObject({ status: 200, body: first });
});

it('answers 403 PROFESSIONAL_CLAIM_REQUIRED for an e-mail of a professional who is not linked', async () => {
  await clinic.ok('POST', '/professionals', ANA);
  clinic.headers = OTHER;
  expect((await clinic.refused('POST', '/professionals', ANA)).code).toBe('403 PROFESSIONAL_CLAIM_REQUIRED');
});

it('checks an e-mail, reading spaces as plus signs', async () => {
  const email = 'ana+ehr@clinic.example';
  const { serviceId } = await clinic.ok<Professional>('POST', '/professionals', { ...ANA, email });
  const check = (text: string) => clinic.ok('GET', `/professionals/check?email=${text}`);
  expect(await check('ana+ehr@clinic.example')).toEqual({ exists: true, serviceId, linked: true });
  expect(await check('ana%2Behr@clinic.example')).toEqual({ exists: true, serviceId, linked: true });
  expect(await check('nobody@clinic.example')).toEqual({ exists: false, serviceId: null, linked: false });
  clinic.headers = OTHER;
  expect(await check('ana+ehr@clinic.example')).toEqual({ exists: true, serviceId, linked: false });
});

it('hides every route of a professional from a partner who is not linked', async () => {
  const P = await clinic.professional();
  clinic.headers = OTHER;
  for (const path of [P, `${P}/patients`, `${P}/forms/submissions`, `${P}/forms/applications/1`]) {
    expect((await clinic.refused('GET', path)).code).toBe('404 INTEGRATION_NOT_FOUND');
  }
});

it('disconnects: the link is inactive, its routes are 404, and registering again needs a claim', async () => {
  const P = await clinic.professional();
  const id = P.slice('/professionals/'.length);
  expect(await clinic.ok('POST', `/disconnect/${id}`)).toMatchObject({ status: 'DISCONNECTED' });
  expect((await clinic.refused('GET', P)).code).toBe('404 INTEGRATION_NOT_FOUND');
  expect((await clinic.refused('POST', `/disconnect/${id}`)).code).toBe('404 INTEGRATION_NOT_FOUND');
  const body = { ...ANA, externalId: 'Ana' };
  expect((await clinic.refused('POST', '/professionals', body)).code).toBe('403 PROFESSIONAL_CLAIM_REQUIRED');
  clinic.headers = DEMO;
  expect(await clinic.ok('GET', '/professionals/check?email=ana@clinic.example')).toMatchObject({
    exists: true,
    linked: false,
  });
});
