import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from '../../shared/client/index.ts';
import { getPatient, inactivatePatient } from '../../shared/contract/index.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../testing/world.ts';

let world: World;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  await world.close();
});

const PATH = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;

/** A service by hand, for what the stub cannot do. */
async function serviceOf(handler: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const codes = async (token: string, times: number, path = PATH): Promise<string[]> => {
  const seen: string[] = [];
  for (let count = 0; count < times; count += 1) {
    const response = await world.ask(path, token);
    seen.push(`${response.status} ${((await response.json()) as { code?: string }).code ?? ''}`.trim());
  }
  return seen;
};

describe('a service that fails', () => {
  test('is left alone after failures in a row, tried once when the pause is over, and used again when it is well', async () => {
    let now = Date.now();
    world = await startWorld({ clock: () => now, limits: { breakerFailures: 3, breakerMs: 5_000 } });
    const token = await tokenFor({}, () => now);
    world.service.answer = () => ({ headers: { 'content-type': 'text/html' }, status: 502, body: '<p>gone' });
    expect(await codes(token, 4)).toEqual([
      ...Array(3).fill('502 UPSTREAM_UNREADABLE'),
      '503 UPSTREAM_PAUSED',
    ]);
    expect(world.service.requests).toHaveLength(3);
    expect((await world.ask(PATH, token)).headers.get('retry-after')).toBe('5');
    expect((await fetch(`${world.url}/readyz`)).status).toBe(503);

    now += 5_000;
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
    expect(await codes(token, 2)).toEqual(['502 UPSTREAM_UNREADABLE', '503 UPSTREAM_PAUSED']);
    expect(world.service.requests).toHaveLength(4);

    now += 5_000;
    world.service.answer = () => ({ body: { serviceId: PATIENT } });
    expect(await codes(token, 2)).toEqual(['200', '200']);
    expect(world.lines.map(({ event }) => event).filter((event) => event !== 'request')).toEqual([
      'service-paused',
      'service-paused',
      'service-resumed',
    ]);
  });

  test.each([
    [404, 'NOT_FOUND'],
    [409, 'PROFESSIONAL_EMAIL_ALREADY_EXIST'],
    [422, 'INVALID_STATE'],
    [429, 'TOO_MANY_REQUESTS'],
    [500, 'INTERNAL'],
    [401, 'INVALID_API_KEY'],
  ])('is not one that answers %i %s', async (status, code) => {
    world = await startWorld({ limits: { breakerFailures: 2 } });
    world.service.answer = () => ({ status, body: { code, message: 'x' } });
    const token = await tokenFor();
    await codes(token, 5);
    expect(world.service.requests).toHaveLength(5);
  });

  test.each([
    ['a page of a gateway that does not like a word', { status: 403, body: '<p>no' }],
    ['404 without a code', { status: 404, body: '' }],
    ['more than the proxy takes', { body: ' '.repeat(70_000) }],
  ])('is not one that answers what somebody asks with %s', async (_, answer) => {
    world = await startWorld({ limits: { breakerFailures: 2, responseBytes: 65_536 } });
    world.service.answer = () => answer;
    for (const code of await codes(await tokenFor(), 5)) expect(code).toMatch(/^502 UPSTREAM_/);
    expect(world.service.requests).toHaveLength(5);
  });

  test.each([
    ['part of a list in the place of the whole', '/forms/tags', { status: 206, body: [] }],
    [
      'lists in each other, deeper than anything can be gone through',
      `/professionals/${PROFESSIONAL}/forms/submissions/1`,
      {
        body: `{"id":1,"patientId":"${PATIENT}","psychometricIndicators":{"global":{"a":${'['.repeat(99_999)}${']'.repeat(99_999)}}}}`,
      },
    ],
  ])('gets nothing through that cannot be read: %s', async (_, path, answer) => {
    world = await startWorld();
    world.service.answer = () => answer;
    for (const token of [await tokenFor(), await tokenFor({ pat: [PATIENT] })])
      expect(await codes(token, 1, path)).toEqual(['502 UPSTREAM_UNREADABLE']);
  });

  test('is not one whose recommendations take too long: one person could keep all others out by asking for them', async () => {
    world = await startWorld({ limits: { breakerFailures: 2, upstreamMs: 300 } });
    const token = await tokenFor();
    world.service.answer = ({ method }) => (method === 'GET' ? { body: [] } : { after: 60_000 });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', body: '{"case_text":"low mood"}', headers };
    const path = `/professionals/${PROFESSIONAL}/forms/recommend`;
    const asked = Array.from({ length: 5 }, async () => (await world.ask(path, token, init)).status);
    expect(await Promise.all(asked)).toEqual(Array(5).fill(504));
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
  });

  test('is one that is too slow, not there, or not available', async () => {
    world = await startWorld({ limits: { breakerFailures: 3, upstreamMs: 1_000 } });
    const token = await tokenFor();
    world.service.answer = () => ({ after: 60_000 });
    await codes(token, 1);
    world.service.answer = () => ({ status: 503, body: { code: 'MAINTENANCE', message: 'x' } });
    await codes(token, 1);
    await world.service.close();
    expect(await codes(token, 2)).toEqual(['502 UPSTREAM_UNREACHABLE', '503 UPSTREAM_PAUSED']);
  });

  test('a write refused by the pause is told to a client as not done, and as one that may be sent again', async () => {
    const now = Date.now();
    world = await startWorld({ clock: () => now, limits: { breakerFailures: 1 } });
    await world.service.close();
    const token = await tokenFor({}, () => now);
    await codes(token, 1);
    const auth = { get: async () => token };
    const client = createClient({ baseUrl: world.url, auth, attempts: 1 });
    const params = { professionalId: PROFESSIONAL, patientId: PATIENT };
    const refused = { status: 503, code: 'UPSTREAM_PAUSED', retryable: true, retryAfterMs: 5_000 };
    await expect(client(inactivatePatient, { params })).rejects.toMatchObject({
      ...refused,
      name: 'InternalError',
    });
    await expect(client(getPatient, { params })).rejects.toMatchObject(refused);
  });
});

describe('a caller who goes away', () => {
  /** Sends a request, waits until the service has it, and hangs up. */
  async function hangUp(method: 'GET' | 'POST', path: string): Promise<{ readonly isOpen: () => boolean }> {
    let isOpen = false;
    const arrived = new Promise<void>((resolve) => {
      serviceOf((request, response) => {
        isOpen = true;
        response.on('close', () => {
          isOpen = false;
        });
        request.resume();
        resolve();
      }).then(async (upstream) => {
        world = await startWorld({ upstream });
        const token = await tokenFor();
        const leave = new AbortController();
        const asked = world.ask(path, token, { method, signal: leave.signal }).catch(() => undefined);
        await arrived;
        leave.abort();
        await asked;
      });
    });
    await arrived;
    return { isOpen: () => isOpen };
  }

  test('takes a read with them', async () => {
    const { isOpen } = await hangUp('GET', PATH);
    await expect.poll(isOpen).toBe(false);
    await expect.poll(() => world.lines.at(-1)?.status).toBe(499);
  });

  test('takes a read with them behind fetch as well', async () => {
    let isOpen = false;
    const upstream = await serviceOf((_, response) => {
      isOpen = true;
      response.on('close', () => {
        isOpen = false;
      });
    });
    world = await startWorld({ upstream });
    const leave = new AbortController();
    const headers = { authorization: `Bearer ${await tokenFor()}` };
    const request = new Request(`https://panel.example/third-party/api/v1${PATH}`, {
      headers,
      signal: leave.signal,
    });
    const answer = world.proxy.fetch(request);
    await expect.poll(() => isOpen).toBe(true);
    leave.abort();
    expect((await answer).status).toBe(499);
    await expect.poll(() => isOpen).toBe(false);
  });

  test('leaves a write to be finished', async () => {
    let finish = (): void => {};
    const upstream = await serviceOf((request, response) => {
      request.resume();
      finish = () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    world = await startWorld({ upstream });
    const leave = new AbortController();
    const asked = world
      .ask(`${PATH}/inactivate`, await tokenFor(), { method: 'POST', signal: leave.signal })
      .catch(() => 'left');
    await expect.poll(() => finish.toString().includes('writeHead')).toBe(true);
    leave.abort();
    expect(await asked).toBe('left');
    finish();
    await expect.poll(() => world.lines.map(({ status }) => status)).toEqual([200]);
  });
});

describe('tokens that are not valid', () => {
  const TAGS = '/third-party/api/v1/forms/tags';
  const showing = async (authorization: string, from = '192.0.2.1', path = TAGS) => {
    const reply = await fetch(world.url + path, { headers: { authorization, 'x-forwarded-for': from } });
    const { code = null } = reply.ok ? {} : ((await reply.json()) as { code?: string });
    return [reply.status, code, reply.headers.get('retry-after')];
  };
  const limits = { invalidTokensBurst: 3, invalidTokensPerMinute: 1 };
  const now = Date.parse('2026-03-02T10:00:00Z');

  test('are 429 once their address has shown too many, on every surface; who has a valid one there is served', async () => {
    world = await startWorld({ limits, trustedProxyHops: 1, clock: () => now });
    world.service.answer = () => ({ body: [] });
    const valid = `Bearer ${await tokenFor({}, () => now)}`;
    const forged = `${valid.slice(0, -8)}AAAAAAAA`;
    expect(await showing(forged)).toEqual([401, 'TOKEN_INVALID', null]);
    expect(await showing('Basic dTpw')).toEqual([401, 'TOKEN_INVALID', null]);
    expect(await showing(forged, '192.0.2.1', '/events')).toEqual([401, 'TOKEN_INVALID', null]);
    for (const path of [TAGS, '/events']) {
      expect(await showing(forged, '192.0.2.1', path)).toEqual([429, 'RATE_LIMITED', '60']);
    }
    expect(await showing(valid)).toEqual([200, null, null]);
    expect(await showing(forged, '192.0.2.2')).toEqual([401, 'TOKEN_INVALID', null]);
  });

  test('are not those that have expired: a page that slept learns that it needs a new one', async () => {
    world = await startWorld({ limits, trustedProxyHops: 1, clock: () => now });
    const old = `Bearer ${await tokenFor({}, () => now - 3_600_000)}`;
    for (let count = 0; count < 6; count += 1) {
      expect(await showing(old)).toEqual([401, 'TOKEN_EXPIRED', null]);
    }
  });
});

describe('more requests than the proxy takes at once', () => {
  test('are answered 503 with Retry-After, but for its health, and taken again when some have ended', async () => {
    const held: (() => void)[] = [];
    const upstream = await serviceOf((_, response) => {
      held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'));
    });
    world = await startWorld({ upstream, limits: { inFlight: 2 } });
    const token = await tokenFor();
    const list = `/professionals/${PROFESSIONAL}/patients`;
    const first = [world.ask(list, token), world.ask(list, token)];
    await expect.poll(() => held.length).toBe(2);
    const refused = await world.ask(list, token);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '1',
      { code: 'PROXY_BUSY', message: 'The proxy is busy. Try again in a moment.' },
    ]);
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
    for (const release of held.splice(0)) release();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    const later = world.ask(list, token);
    await expect.poll(() => held.length).toBe(1);
    held[0]?.();
    expect((await later).status).toBe(200);
  });
});

test('open event streams are no requests in flight', async () => {
  world = await startWorld({ limits: { inFlight: 2 } });
  world.service.answer = () => ({ body: { serviceId: PATIENT } });
  const token = await tokenFor();
  const leave = new AbortController();
  const init = { headers: { authorization: `Bearer ${token}` }, signal: leave.signal };
  for (let count = 0; count < 4; count += 1) {
    expect((await fetch(`${world.url}/events`, init)).status).toBe(200);
  }
  expect(await codes(token, 2)).toEqual(['200', '200']);
  leave.abort();
});

test('an answer that never ends is cut at its limit of bytes and of time', async () => {
  let isClosed = false;
  const upstream = await serviceOf((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = setInterval(() => response.write(' '.repeat(16_384)), 1);
    response.on('close', () => {
      isClosed = true;
      clearInterval(more);
    });
  });
  world = await startWorld({ upstream, limits: { responseBytes: 65_536 } });
  expect(await codes(await tokenFor(), 1)).toEqual(['502 UPSTREAM_TOO_LARGE']);
  await expect.poll(() => isClosed).toBe(true);
});

test('a caller over its rate learns when to ask again, and nobody else is held up', async () => {
  world = await startWorld({ limits: { subjectPerMinute: 60, subjectBurst: 2 } });
  world.service.answer = () => ({ body: { serviceId: PATIENT } });
  const token = await tokenFor();
  expect(await codes(token, 3)).toEqual(['200', '200', '429 RATE_LIMITED']);
  expect(await codes(await tokenFor(), 1)).toEqual(['429 RATE_LIMITED']);
  expect(await codes(await tokenFor({ sub: 'staff-8' }), 1)).toEqual(['200']);
  const received = await rawRequest(
    world.url,
    `GET /third-party/api/v1${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  expect(received).toMatch(/^retry-after: 1\r$/im);
});

test('recommendations have a lower rate of their own', async () => {
  world = await startWorld({ limits: { recommendPerMinute: 6, recommendBurst: 1 } });
  world.service.answer = () => ({ body: { recommendation_text: 'x' } });
  const token = await tokenFor();
  const recommend = () =>
    world.ask(`/professionals/${PROFESSIONAL}/forms/recommend`, token, {
      method: 'POST',
      body: '{"case_text":"low mood"}',
      headers: { 'content-type': 'application/json' },
    });
  expect((await recommend()).status).toBe(200);
  const refused = await recommend();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect((await world.ask(`/professionals/${PROFESSIONAL}/forms/recommend/history`, token)).status).not.toBe(
    429,
  );
});

test('asking for tokens is limited by address, which a header changes only behind trusted proxies', async () => {
  const ask = (forwarded: string) =>
    fetch(`${world.url}/session`, { method: 'POST', headers: { 'x-forwarded-for': forwarded } });
  world = await startWorld({ limits: { addressPerMinute: 1, addressBurst: 1 } });
  expect((await ask('203.0.113.1')).status).toBe(403);
  expect((await ask('203.0.113.2')).status).toBe(429);
  await world.close();
  world = await startWorld({ limits: { addressPerMinute: 1, addressBurst: 1 }, trustedProxyHops: 1 });
  expect((await ask('6.6.6.6, 203.0.113.1')).status).toBe(403);
  expect((await ask('7.7.7.7, 203.0.113.1')).status).toBe(429);
  expect((await ask('203.0.113.2')).status).toBe(403);
});
