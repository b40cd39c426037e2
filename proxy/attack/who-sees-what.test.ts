import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACTIONS,
  type Call,
  createRouter,
  ENDPOINTS,
  type Endpoint,
  getApplication,
  getSubmission,
  ROLES,
  type Role,
} from '../../shared/client/contract/index.ts';
import { type Attack, BASE, startAttack, written } from '../fixtures/attack.ts';
import { callOf } from '../fixtures/endpoint-call.ts';
import { expectOnlyRebuilt } from '../fixtures/only-rebuilt.ts';
import { rawRequest } from '../fixtures/raw-request.ts';
import { nameOf, sample } from '../fixtures/sample.ts';
import type { Recorded, StubAnswer } from '../fixtures/stub-service.ts';
import { OTHER_PATIENT, OTHER_PROFESSIONAL, PATIENT, PROFESSIONAL, tokenFor } from '../fixtures/world.ts';

const MISSING_PATIENT = 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee';
const MISSING_PROFESSIONAL = '33333333-3333-4333-8333-333333333333';
/** By their ids, 1 belongs to the token's patient and 2 to the other; 404 does not exist. */
const OWNERS: Readonly<Record<string, string>> = { '1': PATIENT, '2': OTHER_PATIENT };

const route = createRouter(ENDPOINTS);

/** A service that knows two patients and two professionals, and speaks of the other patient wherever it can. */
function serve({ method, url, body }: Recorded): StubAnswer {
  const path = new URL(url, 'http://service').pathname.slice(BASE.length);
  const found = route(method, path);
  if (found.kind !== 'endpoint') throw new Error(`the service has no ${method} ${path}`);
  const { endpoint, raw } = found;
  if (raw.professionalId === MISSING_PROFESSIONAL)
    return { status: 404, body: { code: 'INTEGRATION_NOT_FOUND', message: nameOf(OTHER_PATIENT) } };
  const id = raw.applicationId ?? raw.submissionId;
  const named =
    raw.patientId ?? (body === '' ? undefined : (JSON.parse(body) as { patientId?: string }).patientId);
  if (id === '404' || named === MISSING_PATIENT)
    return { status: 404, body: { code: 'NOT_FOUND', message: nameOf(OTHER_PATIENT), traceId: 'trace-1' } };
  if (endpoint.patient.at === 'items') {
    // The last page of a paged list is empty, as that of any service is.
    if (/offset=[1-9]/.test(url)) return { body: [] };
    const item = (patient: string) => (sample(endpoint.response, patient) as unknown[])[0];
    return { body: [item(OTHER_PATIENT), item(PATIENT), item(OTHER_PATIENT)] };
  }
  return {
    headers: { 'x-patient': nameOf(OTHER_PATIENT), etag: `"${OTHER_PATIENT}"` },
    body: sample(endpoint.response, OWNERS[id ?? ''] ?? named ?? PATIENT),
  };
}

let attack: Attack;
beforeAll(async () => {
  attack = await startAttack();
  attack.service.answer = serve;
});
afterAll(() => attack.close());

/** Every byte that comes back over the wire, but the date. */
async function bytesOf(
  endpoint: Endpoint,
  token: string,
  named: Parameters<typeof callOf>[1],
): Promise<string> {
  const { method, path, body } = callOf(endpoint, named);
  const head = [
    `${method} ${BASE}${path} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${token}`,
    'Connection: close',
  ];
  const withBody =
    body === null ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  const bytes = written([...head, ...withBody], body ?? '');
  const received = await rawRequest(attack.url, Buffer.from(bytes, 'utf8').toString('latin1'));
  // Both are another's each time, and of neither the question nor the patient.
  return received.replace(/^(?:date|x-request-id): .*\r\n/gim, '');
}

const tokenOf = (role: Role, pat: readonly string[] | null) =>
  tokenFor({ role, ops: [...ACTIONS], ...(pat ? { pat: [...pat] } : {}) });

const statusOf = (bytes: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes)?.[1]);

/** Ways of the calls to name a patient other than by the list they are in. */
const NAMING: readonly (readonly [string, Endpoint])[] = ENDPOINTS.filter(
  ({ path, patient }) => /\{(patient|application|submission)Id\}/.test(path) || patient.at === 'body',
).map((endpoint) => [endpoint.id, endpoint] as const);
const EVERY = ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const);

describe('over the wire, byte for byte', () => {
  test.each(NAMING)('%s: another patient is answered like one who does not exist', async (_, endpoint) => {
    for (const role of ROLES) {
      const token = await tokenOf(role, [PATIENT]);
      attack.lines.length = 0;
      const other = await bytesOf(endpoint, token, {
        professional: PROFESSIONAL,
        patient: OTHER_PATIENT,
        id: '2',
      });
      const missing = await bytesOf(endpoint, token, {
        professional: PROFESSIONAL,
        patient: MISSING_PATIENT,
        id: '404',
      });
      expect(other).toBe(missing);
      expect([403, 404]).toContain(statusOf(other));
      const [first, second] = attack.lines.map(({ route: named, status }) => [named, status]);
      expect(first).toEqual(second);
    }
  });

  test.each(EVERY.filter(([, { path }]) => path.includes('{professionalId}')))(
    '%s: another professional is answered like one without a link',
    async (_, endpoint) => {
      for (const role of ROLES) {
        if (endpoint.access[role] === 'deny' || endpoint.access[role] === 'any') continue;
        for (const pat of role === 'patient' ? [[PATIENT]] : [null, [PATIENT]]) {
          const token = await tokenOf(role, pat);
          const named = { patient: PATIENT, id: '1' };
          const other = await bytesOf(endpoint, token, { ...named, professional: OTHER_PROFESSIONAL });
          const missing = await bytesOf(endpoint, token, { ...named, professional: MISSING_PROFESSIONAL });
          expect(other).toBe(missing);
          expect(other).not.toContain(nameOf(OTHER_PATIENT));
        }
      }
    },
  );

  test.each(EVERY)('%s: nothing of another patient is in any byte nor in the log', async (_, endpoint) => {
    for (const role of ROLES) {
      for (const professional of [PROFESSIONAL, OTHER_PROFESSIONAL]) {
        for (const [patient, id] of [
          [PATIENT, '1'],
          [OTHER_PATIENT, '2'],
          [PATIENT, '2'],
          [OTHER_PATIENT, '1'],
        ] as const) {
          attack.lines.length = 0;
          const bytes = await bytesOf(endpoint, await tokenOf(role, [PATIENT]), {
            professional,
            patient,
            id,
          });
          for (const canary of [nameOf(OTHER_PATIENT), OTHER_PATIENT, OTHER_PATIENT.toUpperCase()]) {
            expect(bytes).not.toContain(canary);
            expect(JSON.stringify(attack.lines)).not.toContain(canary);
          }
          expect(bytes.toLowerCase()).toContain('cache-control: no-store');
        }
      }
    }
    expectOnlyRebuilt(attack.service);
  });

  test.each(EVERY)(
    '%s: an expired token gets one answer, whatever it asks, and the service is not asked',
    async (_, endpoint) => {
      const answers = new Set<string>();
      attack.service.requests.length = 0;
      for (const role of ROLES) {
        const token = await tokenFor({ role, pat: [PATIENT] }, () => Date.now() - 3_600_000);
        for (const patient of [PATIENT, OTHER_PATIENT])
          for (const professional of [PROFESSIONAL, OTHER_PROFESSIONAL])
            answers.add(await bytesOf(endpoint, token, { professional, patient, id: '1' }));
      }
      expect([...answers].map(statusOf)).toEqual([401]);
      expect([...answers].join()).toContain('"code":"TOKEN_EXPIRED"');
      expect(attack.service.requests).toEqual([]);
    },
  );
});

test('a write on another patient is never begun: the service is read, and not written', async () => {
  const writes = ENDPOINTS.filter(
    ({ effect, patient }) => effect === 'write' && ['application', 'submission'].includes(patient.at),
  );
  expect(writes.length).toBeGreaterThan(0);
  for (const endpoint of writes) {
    attack.service.requests.length = 0;
    await bytesOf(endpoint, await tokenOf('professional', [PATIENT]), {
      professional: PROFESSIONAL,
      patient: PATIENT,
      id: '2',
    });
    const reads: readonly Call[] = [getApplication, getSubmission];
    expect(attack.service.requests).toHaveLength(1);
    for (const { method, url } of attack.service.requests) {
      const found = route(method, url.slice(BASE.length));
      expect(found.kind === 'endpoint' && reads.includes(found.endpoint)).toBe(true);
    }
  }
});

test.each(['patients', 'applications', 'submissions', 'submissions?ids=1,2,404'])(
  '/caseload/%s: nothing of another patient is in any byte nor in the log, for whatever token that is narrowed',
  async (path) => {
    attack.service.requests.length = 0;
    for (const role of ROLES) {
      for (const professional of [PROFESSIONAL, OTHER_PROFESSIONAL]) {
        attack.lines.length = 0;
        const query = `${path.includes('?') ? '&' : '?'}professionalId=${professional}`;
        const lines = [`GET /caseload/${path}${query} HTTP/1.1`, 'Host: a', 'Connection: close'];
        const authorization = `Authorization: Bearer ${await tokenOf(role, [PATIENT])}`;
        const bytes = await rawRequest(attack.url, written([...lines, authorization]));
        const own = role === 'operations' || professional === PROFESSIONAL ? 200 : 404;
        expect(statusOf(bytes)).toBe(role === 'patient' ? 403 : own);
        for (const canary of [nameOf(OTHER_PATIENT), OTHER_PATIENT, OTHER_PATIENT.toUpperCase()]) {
          expect(bytes).not.toContain(canary);
          expect(JSON.stringify(attack.lines)).not.toContain(canary);
        }
      }
    }
    expectOnlyRebuilt(attack.service);
  },
);
