import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACTIONS, ENDPOINTS, type Endpoint, ROLES, type Role } from '../../shared/client/contract/index.ts';
import * as proxyApi from '../../shared/client/contract/proxy-api/index.ts';
import { readAudit, verifyAudit } from '../audit/verify.ts';
import { callOf } from '../fixtures/endpoint-call.ts';
import { nameOf, sample } from '../fixtures/sample.ts';
import { headerValues, type Recorded } from '../fixtures/stub-service.ts';
import { OTHER_PATIENT, PATIENT, PROFESSIONAL, visible } from '../fixtures/world.ts';
import { openStorage } from '../storage/open.ts';
import { toTenantStorage } from '../storage/settings.ts';
import { createKeyRing } from '../token/key-ring.ts';
import { mintToken } from '../token/token.ts';
import {
  auditKeyOf,
  keyOf,
  LETTERS,
  type Letter,
  otherThan,
  startTenants,
  type TenantWorld,
} from './two-tenants.fixture.ts';

const BASE = '/third-party/api/v1';
const OWNERS = [PATIENT, OTHER_PATIENT];
const nameAt = (letter: Letter): string => `PERSON-OF-${letter}`;

let world: TenantWorld;
beforeAll(async () => {
  world = await startTenants();
});
afterAll(() => world.close());

/** How often a token of another tenant was shown, by the tenant that was asked. */
const foreign: Record<Letter, number> = { a: 0, b: 0 };

/** Both services have the same ids; a name tells of which tenant a patient is. */
function answerWith(endpoint: Endpoint): void {
  for (const letter of LETTERS) {
    world.services[letter].requests.length = 0;
    world.services[letter].answer = ({ url }: Recorded) => {
      if (/offset=[1-9]/.test(url)) return { body: [] };
      const named = JSON.stringify(sample(endpoint.response, PATIENT)).replaceAll(
        nameOf(PATIENT),
        nameAt(letter),
      );
      return { body: JSON.parse(named) };
    };
  }
}

async function askAt(at: Letter, token: string, endpoint: Endpoint, patient: string): Promise<Response> {
  const { method, path, body } = callOf(endpoint, { professional: PROFESSIONAL, patient, id: '1' });
  const init = body === null ? { method } : { method, body, headers: { 'content-type': 'application/json' } };
  return world.ask(at, BASE + path, token, init);
}

async function expectOwnOnly(of: Letter, role: Role, endpoint: Endpoint, patient: string): Promise<void> {
  const token = await world.tokenOf(of, {
    role,
    ops: [...ACTIONS],
    ...(role === 'patient' ? { pat: [PATIENT] } : {}),
  });
  const own = await visible(await askAt(of, token, endpoint, patient));
  expect(own).not.toContain(nameAt(otherThan(of)));
  expect(world.services[otherThan(of)].requests).toEqual([]);
  for (const sent of world.services[of].requests) {
    expect(headerValues(sent, 'x-api-key')).toEqual([`KEY-OF-${of}`]);
    expect(headerValues(sent, 'x-api-secret')).toEqual([`SECRET-OF-${of}`]);
  }
  world.services[of].requests.length = 0;
  const refused = await askAt(otherThan(of), token, endpoint, patient);
  foreign[otherThan(of)] += 1;
  expect([refused.status, await refused.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'TOKEN_INVALID' }),
  ]);
  for (const letter of LETTERS) expect(world.services[letter].requests).toEqual([]);
}

describe('every endpoint for every role, patient and tenant', () => {
  test.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s: a token is of use at its own tenant, whose service alone is asked, and at no other',
    async (_, endpoint) => {
      answerWith(endpoint);
      for (const of of LETTERS)
        for (const role of ROLES)
          for (const patient of OWNERS) await expectOwnOnly(of, role, endpoint, patient);
    },
  );

  const own = Object.values(proxyApi).filter(
    (one) => typeof one === 'object' && one !== null && 'caller' in one && one.caller === 'token',
  );
  test.each(own.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s of the proxy itself takes no token of another tenant',
    async (_, { method, path }) => {
      const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
      for (const of of LETTERS) {
        const named = path.replace(/\{\w+\}/g, PATIENT);
        const refused = await world.ask(otherThan(of), named, await world.tokenOf(of), { method, ...body });
        foreign[otherThan(of)] += 1;
        expect([refused.status, await refused.json()]).toEqual([
          401,
          expect.objectContaining({ code: 'TOKEN_INVALID' }),
        ]);
      }
    },
  );

  test('a token that one tenant writes for another, with all that is public of it, is refused there', async () => {
    const claims = { iss: 'https://b.example', aud: 'proxy-b', sub: 'staff-b', role: 'operations' as const };
    const { token } = await mintToken(createKeyRing([keyOf('a')]), {
      ...claims,
      ops: ['read'],
      origin: 'none',
    });
    expect((await world.ask('b', `${BASE}/forms/tags`, token)).status).toBe(401);
    foreign.b += 1;
  });

  test('each has a trail of its own, which holds under its own key, and names nobody of the other', async () => {
    await world.stop();
    for (const letter of LETTERS) {
      const storage = await openStorage(toTenantStorage(world.options.storage ?? { file: '' }, letter));
      expect((await verifyAudit(storage, { key: auditKeyOf(letter) })).holds).toBe(true);
      expect((await verifyAudit(storage, { key: auditKeyOf(otherThan(letter)) })).holds).toBe(false);
      const rows = await readAudit(storage, 1, 10_000);
      await storage.close();
      const persons = new Set(rows.map(({ entry }) => entry?.who.sub));
      expect(persons).toContain(`staff-${letter}`);
      expect(persons).not.toContain(`staff-${otherThan(letter)}`);
      // Whoever shows a token of another tenant is nobody here, and is counted.
      const refused = rows.reduce((sum, { entry }) => sum + (entry?.counts?.TOKEN_INVALID ?? 0), 0);
      expect(refused).toBe(foreign[letter]);
    }
    const said = world.lines.filter(({ event }) => event === 'request');
    expect(new Set(said.map(({ tenant }) => tenant))).toEqual(new Set(LETTERS));
  });
});
