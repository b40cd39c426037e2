import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createProxy, type Grant } from '../../proxy/index.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { DEMO_CREDENTIALS } from '../../sandbox/seed/clinic.ts';
import { deliverTo } from '../../scripts/stack/clinic.ts';
import {
  createApplication,
  createPatient,
  createProfessional,
  getInstrument,
  listLibrary,
} from '../../shared/client/contract/index.ts';
import { type EventHint, listenToEvents } from '../../shared/client/events.ts';
import { createClient } from '../../shared/client/index.ts';

const PAGE = 'https://ehr.clinic.example';

/** Sandbox and proxy, with the deliveries of the one at the door of the other, and one patient. */
async function start() {
  const sandbox = await createSandbox({ log: () => {} });
  const service = await sandbox.listen(0);
  const client = createClient({ baseUrl: service.url, auth: DEMO_CREDENTIALS });
  const email = 'dora@clinic.example';
  const registered = await client(createProfessional, {
    body: { email, externalId: email, name: 'Dora', surname: 'Reis' },
  });
  const professionalId = registered.data.serviceId;
  const person = { name: 'Ana', surname: 'Lima', email: 'ana@patients.example', cellphone: '+5511900000001' };
  const { data: patient } = await client(createPatient, { params: { professionalId }, body: person });

  const secret = randomBytes(32).toString('base64url');
  const grant: Grant = { sub: 'dora', role: 'professional', professionalId, actions: ['read'] };
  const proxy = createProxy({
    upstream: service.url,
    credentials: DEMO_CREDENTIALS,
    keys: [{ kid: 'test', alg: 'HS256', key: randomBytes(32), signs: true }],
    issuer: 'events-test',
    audience: 'events-test',
    origins: [PAGE],
    session: async () => grant,
    storage: { file: ':memory:' },
    webhooks: { secrets: [secret] },
    log: () => {},
  });
  const { url } = await proxy.listen(0);
  await deliverTo(service.url, `${url}/webhooks`, secret);
  return {
    url,
    client,
    professionalId,
    patientId: patient.serviceId,
    async token(): Promise<string> {
      const headers = { origin: PAGE, 'content-type': 'application/json' };
      const response = await fetch(`${url}/session`, { method: 'POST', headers, body: '{}' });
      return ((await response.json()) as { token: string }).token;
    },
    async close() {
      await proxy.close();
      await service.close();
      await sandbox.close();
    },
  };
}

let clinic: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  clinic = await start();
});
afterAll(() => clinic.close());

it('a patient’s answer at the service reaches a page that listens to the proxy, by ids only', async () => {
  const { client, professionalId, patientId, url } = clinic;
  const heard: EventHint[] = [];
  let isLive = false;
  const end = listenToEvents({
    baseUrl: url,
    auth: { get: () => clinic.token() },
    onEvent: (hint) => heard.push(hint),
    onResync: () => {},
    onLive: (now) => {
      isLive = now;
    },
  });
  await vi.waitFor(() => expect(isLive).toBe(true), 10_000);

  const { data: library } = await client(listLibrary);
  const formId = library.find(({ shortTitle }) => shortTitle === 'PHQ-2')?.id ?? '';
  const { data: application } = await client(createApplication, {
    params: { professionalId, formId },
    body: { patientId, recurrenceCycle: 'NOW' },
  });
  const { data: instrument } = await client(getInstrument, { params: { formId } });
  const answers = instrument.questions?.map(({ id, questionOptions }) => ({
    questionId: id,
    value: questionOptions?.[1]?.value,
  }));
  const answered = await fetch(application.urlToAnswer ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answers }),
  });
  expect(answered.status).toBe(200);

  await vi.waitFor(() => expect(heard).toHaveLength(1), 10_000);
  expect(heard[0]).toEqual({
    kind: 'SUBMISSION_ANSWERED',
    submissionId: expect.any(Number),
    applicationId: application.id,
    patientId,
    formTemplateId: formId,
    professionalId,
  });
  end();
});
