import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { EXTENSION } from '../authorize/flow.fixture.ts';
import { OTHER_PATIENT, PAGE, PATIENT, PROFESSIONAL, startWorld, type World } from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';
import type { Grant, SessionRequest } from './grant.ts';

const GRANT: Grant = {
  sub: 'staff-7',
  role: 'professional',
  professionalId: PROFESSIONAL,
  actions: ['read', 'apply'],
};

let world: World;
afterEach(() => world.close());

async function start(session: ProxyOptions['session']) {
  world = await startWorld({ session, origins: [PAGE, EXTENSION] });
}

function ask(
  init: {
    method?: string;
    origin?: string | null;
    type?: string;
    body?: string;
    cookie?: string;
    site?: string;
  } = {},
) {
  const {
    method = 'POST',
    origin = PAGE,
    type = 'application/json',
    body = '{}',
    cookie = 'staff=abc',
    site,
  } = init;
  return fetch(`${world.url}/session`, {
    method,
    headers: {
      ...(origin === null ? {} : { origin }),
      'content-type': type,
      cookie,
      ...(site ? { 'sec-fetch-site': site } : {}),
    },
    ...(method === 'GET' ? {} : { body }),
  });
}

const claimsOf = async (response: Response) =>
  decodeJwt(((await response.json()) as { token: string }).token);

describe('POST /session', () => {
  test('asks the hook with the cookie and gives a token for what it grants', async () => {
    const seen: SessionRequest[] = [];
    await start(async (request) => {
      seen.push(request);
      return GRANT;
    });
    const response = await ask();
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    const answer = (await response.json()) as { token: string; expiresIn: number };
    expect(answer.expiresIn).toBe(600);
    const claims = decodeJwt(answer.token);
    expect(claims).toMatchObject({
      sub: 'staff-7',
      role: 'professional',
      pro: PROFESSIONAL,
      ops: ['read', 'apply'],
      origin: PAGE,
    });
    expect(seen).toEqual([
      {
        cookie: 'staff=abc',
        authorization: undefined,
        origin: PAGE,
        scope: {},
        jti: claims.jti,
        request: expect.any(IncomingMessage),
      },
    ]);
  });

  test('gives the hook the request itself, with what middleware before the proxy has put on it', async () => {
    world = await startWorld({
      session: async ({ request }) => {
        const isStaff = 'user' in request && request.user === 'staff-7';
        return isStaff || (request instanceof Request && request.headers.get('x-user')) ? GRANT : null;
      },
    });
    const server = createServer((request, response) =>
      world.proxy.handle(Object.assign(request, { user: request.headers['x-signed-in'] }), response),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const init = (name: string) => ({
      method: 'POST',
      headers: { origin: PAGE, 'content-type': 'application/json', [name]: 'staff-7' },
      body: '{}',
    });
    const statuses = [
      (await fetch(`${url}/session`, init('x-signed-in'))).status,
      (await fetch(`${url}/session`, init('x-other'))).status,
      (await world.proxy.fetch(new Request('http://panel/session', init('x-user')))).status,
      (await world.proxy.fetch(new Request('http://panel/session', init('x-other')))).status,
    ];
    expect(statuses).toEqual([200, 401, 200, 401]);
    server.close();
  });

  test('gives a token that its own proxy takes', async () => {
    await start(async () => GRANT);
    const { token } = (await (await ask()).json()) as { token: string };
    world.service.answer = () => ({ body: [] });
    expect((await world.ask('/forms/library', token, { headers: { origin: PAGE } })).status).toBe(200);
  });

  test('gives a token that ends with the session of its grant, and not with another', async () => {
    await start(async ({ cookie }) => ({ ...GRANT, session: `partner-session-${cookie}` }));
    world.service.answer = () => ({ body: [] });
    const { token } = (await (await ask()).json()) as { token: string };
    const other = (await (await ask({ cookie: 'staff=other' })).json()) as { token: string };
    const get = async (one: string) =>
      (await world.ask('/forms/library', one, { headers: { origin: PAGE } })).status;
    expect([await get(token), await get(other.token)]).toEqual([200, 200]);
    expect(JSON.stringify(decodeJwt(token))).not.toContain('partner-session');
    await world.proxy.revokeSession('partner-session-staff=abc');
    expect([await get(token), await get(other.token)]).toEqual([401, 200]);
  });

  test('is 401 where nobody is signed in', async () => {
    await start(async () => null);
    const response = await ask();
    expect([response.status, await response.json()]).toEqual([
      401,
      { code: 'NOT_SIGNED_IN', message: expect.any(String) },
    ]);
  });

  test('never gives a page a token of operations, whatever the hook says, and tells the operator', async () => {
    await start(async () => ({ sub: 'server', role: 'operations', actions: ['read'] }));
    const response = await ask();
    expect([response.status, await response.json()]).toEqual([
      403,
      { code: 'FORBIDDEN', message: expect.stringContaining('for servers, never for a page') },
    ]);
    expect(world.lines).toMatchObject([
      { level: 'error', event: 'session-hook-failed', hint: expect.stringContaining('operations') },
      { event: 'request', status: 403, code: 'FORBIDDEN' },
    ]);
  });

  test('narrows to the patients and actions asked for', async () => {
    await start(async () => GRANT);
    const response = await ask({ body: JSON.stringify({ patients: [PATIENT], actions: ['read'] }) });
    expect(await claimsOf(response)).toMatchObject({ pat: [PATIENT], ops: ['read'] });
  });

  test('never widens: a patient or an action beyond the grant is refused', async () => {
    await start(async () => ({ ...GRANT, patients: [PATIENT] }));
    for (const scope of [
      { patients: [OTHER_PATIENT] },
      { patients: [PATIENT, OTHER_PATIENT] },
      { actions: ['erase'] },
    ]) {
      const response = await ask({ body: JSON.stringify(scope) });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        403,
        'FORBIDDEN',
      ]);
    }
    expect(await claimsOf(await ask())).toMatchObject({ pat: [PATIENT] });
  });

  test.each([
    ['a misspelt narrowing', '{"patient":["aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"]}'],
    ['a narrowing to nobody', '{"patients":[]}'],
    ['a patient by name', '{"patients":["Ana Lima"]}'],
    ['no JSON', '{'],
    ['a role of its own choice', '{"role":"operations"}'],
  ])('%s is 400, since passing it over would give more', async (_, body) => {
    await start(async () => GRANT);
    const response = await ask({ body });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
  });
});

describe('a page that may not ask (forged requests)', () => {
  test.each<[string, Parameters<typeof ask>[0], number]>([
    ['no origin', { origin: null }, 403],
    ['no origin, and another site by the browser’s own word', { origin: null, site: 'cross-site' }, 403],
    ['no origin, and the same site by the browser’s own word', { origin: null, site: 'same-origin' }, 403],
    ['a listed extension, which has to ask the person', { origin: EXTENSION }, 403],
    ['the null origin', { origin: 'null' }, 403],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['a longer origin', { origin: `${PAGE}.evil.example` }, 403],
    ['another scheme', { origin: PAGE.replace('https', 'http') }, 403],
    ['another port', { origin: `${PAGE}:8443` }, 403],
    ['the origin in capitals', { origin: PAGE.toUpperCase() }, 403],
    ['GET', { method: 'GET' }, 405],
    ['a plain form', { type: 'application/x-www-form-urlencoded', body: 'a=b' }, 415],
    ['JSON as plain text', { type: 'text/plain' }, 415],
    ['a type that only starts like JSON', { type: 'application/json-patch' }, 415],
  ])('%s does not reach the hook', async (_, init, status) => {
    let asked = 0;
    await start(async () => {
      asked += 1;
      return GRANT;
    });
    const response = await ask(init);
    expect([response.status, asked]).toEqual([status, 0]);
  });
});

describe('a hook that fails', () => {
  test('is a 503 that says nothing of why, and a line for the operator without its message', async () => {
    await start(async () => {
      throw new RangeError('DATABASE-CANARY');
    });
    const response = await ask();
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('CANARY');
    expect(JSON.stringify(world.lines)).not.toContain('CANARY');
    expect(world.lines[0]).toMatchObject({
      event: 'session-hook-failed',
      hint: expect.stringContaining('RangeError'),
    });
  });

  test('is a 503 as well where it never answers', async () => {
    world = await startWorld({ session: () => new Promise(() => {}), limits: { sessionMs: 50 } });
    expect((await ask()).status).toBe(503);
    expect(world.lines[0]).toMatchObject({ hint: expect.stringContaining('HookTooSlow') });
  });

  test.each<[string, object]>([
    ['a professional without an id', { professionalId: undefined }],
    ['a patient without patients', { role: 'patient' }],
    ['an action that does not exist', { actions: ['all'] }],
    ['an unknown field', { patient: [PATIENT] }],
  ])('%s gives no token', async (_, more) => {
    await start(async () => ({ ...GRANT, ...more }) as Grant);
    expect((await ask()).status).toBe(500);
    expect(world.lines[0]).toMatchObject({ event: 'session-hook-failed' });
  });
});
