import { expect } from 'vitest';
import { apply, cellphone, emailOf, instrument, patientOf, practice } from '../clinic.ts';
import type { Rules } from '../rule.ts';
import { empty, listOf } from '../shape.ts';
import { Patient } from '../wire.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** "Patients" and "Patient-professional relation". */
export const patients: Rules = (rule) => {
  rule('registers a patient of four fields and reads them back', async ({ ask }) => {
    const { P } = await practice(ask);
    const body = { name: 'Rui', surname: 'Prado', email: emailOf('rui'), cellphone: cellphone() };
    const made = (await ask.post(`${P}/patients`, body)).gives(Patient);
    expect(made).toMatchObject(body);
    expect((await ask.get(`${P}/patients/${made.serviceId}`)).gives(Patient, 200)).toEqual(made);
  });

  rule('leaves demographic data for PUT: registering does not consider it', async ({ ask }) => {
    const { P } = await practice(ask);
    const given = { birthday: '1990-05-17T00:00:00Z', gender: 'FEMALE', education: 'COLLEGE' };
    const made = await patientOf(ask, P, given);
    expect(made).toMatchObject({ birthday: null, gender: null, education: null });
  });

  rule('lists all patients of the professional and nobody else', async ({ ask }) => {
    const [mine, theirs] = [await practice(ask), await practice(ask)];
    const made = [await patientOf(ask, mine.P), await patientOf(ask, mine.P), await patientOf(ask, mine.P)];
    await patientOf(ask, theirs.P);
    const listed = (await ask.get(`${mine.P}/patients`)).gives(listOf(Patient), 200);
    expect(listed.map(({ serviceId }) => serviceId).sort()).toEqual(made.map((one) => one.serviceId).sort());
  });

  rule('lists every patient: limit and offset do not concern this list', async ({ ask }) => {
    const { P } = await practice(ask);
    for (let count = 0; count < 3; count += 1) await patientOf(ask, P);
    const listed = (await ask.get(`${P}/patients`, { limit: 1, offset: 2 })).gives(listOf(Patient));
    expect(listed).toHaveLength(3);
  });

  rule('replaces the three required fields, and keeps what is left out or null', async ({ ask }) => {
    const { P } = await practice(ask);
    const made = await patientOf(ask, P);
    const at = `${P}/patients/${made.serviceId}`;
    const data = { birthday: '1990-05-17T00:00:00Z', gender: 'FEMALE', education: 'COLLEGE' };
    const names = { name: 'Rita', surname: 'Paz', cellphone: cellphone() };
    const full = (await ask.put(at, { ...names, ...data })).gives(Patient, 200);
    expect(full).toMatchObject({ ...names, ...data, email: made.email });

    const renamed = { name: 'Rosa', surname: 'Paz', cellphone: cellphone() };
    expect((await ask.put(at, renamed)).gives(Patient)).toMatchObject({
      ...renamed,
      ...data,
      email: made.email,
    });
    const nulls = { email: null, birthday: null, gender: null, education: null };
    expect((await ask.put(at, { ...renamed, ...nulls })).gives(Patient)).toMatchObject({
      ...renamed,
      ...data,
      email: made.email,
    });
    const email = emailOf('rosa');
    expect((await ask.put(at, { ...renamed, email, gender: 'OTHER' })).gives(Patient)).toMatchObject({
      ...data,
      email,
      gender: 'OTHER',
    });
    expect((await ask.get(at)).gives(Patient)).toMatchObject({ ...renamed, ...data, email, gender: 'OTHER' });
  });

  rule.malformed('names the required field that an update misses', async ({ ask }) => {
    const { P } = await practice(ask);
    const { serviceId } = await patientOf(ask, P);
    const body = { name: 'Rita', surname: 'Paz', cellphone: cellphone() };
    for (const field of Object.keys(body)) {
      for (const wrong of [undefined, null, 7]) {
        const reply = await ask.put(`${P}/patients/${serviceId}`, { ...body, [field]: wrong });
        reply.refuses(400, 'VALIDATION_ERROR', field);
      }
    }
    const wrongs = { email: 'rita', birthday: 'in May', gender: 7, education: {} };
    for (const [field, wrong] of Object.entries(wrongs)) {
      const reply = await ask.put(`${P}/patients/${serviceId}`, { ...body, [field]: wrong });
      reply.refuses(400, 'VALIDATION_ERROR', field);
    }
  });

  rule.malformed('names the field of a new patient that is of another type', async ({ ask }) => {
    const { P } = await practice(ask);
    const body = { name: 'Rui', surname: 'Prado', email: emailOf('rui'), cellphone: cellphone() };
    for (const field of Object.keys(body)) {
      (await ask.post(`${P}/patients`, { ...body, [field]: 7 })).refuses(400, 'VALIDATION_ERROR', field);
    }
    (await ask.post(`${P}/patients`, { ...body, email: 'rui' })).refuses(400, 'VALIDATION_ERROR', 'email');
  });

  rule('refuses an e-mail or cellphone that another patient of the professional has', async ({ ask }) => {
    const { P } = await practice(ask);
    const first = await patientOf(ask, P);
    const body = { name: 'Ana', surname: 'Reis', email: emailOf('ana'), cellphone: cellphone() };
    (await ask.post(`${P}/patients`, { ...body, email: first.email })).refuses(
      409,
      'PROFESSIONAL_EMAIL_ALREADY_EXIST',
    );
    (await ask.post(`${P}/patients`, { ...body, cellphone: first.cellphone })).refuses(409);
    const second = (await ask.post(`${P}/patients`, body)).gives(Patient);
    const at = `${P}/patients/${second.serviceId}`;
    (await ask.put(at, { ...body, email: first.email })).refuses(409, 'PROFESSIONAL_EMAIL_ALREADY_EXIST');
    (await ask.put(at, { ...body, cellphone: first.cellphone })).refuses(409);
    expect((await ask.get(at)).gives(Patient)).toMatchObject(body);
    // One's own address and number are no conflict.
    (await ask.put(at, body)).gives(Patient);
  });

  rule('takes a patient of another professional of the partner as the same patient', async ({ ask }) => {
    const [one, two] = [await practice(ask), await practice(ask)];
    const first = await patientOf(ask, one.P);
    const body = { name: first.name, surname: first.surname, email: first.email, cellphone: first.cellphone };
    const same = (await ask.post(`${two.P}/patients`, body)).gives(Patient);
    expect(same.serviceId).toBe(first.serviceId);
    expect((await ask.get(`${two.P}/patients`)).gives(listOf(Patient))).toHaveLength(1);
    expect((await ask.get(`${one.P}/patients`)).gives(listOf(Patient))).toHaveLength(1);
  });

  rule('inactivates one relation and reactivates it, each answered by an empty object', async ({ ask }) => {
    const [one, two] = [await practice(ask), await practice(ask)];
    const made = await patientOf(ask, one.P);
    await patientOf(ask, two.P, { email: made.email, cellphone: made.cellphone });
    const relation = async (P: string) =>
      (await ask.get(`${P}/patients/${made.serviceId}`)).gives(Patient).relationStatus;
    expect(await relation(one.P)).toBe('ACTIVE');
    (await ask.post(`${one.P}/patients/${made.serviceId}/inactivate`)).gives(empty, 200);
    expect([await relation(one.P), await relation(two.P)]).toEqual(['INACTIVE', 'ACTIVE']);
    (await ask.post(`${one.P}/patients/${made.serviceId}/reactivate`)).gives(empty, 200);
    expect(await relation(one.P)).toBe('ACTIVE');
  });

  rule('refuses new applications while the relation is inactive', async ({ ask }) => {
    const { P } = await practice(ask);
    const { serviceId: patientId } = await patientOf(ask, P);
    const { id } = await instrument(ask, 'PHQ-9');
    await ask.post(`${P}/patients/${patientId}/inactivate`);
    const body = { patientId, recurrenceCycle: 'NOW', startedAt: '2026-03-02T09:00:00Z' };
    (await ask.post(`${P}/forms/${id}/applications`, body)).refuses(422);
    await ask.post(`${P}/patients/${patientId}/reactivate`);
    expect((await apply(ask, P, id, { patientId })).patientId).toBe(patientId);
  });

  rule('answers 404 for a patient who is not the professional’s', async ({ ask }) => {
    const [mine, theirs] = [await practice(ask), await practice(ask)];
    const { serviceId } = await patientOf(ask, theirs.P);
    const body = { name: 'Rita', surname: 'Paz', cellphone: cellphone() };
    for (const id of [serviceId, NOBODY]) {
      const at = `${mine.P}/patients/${id}`;
      (await ask.get(at)).refuses(404);
      (await ask.put(at, body)).refuses(404);
      (await ask.post(`${at}/inactivate`)).refuses(404);
      (await ask.post(`${at}/reactivate`)).refuses(404);
    }
    expect((await ask.get(`${theirs.P}/patients/${serviceId}`)).gives(Patient).name).toBe('Rui');
  });
};
