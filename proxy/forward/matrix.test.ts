import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACTIONS,
  type Action,
  createRouter,
  ENDPOINTS,
  type Endpoint,
  ROLES,
  type Role,
} from '../../shared/client/contract/index.ts';
import { readAudit } from '../audit/verify.ts';
import { callOf } from '../fixtures/endpoint-call.ts';
import { ANSWER_TOKEN, nameOf, sample, UNDECLARED } from '../fixtures/sample.ts';
import { type OpenedStorage, openForTest } from '../fixtures/storages.ts';
import { headerValues, type Recorded, type StubAnswer } from '../fixtures/stub-service.ts';
import {
  OTHER_PATIENT,
  OTHER_PROFESSIONAL,
  PATIENT,
  PROFESSIONAL,
  startWorld,
  tokenFor,
  visible,
  type World,
} from '../fixtures/world.ts';

/** By their ids, 1 belongs to the token's patient and 2 to the other; 404 does not exist. */
const OWNER: Readonly<Record<string, string>> = { '1': PATIENT, '2': OTHER_PATIENT };

interface Case {
  readonly role: Role;
  readonly endpoint: Endpoint;
  readonly professional: string;
  readonly patient: string;
  readonly narrowed: boolean;
}

const CASES: readonly Case[] = ENDPOINTS.flatMap((endpoint) =>
  ROLES.flatMap((role) =>
    [PROFESSIONAL, OTHER_PROFESSIONAL].flatMap((professional) =>
      [PATIENT, OTHER_PATIENT].flatMap((patient) =>
        (role === 'patient' ? [true] : [true, false]).map((narrowed) => ({
          role,
          endpoint,
          professional,
          patient,
          narrowed,
        })),
      ),
    ),
  ),
);

const route = createRouter(ENDPOINTS);

/** The service: a record by id is its owner's, a list mixes both patients, anything else is the path's or body's. */
function serve(recorded: Recorded): StubAnswer {
  const path = new URL(recorded.url, 'http://service').pathname.replace('/third-party/api/v1', '');
  const found = route(recorded.method, path);
  if (found.kind !== 'endpoint') throw new Error(`the service has no ${recorded.method} ${path}`);
  const { endpoint } = found;
  const id = /\/(?:applications|submissions)\/(\d+)/.exec(path)?.[1];
  if (id === '404') return { status: 404, body: { code: 'NOT_FOUND', message: nameOf(OTHER_PATIENT) } };
  if (endpoint.patient.at === 'items') {
    // The last page of a paged list is empty, as that of any service is.
    if (/offset=[1-9]/.test(recorded.url)) return { body: [] };
    const [own] = sample(endpoint.response, PATIENT) as unknown[];
    const [other] = sample(endpoint.response, OTHER_PATIENT) as unknown[];
    return { body: [other, own, { ...(other as object), patientId: undefined, serviceId: undefined }] };
  }
  const about = OWNER[id ?? ''] ?? /patients\/([^/]+)/.exec(path)?.[1];
  const inBody =
    recorded.body === '' ? undefined : (JSON.parse(recorded.body) as { patientId?: string }).patientId;
  return { body: sample(endpoint.response, about ?? inBody ?? PATIENT) };
}

const idOf = (patient: string): string => (patient === PATIENT ? '1' : '2');

async function askCase(
  world: World,
  { role, endpoint, professional, patient, narrowed }: Case,
  id = idOf(patient),
  ops: readonly Action[] = ACTIONS,
) {
  const token = await tokenFor({ role, ops: [...ops], ...(narrowed ? { pat: [PATIENT] } : {}) });
  const { method, path, body } = callOf(endpoint, { professional, patient, id });
  const init = body === null ? { method } : { method, body, headers: { 'content-type': 'application/json' } };
  return world.ask(path, token, init);
}

/** Whether the call names its patient, by path, body or id, rather than concerning a list or nobody. */
const namesOne = ({ patient: { at }, path }: Endpoint): boolean =>
  path.includes('{patientId}') || ['body', 'response', 'application', 'submission'].includes(at);

/** What the design says of a case: the table of "Who sees what", read from `access` and `patient`. */
function expected({ role, endpoint, professional, patient, narrowed }: Case): number {
  const access = endpoint.access[role];
  if (access === 'deny' || (narrowed && endpoint.patient.at === 'all')) return 403;
  const namesProfessional = endpoint.path.includes('{professionalId}');
  if (access !== 'any' && namesProfessional && professional !== PROFESSIONAL) return 404;
  if (narrowed && namesOne(endpoint) && patient === OTHER_PATIENT) return 404;
  return 200;
}

let world: World;
let trail: OpenedStorage;
const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-matrix-'));
beforeAll(async () => {
  const storage = { file: join(folder, 'proxy.sqlite') };
  world = await startWorld({ storage });
  world.service.answer = serve;
  trail = await openForTest(storage);
});
afterAll(async () => {
  await world.close();
  await trail.close();
  rmSync(folder, { recursive: true });
});

/** The outcomes in the trail since it was asked last, each with the patients whom it names. */
async function readOutcomes() {
  const rows = await readAudit(trail, seen + 1, 1_000);
  seen += rows.length;
  return rows.flatMap(({ entry }) => {
    const { patientId = '', patientIds = [] } = entry?.ids ?? {};
    return entry?.outcome
      ? [{ ...entry.outcome, who: entry.who.sub, patients: [patientId, ...patientIds] }]
      : [];
  });
}
let seen = 0;

/** An answer that holds a patient's data, a write and a refusal leave one outcome each, which names all patients. */
async function expectOneRow({ endpoint, patient }: Case, status: number, bytes: string): Promise<void> {
  const outcomes = await readOutcomes();
  if (status === 200 && endpoint.effect === 'read' && endpoint.patient.at === 'none')
    return expect(outcomes).toEqual([]);
  const kind = status === 200 ? 'done' : 'refused';
  expect(outcomes).toMatchObject([{ kind, status, who: 'staff-7' }]);
  const [{ patients, code } = { patients: [], code: '' }] = outcomes;
  // What the library and professionals are about has ids too, which are nobody's.
  const told = endpoint.patient.at === 'none' ? [] : [PATIENT, OTHER_PATIENT];
  for (const named of told) if (bytes.includes(named)) expect(patients).toContain(named);
  if (endpoint.path.includes('{patientId}')) expect(patients).toContain(patient);
  if (status !== 200 && endpoint.effect === 'read') expect(bytes).toContain(code);
}

const title = ({ role, endpoint, professional, patient, narrowed }: Case): string =>
  `${endpoint.id} as ${role}${narrowed ? ' narrowed' : ''}, ${professional === PROFESSIONAL ? 'own' : 'other'} professional, ${patient === PATIENT ? 'own' : 'other'} patient`;

describe('every endpoint for every role', () => {
  test('the generated cases cover the whole contract', () => {
    expect(new Set(CASES.map(({ endpoint }) => endpoint))).toEqual(new Set(ENDPOINTS));
    expect(CASES).toHaveLength(ENDPOINTS.length * 5 * 4);
  });

  test.each(CASES.map((one) => [title(one), one] as const))('%s', async (_, one) => {
    world.service.requests.length = 0;
    world.lines.length = 0;
    await readOutcomes();
    const response = await askCase(world, one);
    const bytes = await visible(response);
    expect(response.status).toBe(expected(one));
    for (const canary of [ANSWER_TOKEN, UNDECLARED, 'KEY-CANARY', 'SECRET-CANARY'])
      expect(bytes).not.toContain(canary);
    if (one.narrowed) {
      expect(bytes).not.toContain(nameOf(OTHER_PATIENT));
      expect(bytes).not.toContain(OTHER_PATIENT);
    }
    if (one.role === 'patient') expect(bytes).not.toMatch(/risk|interpretativeAnalysis|psychometric/i);
    expect(JSON.stringify(world.lines)).not.toMatch(/CANARY|aaaa-4aaa|bbbb-4bbb|1111-4111|Bearer|eyJ/);
    for (const sent of world.service.requests) {
      expect(headerValues(sent, 'x-api-key')).toEqual(['KEY-CANARY']);
      expect(headerValues(sent, 'x-api-secret')).toEqual(['SECRET-CANARY']);
      expect(headerValues(sent, 'authorization')).toEqual([]);
    }
    await expectOneRow(one, response.status, bytes);
    // A refusal is made before the service is asked, but where only the record tells whose it is.
    if (response.status === 403) expect(world.service.requests).toEqual([]);
  });
});

test.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s needs its action in the token',
  async (_, endpoint) => {
    world.service.requests.length = 0;
    const ops = ACTIONS.filter((action) => action !== endpoint.action);
    const one: Case = {
      role: 'operations',
      endpoint,
      professional: PROFESSIONAL,
      patient: PATIENT,
      narrowed: false,
    };
    expect((await askCase(world, one)).status).toBe(200);
    world.service.requests.length = 0;
    expect((await askCase(world, one, '1', ops)).status).toBe(403);
    expect(world.service.requests).toEqual([]);
  },
);

describe('what is not for a token cannot be told from what does not exist', () => {
  const byId = CASES.filter(
    (one) =>
      one.narrowed && /\{(application|submission)Id\}/.test(one.endpoint.path) && expected(one) === 404,
  ).filter(({ professional, patient }) => professional === PROFESSIONAL && patient === OTHER_PATIENT);

  test.each(byId.map((one) => [title(one), one] as const))(
    '%s: the answer of a missing id',
    async (_, one) => {
      const mismatch = await visible(await askCase(world, one));
      expect(mismatch).toBe(await visible(await askCase(world, one, '404')));
    },
  );

  test('a write on the other patient never reaches the service as a write', async () => {
    for (const one of byId.filter(({ endpoint }) => endpoint.effect === 'write')) {
      world.service.requests.length = 0;
      await askCase(world, one);
      expect(world.service.requests.map(({ method }) => method)).toEqual(['GET']);
    }
  });

  test("another professional is answered like one without a link, and another patient like one who isn't there", async () => {
    const narrowed = await tokenFor({ pat: [PATIENT] });
    const wide = await tokenFor();
    const foreignProfessional = await visible(await world.ask(`/professionals/${OTHER_PROFESSIONAL}`, wide));
    const foreignPatient = await visible(
      await world.ask(`/professionals/${PROFESSIONAL}/patients/${OTHER_PATIENT}`, narrowed),
    );
    world.service.answer = () => ({ status: 404, body: { code: 'INTEGRATION_NOT_FOUND', message: 'x' } });
    expect(foreignProfessional).toBe(await visible(await world.ask(`/professionals/${PROFESSIONAL}`, wide)));
    world.service.answer = () => ({ status: 404, body: { code: 'PATIENT_NOT_FOUND', message: 'x' } });
    expect(foreignPatient).toBe(
      await visible(await world.ask(`/professionals/${PROFESSIONAL}/patients/${PATIENT}`, narrowed)),
    );
    world.service.answer = serve;
  });
});
