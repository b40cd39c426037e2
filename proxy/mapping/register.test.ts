import { afterEach, describe, expect, it } from 'vitest';
import { readAudit } from '../audit/verify.ts';
import { eachStorage, runSql } from '../fixtures/storages.ts';
import { askMapping, type Clinic, EHR_KEY, type ServicePatient, startClinic } from './clinic.fixture.ts';

const ANA = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const REGISTER = 'POST /patients/register';
const BIA = {
  key: EHR_KEY,
  name: 'Bia',
  surname: 'Souza',
  birthday: '1984-05-06',
  email: 'bia@clinic.example',
  phone: '+55 11 90000-1234',
};

const open: Clinic[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

eachStorage('registering a patient for an EHR key', ({ fresh, again }) => {
  const start = async (patients: ServicePatient[] = []): Promise<Clinic> => {
    const clinic = await startClinic(fresh(), patients);
    open.push(clinic);
    return clinic;
  };

  it('registers with the contract, records the birthday, links, and writes all three down', async () => {
    const clinic = await start();
    const answer = await askMapping(clinic, REGISTER, BIA);
    const patientId = clinic.patients[0]?.serviceId;
    expect(answer).toMatchObject({
      status: 201,
      body: { status: 'linked', patientId, agreed: ['name', 'email', 'phone'], notStored: [] },
    });
    expect(clinic.patients).toMatchObject([
      {
        name: 'Bia',
        surname: 'Souza',
        email: BIA.email,
        cellphone: BIA.phone,
        birthday: '1984-05-06T00:00:00Z',
      },
    ]);
    const rows = (await readAudit(await again())).filter(({ entry }) => entry?.outcome);
    expect(rows.map(({ entry }) => [entry?.route, entry?.outcome?.kind, entry?.ids.patientId])).toEqual([
      ['POST /professionals/{professionalId}/patients', 'done', patientId],
      ['POST /patients/register', 'done', patientId],
      ['PUT /professionals/{professionalId}/patients/{patientId}', 'done', patientId],
    ]);
    expect(JSON.stringify([rows, clinic.lines])).not.toMatch(/CANARY|bia|souza|90000/i);
  });

  it('says which identifier the service did not take', async () => {
    const { surname: _, ...mononym } = BIA;
    expect(await askMapping(await start(), REGISTER, mononym)).toMatchObject({
      status: 201,
      body: { notStored: ['birthday'] },
    });
  });

  it('registers nobody twice: who is linked or recognised already is given', async () => {
    const clinic = await start([{ serviceId: ANA, name: 'Bia Souza', email: BIA.email }]);
    const given = { status: 200, body: { patientId: ANA, notStored: ['birthday', 'phone'] } };
    for (let times = 0; times < 2; times += 1) {
      expect(await askMapping(clinic, REGISTER, BIA)).toMatchObject(given);
    }
    expect(clinic.service.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('leaves the name as the service has it where a birthday is added to it', async () => {
    const clinic = await start();
    const usual = clinic.service.answer;
    const theirs = {
      serviceId: ANA,
      name: 'Bía',
      surname: 'Souza',
      email: BIA.email,
      cellphone: '11900001234',
    };
    clinic.service.answer = (request) => {
      if (request.method === 'POST') clinic.patients.push(theirs);
      return request.method === 'POST' ? { body: theirs } : usual(request);
    };
    expect(await askMapping(clinic, REGISTER, BIA)).toMatchObject({ status: 201, body: { notStored: [] } });
    expect(clinic.patients).toEqual([{ ...theirs, birthday: '1984-05-06T00:00:00Z' }]);
  });

  it('registers once where two proxies are asked at once', async () => {
    const patients: ServicePatient[] = [];
    const storage = fresh();
    const clinics = [await startClinic(storage, patients), await startClinic(storage, patients)];
    open.push(...clinics);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => askMapping(clinics[index % 2] as Clinic, REGISTER, BIA)),
    );
    expect(patients).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status === 409) expect(body.code).toBe('REGISTRATION_IN_PROGRESS');
      else expect(body.patientId).toBe(patients[0]?.serviceId);
    }
  });

  it('does not link the record that the service gives for the e-mail where it is somebody else', async () => {
    const clinic = await start();
    const theirs = { serviceId: ANA, name: 'NAME-CANARY', surname: 'Souza', email: BIA.email };
    const usual = clinic.service.answer;
    clinic.service.answer = (request) => (request.method === 'POST' ? { body: theirs } : usual(request));
    const answer = await askMapping(clinic, REGISTER, BIA);
    expect(answer).toMatchObject({ status: 409, body: { code: 'IDENTIFIERS_DISAGREE' } });
    expect(answer.text).not.toContain('CANARY');
    clinic.service.answer = usual;
    expect(await askMapping(clinic, 'POST /patients/resolve', BIA)).toMatchObject({ status: 404 });
  });

  it('lets nobody register again while the outcome is unknown, and writes that down', async () => {
    const clinic = await start();
    const usual = clinic.service.answer;
    clinic.service.answer = (request) =>
      request.method === 'POST'
        ? { status: 500, body: { code: 'INTERNAL', message: 'NAME-CANARY' } }
        : usual(request);
    expect(await askMapping(clinic, REGISTER, BIA)).toMatchObject({ status: 500 });
    clinic.service.answer = usual;
    expect(await askMapping(clinic, REGISTER, BIA)).toMatchObject({
      status: 409,
      body: { code: 'REGISTRATION_IN_PROGRESS' },
    });
    const rows = await readAudit(await again());
    expect(rows.slice(-2).map(({ entry }) => entry?.outcome)).toEqual([
      { kind: 'unknown', status: 500 },
      { kind: 'refused', status: 409, code: 'REGISTRATION_IN_PROGRESS' },
    ]);
  });

  it('may be tried again at once where it was not sent, since the trail could not be written', async () => {
    const clinic = await start();
    const storage = await again();
    const block = async () =>
      storage.kind !== 'redis'
        ? runSql(storage, 'ALTER TABLE audit_row RENAME TO audit_row_away')
        : storage.redis.set(storage.key('audit:head'), 'not a hash');
    const unblock = async () =>
      storage.kind !== 'redis'
        ? runSql(storage, 'ALTER TABLE audit_row_away RENAME TO audit_row')
        : storage.redis.del(storage.key('audit:head'));
    await block();
    expect(await askMapping(clinic, REGISTER, BIA)).toMatchObject({
      status: 503,
      body: { code: 'AUDIT_UNAVAILABLE' },
    });
    expect(clinic.patients).toEqual([]);
    await unblock();
    expect(await askMapping(clinic, REGISTER, BIA)).toMatchObject({ status: 201 });
  });

  it('may be tried again after the service has refused', async () => {
    const clinic = await start();
    const usual = clinic.service.answer;
    clinic.service.answer = (request) =>
      request.method === 'POST'
        ? { status: 409, body: { code: 'PROFESSIONAL_EMAIL_ALREADY_EXIST', message: 'NAME-CANARY' } }
        : usual(request);
    const refused = await askMapping(clinic, REGISTER, BIA);
    expect(refused).toMatchObject({ status: 409, body: { code: 'PROFESSIONAL_EMAIL_ALREADY_EXIST' } });
    expect(refused.text).not.toContain('CANARY');
    clinic.service.answer = usual;
    expect(await askMapping(clinic, REGISTER, BIA)).toMatchObject({ status: 201 });
  });

  describe('of somebody whom a person told apart from a patient who is like them', () => {
    const known = { serviceId: ANA, name: 'Bia', surname: 'Souza', birthday: '1984-05-06T00:00:00Z' };
    const other = { ...BIA, key: `${EHR_KEY}-2`, email: 'bia.2@clinic.example', phone: '+55 11 90000-9999' };
    const created = (clinic: Clinic) => clinic.patients.filter(({ serviceId }) => serviceId !== ANA);

    it.each([
      ['of another number', {}],
      ['whose phone disagrees', { cellphone: '+55 11 90000-1234' }],
    ])(
      'makes a record of their own beside the one %s, and writes down from whom they were told apart',
      async (_, more) => {
        const clinic = await start([{ ...known, ...more }]);
        expect((await askMapping(clinic, 'POST /patients/resolve', BIA)).status).toBe(200);
        expect((await askMapping(clinic, REGISTER, other)).status).toBe(409);
        expect(created(clinic)).toEqual([]);
        const answer = await askMapping(clinic, REGISTER, { ...other, apartFrom: [ANA.toUpperCase()] });
        expect(answer).toMatchObject({ status: 201, body: { status: 'linked' } });
        expect(created(clinic)).toMatchObject([{ serviceId: answer.body.patientId, email: other.email }]);
        const rows = await readAudit(await again());
        const apart = rows.flatMap(({ entry }) => (entry?.ids.apartFrom ? [entry] : []));
        expect(apart.map(({ route, ids }) => [route, ids.apartFrom])).toContainEqual([
          'POST /professionals/{professionalId}/patients',
          [ANA],
        ]);
        // Before the service is asked, and again with how it ended.
        expect(apart.map(({ outcome }) => outcome?.kind)).toEqual([undefined, 'done']);
      },
    );

    it('links nobody by that, not even somebody who is like them and was not shown', async () => {
      const clinic = await start([known, { ...known, serviceId: ANA.replace('a', 'b'), email: other.email }]);
      expect(await askMapping(clinic, REGISTER, { ...other, apartFrom: [ANA] })).toMatchObject({
        status: 409,
        body: { code: 'AMBIGUOUS' },
      });
      expect(await askMapping(clinic, 'POST /patients/lookup', { keys: [{ key: other.key }] })).toMatchObject(
        {
          body: { patients: [null] },
        },
      );
      expect(clinic.service.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    });

    it('does not link the record of the one they were told apart from, if the service gives that', async () => {
      const clinic = await start([known]);
      const usual = clinic.service.answer;
      clinic.service.answer = (request) => (request.method === 'POST' ? { body: known } : usual(request));
      expect(await askMapping(clinic, REGISTER, { ...other, apartFrom: [ANA] })).toMatchObject({
        status: 409,
        body: { code: 'PATIENT_NOT_NEW' },
      });
      expect(await askMapping(clinic, 'POST /patients/lookup', { keys: [{ key: other.key }] })).toMatchObject(
        {
          body: { patients: [null] },
        },
      );
    });

    it('registers nobody for a key that is linked already', async () => {
      const clinic = await start([known]);
      expect((await askMapping(clinic, 'POST /patients/resolve', BIA)).status).toBe(200);
      expect(await askMapping(clinic, REGISTER, { ...BIA, apartFrom: [ANA] })).toMatchObject({
        status: 409,
        body: { code: 'LINKED_MEANWHILE' },
      });
      expect(created(clinic)).toEqual([]);
    });
  });

  it.each<[string, object, object, number]>([
    ['a name only', { email: undefined, phone: undefined, birthday: undefined }, {}, 400],
    ['name and birthday only', { email: undefined, phone: undefined }, {}, 400],
    ['a narrowed token', {}, { pat: [ANA] }, 403],
    ["a token without 'patients'", {}, { ops: ['read'] }, 403],
  ])('refuses %s', async (_, more, claims, status) => {
    const clinic = await start();
    expect(await askMapping(clinic, REGISTER, { ...BIA, ...more }, claims)).toMatchObject({ status });
    expect(clinic.service.requests).toEqual([]);
  });
});
