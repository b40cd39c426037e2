import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Patient } from '../../shared/client/contract/index.ts';
import { type Clinic, formId, OTHER, openClinic } from './clinic.fixture.ts';

const BIA = { name: 'Bia', surname: 'Reis', email: 'bia@home.example', cellphone: '+5511999990001' };

let clinic: Clinic;
let P: string;
beforeEach(async () => {
  clinic = await openClinic();
  P = await clinic.professional();
});
afterEach(() => clinic.sandbox.close());

const register = (body: object, path = P) => clinic.ok<Patient>('POST', `${path}/patients`, body);

describe('registering', () => {
  it('considers the four fields only', async () => {
    const patient = await register({ ...BIA, gender: 'F', birthday: '1990-01-01T00:00:00Z', status: 'X' });
    expect(patient).toMatchObject({ ...BIA, gender: null, birthday: null, relationStatus: 'ACTIVE' });
    expect(await clinic.ok('GET', `${P}/patients/${patient.serviceId}`)).toEqual(patient);
  });

  it('keeps names that hold HTML as they are', async () => {
    const name = '<img src=x onerror=alert(1)> & "Bia"';
    expect((await register({ name })).name).toBe(name);
  });

  it('refuses an e-mail or a cellphone that another patient of the professional has', async () => {
    await register(BIA);
    const sameEmail = { name: 'Lia', email: 'BIA@home.example' };
    expect((await clinic.refused('POST', `${P}/patients`, sameEmail)).code).toBe(
      '409 PROFESSIONAL_EMAIL_ALREADY_EXIST',
    );
    const samePhone = { name: 'Lia', cellphone: BIA.cellphone };
    expect((await clinic.refused('POST', `${P}/patients`, samePhone)).code).toBe(
      '409 PATIENT_CELLPHONE_ALREADY_EXIST',
    );
    expect(await clinic.ok<Patient[]>('GET', `${P}/patients`)).toHaveLength(1);
  });

  it('associates the patient whom another professional of the partner has under the e-mail', async () => {
    const first = await register(BIA);
    const Q = await clinic.professional('Caio');
    const reply = await clinic.call<Patient>('POST', `${Q}/patients`, { ...BIA, name: 'Beatriz' });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ serviceId: first.serviceId, name: 'Bia' });
    expect(await clinic.ok<Patient[]>('GET', `${P}/patients`)).toHaveLength(1);
  });

  it('takes the same e-mail of another partner for another patient', async () => {
    const first = await register(BIA);
    clinic.headers = OTHER;
    const Q = await clinic.professional('Caio');
    expect((await register(BIA, Q)).serviceId).not.toBe(first.serviceId);
  });
});

it('lists all patients of the professional in the order of registration, and nobody else’s', async () => {
  const ids = [];
  for (const name of ['Bia', 'Lia', 'Mia']) ids.push((await register({ name })).serviceId);
  const Q = await clinic.professional('Caio');
  await register({ name: 'Rui' }, Q);
  const listed = await clinic.ok<Patient[]>('GET', `${P}/patients`);
  expect(listed.map(({ serviceId }) => serviceId)).toEqual(ids);
});

it('does not give a patient to a professional who has no relation with them', async () => {
  const { serviceId } = await register(BIA);
  const Q = await clinic.professional('Caio');
  for (const path of [`${Q}/patients/${serviceId}`, `${Q}/patients/${serviceId}/forms/submissions`]) {
    expect((await clinic.refused('GET', path)).code).toBe('404 NOT_FOUND');
  }
});

describe('updating', () => {
  const required = { name: 'Beatriz', surname: 'Reis Lima', cellphone: '+5511999990002' };

  it('replaces the required fields and applies optional ones only when they are sent with a value', async () => {
    const { serviceId } = await register(BIA);
    const path = `${P}/patients/${serviceId}`;
    const optional = { birthday: '1990-05-01T00:00:00-03:00', gender: 'female', education: 'college' };
    expect(await clinic.ok('PUT', path, { ...required, ...optional })).toMatchObject({
      ...required,
      ...optional,
      email: BIA.email,
    });
    const cleared = { ...required, birthday: null, gender: null, email: null };
    expect(await clinic.ok('PUT', path, cleared)).toMatchObject({
      ...required,
      ...optional,
      email: BIA.email,
    });
    expect(await clinic.ok('PUT', path, { ...required, email: 'new@home.example' })).toMatchObject({
      ...optional,
      email: 'new@home.example',
    });
  });

  it.each(['name', 'surname', 'cellphone'])('requires %s', async (field) => {
    const { serviceId } = await register(BIA);
    const body = { ...required, [field]: undefined };
    const reply = await clinic.refused('PUT', `${P}/patients/${serviceId}`, body);
    expect(reply.code).toBe('400 VALIDATION_ERROR');
    expect(reply.message).toContain(`${field}: `);
  });

  it('keeps one’s own e-mail, and refuses the e-mail of another patient', async () => {
    const { serviceId } = await register(BIA);
    await register({ name: 'Lia', email: 'lia@home.example' });
    const path = `${P}/patients/${serviceId}`;
    await clinic.ok('PUT', path, { ...required, email: BIA.email });
    const taken = await clinic.refused('PUT', path, { ...required, email: 'lia@home.example' });
    expect(taken.code).toBe('409 PROFESSIONAL_EMAIL_ALREADY_EXIST');
  });
});

describe('inactivating the relation', () => {
  it('prevents new applications until it is reactivated, and both calls may be repeated', async () => {
    const { serviceId } = await register(BIA);
    const path = `${P}/patients/${serviceId}`;
    const apply = `${P}/forms/${formId('PHQ-9')}/applications`;
    const body = { patientId: serviceId, recurrenceCycle: 'NOW' };

    expect(await clinic.ok('POST', `${path}/inactivate`)).toEqual({});
    expect(await clinic.ok('POST', `${path}/inactivate`)).toEqual({});
    expect(await clinic.ok('GET', path)).toMatchObject({ relationStatus: 'INACTIVE' });
    expect((await clinic.refused('POST', apply, body)).code).toBe('422 INVALID_STATE');

    expect(await clinic.ok('POST', `${path}/reactivate`)).toEqual({});
    expect(await clinic.ok('POST', `${path}/reactivate`)).toEqual({});
    await clinic.ok('POST', apply, body);
  });
});
