import { describe, expect, it } from 'vitest';
import { createClient } from '../../index.ts';
import { ROLES } from '../roles.ts';
import { createRouter } from '../route.ts';
import * as proxyApi from './index.ts';
import {
  createSession,
  lookUpPatients,
  markCaseloadSeen,
  registerPatient,
  resolvePatient,
  TokenClaims,
} from './index.ts';

const PROXY_ENDPOINTS = Object.values(proxyApi).filter((one) => typeof one === 'object' && 'caller' in one);

const UUID = 'AAAAAAAA-AAAA-4AAA-8AAA-AAAAAAAAAAAA';

describe('the interface of the proxy', () => {
  it('has the addresses that the proxy has had all along', () => {
    expect(PROXY_ENDPOINTS.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'DELETE /patients/link',
      'GET /.well-known/instrument-panel.json',
      'GET /.well-known/oauth-authorization-server',
      'GET /authorize',
      'GET /caseload/applications',
      'GET /caseload/patients',
      'GET /caseload/submissions',
      'GET /events',
      'GET /healthz',
      'GET /launch',
      'GET /launch/callback',
      'GET /links',
      'GET /metrics',
      'GET /readyz',
      'GET /seen-by',
      'GET /sign-in',
      'GET /sign-in/callback',
      'GET /sites',
      'POST /authorize',
      'POST /caseload/seen',
      'POST /courses',
      'POST /links/decide',
      'POST /links/preview',
      'POST /links/register',
      'POST /links/remove',
      'POST /links/report',
      'POST /links/sign-in',
      'POST /links/sign-out',
      'POST /links/write',
      'POST /patients/lookup',
      'POST /patients/register',
      'POST /patients/resolve',
      'POST /revocations',
      'POST /session',
      'POST /sign-out',
      'POST /sites/health',
      'POST /token',
      'POST /webhooks',
    ]);
  });

  it('names each endpoint once, and rules every role where a token is what lets a caller in', () => {
    expect(new Set(PROXY_ENDPOINTS.map(({ id }) => id)).size).toBe(PROXY_ENDPOINTS.length);
    for (const { caller, permission } of PROXY_ENDPOINTS) {
      expect(permission !== null).toBe(caller === 'token');
      if (permission) expect(Object.keys(permission.access).toSorted()).toEqual([...ROLES].toSorted());
    }
  });

  it('lets no patient near the mapping, and nobody narrowed to patients register one', () => {
    const mapping = PROXY_ENDPOINTS.filter(({ path }) => path.startsWith('/patients/'));
    expect(mapping.map(({ permission }) => permission?.access.patient)).toEqual(Array(4).fill('deny'));
    expect(registerPatient.permission).toMatchObject({ action: 'patients', patient: { at: 'all' } });
  });

  it('shows no list of all patients to one of them, and lets nobody narrowed say that it was seen', () => {
    const caseload = PROXY_ENDPOINTS.filter(({ path }) => path.startsWith('/caseload/'));
    expect(caseload.map(({ permission }) => permission?.access.patient)).toEqual(Array(4).fill('deny'));
    expect(markCaseloadSeen.permission.patient).toEqual({ at: 'all' });
  });

  it('is found by the router of the contract', () => {
    const find = createRouter(PROXY_ENDPOINTS);
    expect(find('POST', '/patients/resolve')).toMatchObject({ kind: 'endpoint', endpoint: resolvePatient });
    expect(find('PUT', '/authorize')).toEqual({ kind: 'method', allowed: ['GET', 'POST'] });
    expect(find('GET', '/audit')).toEqual({ kind: 'none' });
  });
});

describe('what the proxy takes', () => {
  it.each<[string, object]>([
    ['a misspelt narrowing', { patient: [UUID] }],
    ['a narrowing to nobody', { patients: [] }],
    ['a patient by name', { patients: ['Ana Lima'] }],
    ['an action that does not exist', { actions: ['everything'] }],
  ])('is no session for %s', (_, body) => {
    expect(createSession.body.safeParse(body).success).toBe(false);
  });

  it('hands identifiers on in lower case and keys without blanks around them', () => {
    expect(createSession.body.parse({ patients: [UUID] })).toEqual({ patients: [UUID.toLowerCase()] });
    expect(lookUpPatients.body.parse({ keys: [{ key: ' 4711\n', patientId: UUID }] })).toEqual({
      keys: [{ key: '4711', patientId: UUID.toLowerCase() }],
    });
  });

  it('is at most 500 keys at once', () => {
    const keys = (count: number) => ({ keys: Array(count).fill({ key: '1' }) });
    expect(lookUpPatients.body.safeParse(keys(500)).success).toBe(true);
    expect(lookUpPatients.body.safeParse(keys(501)).success).toBe(false);
  });

  it('is no registration by name alone, and no identifier that it does not know', () => {
    const person = { key: '1', name: 'Ana', surname: 'Lima' };
    expect(registerPatient.body.safeParse(person).success).toBe(false);
    expect(registerPatient.body.safeParse({ ...person, phone: '+5511999990000' }).success).toBe(true);
    expect(resolvePatient.body.safeParse({ ...person, bithday: '1990-02-28' }).success).toBe(false);
  });

  it('is a token that names its professional, and its patients where it is a patient’s', () => {
    const claims = {
      iss: 'https://proxy.example',
      aud: 'proxy',
      sub: 'staff-7',
      iat: 1_000,
      exp: 1_900,
      jti: 'j'.repeat(16),
      ops: ['read'],
      origin: 'https://ehr.example',
    };
    const isSound = (more: object) => TokenClaims.safeParse({ ...claims, ...more }).success;
    expect(isSound({ role: 'professional', pro: UUID })).toBe(true);
    expect(isSound({ role: 'professional' })).toBe(false);
    expect(isSound({ role: 'patient', pro: UUID })).toBe(false);
    expect(isSound({ role: 'patient', pro: UUID, pat: [UUID] })).toBe(true);
    expect(isSound({ role: 'operations' })).toBe(true);
    expect(isSound({ role: 'operations', exp: 1_901 })).toBe(false);
  });
});

describe('calling the proxy', () => {
  const call = (answer: Response) => {
    const sent: [string, RequestInit][] = [];
    const client = createClient({
      baseUrl: 'https://proxy.example/',
      auth: { get: async () => 'token' },
      fetch: async (url, init) => {
        sent.push([String(url), init ?? {}]);
        return answer.clone();
      },
    });
    return { client, sent };
  };
  const link = { status: 'linked', patientId: UUID, agreed: ['name'] };

  it('sends what an endpoint declares to its own address, reads with a body among them', async () => {
    const { client, sent } = call(Response.json(link));
    const reply = await client(resolvePatient, { body: { key: ' 4711 ', name: 'Ana Lima' } });
    expect(reply.data).toEqual(link);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.[0]).toBe('https://proxy.example/patients/resolve');
    expect(sent[0]?.[1]).toMatchObject({ method: 'POST', body: '{"key":"4711","name":"Ana Lima"}' });
  });

  it('shares equal reads only: two bodies are two requests', async () => {
    const { client, sent } = call(Response.json(link));
    const ask = (key: string) => client(resolvePatient, { body: { key, name: 'Ana Lima' } });
    await Promise.all([ask('1'), ask('1'), ask('2')]);
    expect(sent).toHaveLength(2);
  });
});
