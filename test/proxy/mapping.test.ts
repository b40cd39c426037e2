import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProxy, type Grant } from '../../proxy/index.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { DEMO_CREDENTIALS } from '../../sandbox/seed/clinic.ts';
import {
  createPatient,
  createProfessional,
  listPatients,
  updatePatient,
} from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';

const PAGE = 'https://ehr.clinic.example';
const ISSUER = 'mapping-test';

interface Person {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly cellphone: string;
  readonly birthday: string;
}
const ANA: Person = {
  name: 'Ana',
  surname: 'Conceição Lima',
  email: 'ana@patients.example',
  cellphone: '+5511900000001',
  birthday: '1990-01-02T00:00:00Z',
};
const OTHER_ANA: Person = {
  ...ANA,
  email: 'ana.lima@patients.example',
  cellphone: '+5511900000002',
  birthday: '1990-02-01T00:00:00Z',
};
const COLLEAGUES: Person = {
  ...ANA,
  name: 'Caio',
  email: 'caio@patients.example',
  cellphone: '+5511900000003',
};

async function start() {
  const sandbox = await createSandbox({ log: () => {} });
  const service = await sandbox.listen(0);
  const client = createClient({ baseUrl: service.url, auth: DEMO_CREDENTIALS });

  const register = async (email: string): Promise<string> => {
    const body = { email, externalId: email, name: 'Dora', surname: 'Reis' };
    return (await client(createProfessional, { body })).data.serviceId;
  };
  const add = async (professionalId: string, { birthday, ...person }: Person): Promise<string> => {
    const { data } = await client(createPatient, { params: { professionalId }, body: person });
    const params = { professionalId, patientId: data.serviceId };
    await client(updatePatient, { params, body: { ...person, birthday } });
    return data.serviceId;
  };
  const professionalId = await register('dora@clinic.example');
  const anas = [await add(professionalId, OTHER_ANA), await add(professionalId, ANA)];
  await add(await register('eva@clinic.example'), COLLEAGUES);

  const grant: Grant = { sub: 'dora', role: 'professional', professionalId, actions: ['read', 'patients'] };
  const lines: unknown[] = [];
  const proxy = createProxy({
    upstream: service.url,
    credentials: DEMO_CREDENTIALS,
    keys: [{ kid: 'test', alg: 'HS256', key: randomBytes(32), signs: true }],
    issuer: ISSUER,
    audience: ISSUER,
    origins: [PAGE],
    session: async () => grant,
    storage: { file: ':memory:' },
    mapping: { key: randomBytes(32) },
    log: (line) => lines.push(line),
  });
  const { url } = await proxy.listen(0);
  const post = async (path: string, body: unknown, more: Record<string, string> = {}) => {
    const headers = { origin: PAGE, 'content-type': 'application/json', ...more };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const { body: session } = await post('/session', {});
  const authorization = `Bearer ${session.token}`;
  return {
    ana: anas[1],
    lines,
    ask: (path: string, body: unknown) => post(path, body, { authorization }),
    patients: async () => (await client(listPatients, { params: { professionalId } })).data,
    async close() {
      await proxy.close();
      await service.close();
      await sandbox.close();
    },
  };
}

describe('the mapping in front of the service', () => {
  let clinic: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    clinic = await start();
  });
  afterAll(() => clinic.close());

  it('tells two of one name apart by the day of birth, whatever the case, accents and order', async () => {
    const asked = { key: 'MRN-1', name: 'CONCEICAO LIMA, Ana', birthday: '1990-01-02' };
    expect(await clinic.ask('/patients/resolve', asked)).toEqual({
      status: 200,
      body: {
        status: 'linked',
        patientId: clinic.ana,
        agreed: ['name', 'birthday'],
        origin: { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), by: expect.any(String) },
      },
    });
    const swapped = { ...asked, key: 'MRN-2', birthday: '1990-02-10' };
    expect(await clinic.ask('/patients/resolve', swapped)).toMatchObject({ status: 404 });
  });

  it('registers somebody new once, who is then found by key and by phone', async () => {
    const person = { name: 'Bia', surname: 'Souza', birthday: '1984-05-06', phone: '+55 11 90000-0009' };
    const registered = await clinic.ask('/patients/register', { key: 'MRN-3', ...person });
    expect(registered).toMatchObject({ status: 201, body: { notStored: [] } });
    const again = await clinic.ask('/patients/register', { key: 'MRN-3', ...person });
    expect(again).toMatchObject({ status: 200, body: { patientId: registered.body.patientId } });
    const found = { key: 'MRN-3', name: 'Bia Souza', phone: '(11) 90000-0009', birthday: '1984-05-06' };
    expect(await clinic.ask('/patients/resolve', found)).toMatchObject({
      status: 200,
      body: { patientId: registered.body.patientId, agreed: ['name', 'birthday', 'phone'] },
    });
    expect(await clinic.patients()).toHaveLength(3);
  });

  it('does not link the patient of a colleague whom the service gives for an e-mail', async () => {
    const person = { key: 'MRN-4', name: 'Davi', surname: 'Reis', email: COLLEAGUES.email };
    expect(await clinic.ask('/patients/register', person)).toMatchObject({
      status: 409,
      body: { code: 'IDENTIFIERS_DISAGREE', message: expect.stringMatching(/^The name sent/) },
    });
    expect(await clinic.ask('/patients/resolve', person)).toMatchObject({ status: 404 });
  });

  it('has logged no key, name or identifier', () => {
    expect(JSON.stringify(clinic.lines)).not.toMatch(/MRN|Lima|Souza|Davi|Bia|90000|patients\.example|1990/i);
  });
});
