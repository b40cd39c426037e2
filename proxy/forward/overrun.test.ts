import { afterEach, describe, expect, test } from 'vitest';
import { rawRequest } from '../fixtures/raw-request.ts';
import { serviceByHand } from '../fixtures/service-by-hand.ts';
import { PAGE, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';
import type { Limits } from '../limits.ts';

let world: World;
afterEach(() => world.close());

const PATH = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
const codes = (token: string, times: number, path = PATH) => world.codes(path, token, times);

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
    const upstream = await serviceByHand((_, response) => {
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

describe('a service that is slow', () => {
  /** Holds back what `isSlow` says, and answers everything else at once. */
  const startSlow = async (limits: Partial<Limits>, isSlow: (path: string) => boolean) => {
    const held: (() => void)[] = [];
    const upstream = await serviceByHand((request, response) => {
      const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      if (isSlow(request.url ?? '')) held.push(answer);
      else answer();
    });
    world = await startWorld({ upstream, limits });
    return held;
  };
  const finish = async (held: (() => void)[], asked: readonly Promise<Response>[]) => {
    let isOver = false;
    const ended = Promise.all(asked).finally(() => {
      isOver = true;
    });
    await expect
      .poll(() => {
        for (const release of held.splice(0)) release();
        return isOver;
      })
      .toBe(true);
    return new Set((await ended).map(({ status }) => status));
  };

  test('with recommendations holds up no read of anybody, the same person’s included', async () => {
    const held = await startSlow({ connections: 4 }, (path) => path.includes('recommend'));
    const recommend = async (sub: string) =>
      world.ask(`/professionals/${PROFESSIONAL}/forms/recommend`, await tokenFor({ sub }), {
        method: 'POST',
        body: '{"case_text":"low mood"}',
        headers: { 'content-type': 'application/json' },
      });
    const people = Array.from({ length: 13 }, (_, index) => `staff-${index}`);
    const asked = people.flatMap((sub) => Array.from({ length: 5 }, () => recommend(sub)));
    await expect.poll(() => held.length).toBeGreaterThan(0);
    expect(await codes(await tokenFor({ sub: 'staff-0' }), 3)).toEqual(['200', '200', '200']);
    expect(await codes(await tokenFor({ sub: 'somebody-else' }), 3)).toEqual(['200', '200', '200']);
    expect([...(await finish(held, asked))]).toEqual([200]);
  });

  test('to one person holds up no read of another, however many that person asks for', async () => {
    const held = await startSlow({ connections: 4 }, (path) => path.endsWith(PATIENT));
    const busy = await tokenFor({ sub: 'busy' });
    const asked = Array.from({ length: 40 }, () => world.ask(PATH, busy));
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const list = `/professionals/${PROFESSIONAL}/forms/recommend/history`;
    expect(await codes(await tokenFor({ sub: 'other' }), 3, list)).toEqual(['200', '200', '200']);
    expect([...(await finish(held, asked))]).toEqual([200]);
  });

  test('lets one person wait for half of what may be in flight, and refuses the rest at once', async () => {
    const held = await startSlow({ connections: 2, inFlight: 8 }, (path) => path.endsWith(PATIENT));
    const busy = await tokenFor({ sub: 'busy' });
    const asked = Array.from({ length: 6 }, () => world.ask(PATH, busy));
    expect((await Promise.race(asked)).status).toBe(503);
    await finish(held, asked);
    const all = (await Promise.all(asked)).map(({ status }) => status);
    expect(all.toSorted()).toEqual([200, 200, 200, 200, 200, 503]);
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

test('a server of the partner’s counts by the rate of servers, not by that of a person, for patients of EHR keys too', async () => {
  const mapping = { key: new TextEncoder().encode('a key of the mapping: 0123456789abcdef') };
  world = await startWorld({ mapping, limits: { subjectPerMinute: 1, subjectBurst: 1 } });
  const token = await tokenFor({ role: 'operations' });
  const lookUp = async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ professionalId: PROFESSIONAL, keys: [{ key: 'A-1' }] });
    return (await fetch(`${world.url}/patients/lookup`, { method: 'POST', headers, body })).status;
  };
  expect([await lookUp(), await lookUp(), await lookUp()]).toEqual([200, 200, 200]);
});

test('asking for tokens counts for the person, once the hook has said who it is: a hospital has one address', async () => {
  let asked = 0;
  const session = async () => {
    asked += 1;
    return {
      sub: `staff-${asked}`,
      role: 'professional',
      professionalId: PROFESSIONAL,
      actions: ['read'],
    } as const;
  };
  const now = Date.parse('2026-03-02T10:00:00Z');
  const limits = { addressPerMinute: 1, addressBurst: 2, subjectPerMinute: 1, subjectBurst: 1 };
  world = await startWorld({ session, limits, clock: () => now });
  const ask = async (origin = PAGE) => {
    const headers = { origin, 'content-type': 'application/json' };
    return (await fetch(`${world.url}/session`, { method: 'POST', headers, body: '{}' })).status;
  };
  for (let count = 0; count < 6; count += 1) expect(await ask()).toBe(200);
  asked = 0;
  expect(await ask(), 'staff-1 again').toBe(429);
  expect([await ask('https://evil.example'), await ask('https://evil.example'), await ask()]).toEqual([
    403, 403, 429,
  ]);
});

test('a header of a load balancer that is not trusted is told to the operator, once an hour', async () => {
  let now = Date.parse('2026-03-02T10:00:00Z');
  world = await startWorld({ clock: () => now });
  const ask = () =>
    fetch(`${world.url}/session`, { method: 'POST', headers: { 'x-forwarded-for': '203.0.113.1' } });
  const warnings = () => world.lines.filter(({ event }) => event === 'forwarded-not-trusted');
  for (const _ of [1, 2, 3]) await ask();
  expect(warnings()).toMatchObject([{ level: 'error', hint: expect.stringContaining('trustedProxyHops') }]);
  now += 3_600_000;
  await ask();
  expect(warnings().length).toBe(2);
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
