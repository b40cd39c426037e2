import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StubAnswer } from './fixtures/stub-service.ts';
import { PAGE, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from './fixtures/world.ts';

const SECOND_PAGE = 'https://portal.clinic.example';
const BASE = '/third-party/api/v1';

let world: World;
let token: string;
beforeAll(async () => {
  world = await startWorld({ origins: [PAGE, SECOND_PAGE], limits: { upstreamMs: 1_500 } });
  world.service.answer = () => ({ body: [] });
  token = await tokenFor();
});
afterAll(() => world.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(world.url + path, { method, headers });
const allowOrigin = (response: Response) => response.headers.get('access-control-allow-origin');
const bearer = () => ({ authorization: `Bearer ${token}` });

describe('pages of other origins', () => {
  test('an allowed page reads answers and errors, without credentials', async () => {
    for (const path of [`${BASE}/forms/tags`, `${BASE}/professionals/x`]) {
      const response = await get(path, { ...bearer(), origin: PAGE });
      expect(allowOrigin(response)).toBe(PAGE);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test.each([
    'https://evil.example',
    'null',
    '',
    `${PAGE}.evil.example`,
    `${PAGE}/`,
    PAGE.toUpperCase(),
    `${PAGE}:443`,
    '*',
  ])('the origin %j is refused and never reflected', async (origin) => {
    const requests = world.service.requests.length;
    for (const [path, method] of [
      [`${BASE}/forms/tags`, 'GET'],
      [`${BASE}/forms/tags`, 'OPTIONS'],
      ['/session', 'OPTIONS'],
      ['/healthz', 'GET'],
    ] as const) {
      const response = await get(path, { ...bearer(), origin }, method);
      expect(response.status).toBe(403);
      expect(allowOrigin(response)).toBeNull();
      expect(response.headers.get('vary')).toBe('Origin');
    }
    expect(world.service.requests).toHaveLength(requests);
  });

  test('a token is of no use on another page, allowed or not', async () => {
    const response = await get(`${BASE}/forms/tags`, { ...bearer(), origin: SECOND_PAGE });
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'ORIGIN_NOT_ALLOWED' }]);
  });

  test('a request without an origin (the same origin, or no browser) rests on its token alone', async () => {
    const response = await get(`${BASE}/forms/tags`, bearer());
    expect([response.status, allowOrigin(response)]).toEqual([200, null]);
  });

  test('a preflight names the methods and headers, and credentials on /session only', async () => {
    const api = await get(`${BASE}/professionals/${PROFESSIONAL}/patients`, { origin: PAGE }, 'OPTIONS');
    expect(api.status).toBe(204);
    expect(api.headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(api.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, accept-language, last-event-id, traceparent',
    );
    expect(api.headers.get('access-control-allow-credentials')).toBeNull();
    // Firefox keeps none for longer than a day, and other browsers for less.
    expect(api.headers.get('access-control-max-age')).toBe('86400');
    const session = await get('/session', { origin: PAGE }, 'OPTIONS');
    expect(session.headers.get('access-control-allow-methods')).toBe('POST');
    expect(session.headers.get('access-control-allow-credentials')).toBe('true');
    expect((await get('/secrets', { origin: PAGE }, 'OPTIONS')).status).toBe(404);
  });
});

describe('nothing is ever kept by a cache', () => {
  const patient = `${BASE}/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
  test.each<[number, string, Record<string, string>, string, StubAnswer?]>([
    [200, '/healthz', {}, 'GET'],
    [
      200,
      patient,
      { token: 'yes' },
      'GET',
      { headers: { 'cache-control': 'public, max-age=9999' }, body: {} },
    ],
    [201, patient, { token: 'yes' }, 'GET', { status: 201, body: {} }],
    [204, '/session', { origin: PAGE }, 'OPTIONS'],
    [400, `${BASE}/professionals/${PROFESSIONAL}/patients/x`, { token: 'yes' }, 'GET'],
    [401, patient, {}, 'GET'],
    [403, patient, { origin: 'https://evil.example' }, 'GET'],
    [404, '/', {}, 'GET'],
    [404, patient, { token: 'yes' }, 'GET', { status: 404, body: { code: 'X', message: '' } }],
    [405, '/session', {}, 'GET'],
    [409, patient, { token: 'yes' }, 'GET', { status: 409, body: { code: 'X', message: '' } }],
    [415, '/session', { origin: PAGE, 'content-type': 'text/plain' }, 'POST'],
    [422, patient, { token: 'yes' }, 'GET', { status: 422, body: { code: 'X', message: '' } }],
    [429, patient, { token: 'yes' }, 'GET', { status: 429 }],
    [500, patient, { token: 'yes' }, 'GET', { status: 500, body: { code: 'INTERNAL', message: '' } }],
    [502, patient, { token: 'yes' }, 'GET', { body: 'nonsense' }],
    [503, patient, { token: 'yes' }, 'GET', { status: 503 }],
    [504, patient, { token: 'yes' }, 'GET', { after: 10_000 }],
  ])('%i of %s', async (status, path, { token: wanted, ...headers }, method, answer = { body: {} }) => {
    world.service.answer = () => answer;
    const response = await get(path, wanted ? { ...bearer(), ...headers } : headers, method);
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('vary')).toBe('Origin');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    if (status >= 400) {
      expect(await response.json()).toEqual({
        code: expect.any(String),
        message: expect.stringMatching(/\.$/),
      });
    }
  });
});

describe('other schemes than Bearer', () => {
  test.each([
    'Basic dTpw',
    'Token a.b.c',
    'Bearer',
    'Bearer a.b',
    'Bearer a.b.c.d',
    'Bearer a.b.c, Bearer a.b.c',
  ])('%s is 401 and says which one to use', async (authorization) => {
    const response = await get(`${BASE}/forms/tags`, { authorization });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});
