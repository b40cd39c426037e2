import { decodeJwt } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { startRedisServer } from '../fixtures/redis-server.ts';
import { eachStorage } from '../fixtures/storages.ts';
import { OTHER_PATIENT, PAGE, PATIENT, PROFESSIONAL } from '../fixtures/world.ts';
import {
  CHALLENGE,
  challengeOf,
  EXTENSION,
  GRANT,
  LOCAL_REDIRECT,
  type SignInWorld,
  sentTo,
  startSignIn,
  VERIFIER,
} from './flow.fixture.ts';

const worlds: SignInWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});
async function start(more: Parameters<typeof startSignIn>[0] = {}): Promise<SignInWorld> {
  const world = await startSignIn(more);
  worlds.push(world);
  return world;
}

interface Answer {
  readonly access_token: string;
  readonly expires_in: number;
}
const read = (reply: Response) => reply.json() as Promise<Answer>;
const LIBRARY = '/forms/library';

describe('POST /token', () => {
  test('gives a token of the usual kind for a code and the verifier behind it', async () => {
    const world = await start();
    world.service.answer = () => ({ body: [] });
    const reply = await world.redeem(await world.code());
    const answer = await read(reply);
    expect(reply.status).toBe(200);
    expect(answer).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 600,
      scope: 'read apply',
    });
    expect(decodeJwt(answer.access_token)).toMatchObject({
      sub: 'staff-7',
      role: 'professional',
      pro: PROFESSIONAL,
      ops: ['read', 'apply'],
      origin: EXTENSION,
    });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const used = await world.ask(LIBRARY, answer.access_token, { headers: { origin: EXTENSION } });
    expect(used.status).toBe(200);
    const elsewhere = await world.ask(LIBRARY, answer.access_token, { headers: { origin: PAGE } });
    expect(elsewhere.status).toBe(403);
  });

  test('binds the token to the address’s origin where the client has none of its own', async () => {
    const redirect = 'https://other.example/back';
    const world = await start();
    const other = { client_id: 'other', redirect_uri: redirect };
    const { access_token } = await read(await world.redeem(await world.code(other), other));
    expect(decodeJwt(access_token).origin).toBe('https://other.example');
  });

  test('gives no more than the scope asked for, nor more patients than the grant has', async () => {
    const world = await start({ session: async () => ({ ...GRANT, patients: [PATIENT] }) });
    world.service.answer = () => ({ body: {} });
    const { access_token } = await read(await world.redeem(await world.code({ scope: 'read' })));
    expect(decodeJwt(access_token)).toMatchObject({ ops: ['read'], pat: [PATIENT] });
    const path = `/professionals/${PROFESSIONAL}/patients/${OTHER_PATIENT}`;
    expect((await world.ask(path, access_token)).status).toBe(404);
  });

  test('needs neither cookie nor credentials, and lets listed pages read it, the extension’s included', async () => {
    const world = await start();
    const reply = await world.redeem(await world.code(), {}, { origin: EXTENSION });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('access-control-allow-origin')).toBe(EXTENSION);
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    const evil = await world.redeem(await world.code(), {}, { origin: 'https://evil.example' });
    expect([evil.status, evil.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  test.each<[string, Record<string, string | null>, string]>([
    ['no grant type', { grant_type: null }, 'invalid_request'],
    ['a password', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['a refresh token', { grant_type: 'refresh_token' }, 'unsupported_grant_type'],
    ['no verifier', { code_verifier: null }, 'invalid_request'],
    ['no code', { code: null }, 'invalid_request'],
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
    ['another client', { client_id: 'other' }, 'invalid_grant'],
    ['another address', { redirect_uri: LOCAL_REDIRECT }, 'invalid_grant'],
    ['another verifier', { code_verifier: VERIFIER.replace('d', 'e') }, 'invalid_grant'],
    ['the challenge itself', { code_verifier: CHALLENGE }, 'invalid_grant'],
    ['a verifier that is too short', { code_verifier: VERIFIER.slice(1) }, 'invalid_grant'],
    ['an invented code', { code: 'x'.repeat(43) }, 'invalid_grant'],
  ])('%s is %s', async (_, fields, error) => {
    const world = await start();
    const reply = await world.redeem(await world.code(), fields);
    const body = (await reply.json()) as Record<string, unknown>;
    expect([reply.status, body.error, body.code]).toEqual([400, error, error.toUpperCase()]);
    expect(body.access_token).toBeUndefined();
  });

  test('a field that comes twice, and a body that is no form, are refused', async () => {
    const world = await start();
    const post = (type: string, body: string) =>
      fetch(`${world.url}/token`, { method: 'POST', headers: { 'content-type': type }, body });
    const twice = await post(
      'application/x-www-form-urlencoded',
      'code=a&code=b&grant_type=authorization_code',
    );
    expect(await twice.json()).toMatchObject({ error: 'invalid_request' });
    expect((await post('application/json', '{}')).status).toBe(415);
  });

  test('the log holds nothing that could be used again', async () => {
    const world = await start();
    const code = await world.code();
    const { access_token } = await read(await world.redeem(code));
    await world.redeem(code);
    const log = JSON.stringify(world.lines);
    expect(world.lines.map(({ route }) => route)).toEqual([
      'GET /authorize',
      'POST /authorize',
      'POST /token',
      'POST /token',
    ]);
    for (const secret of [code, access_token, VERIFIER, 'st&te', 'staff']) expect(log).not.toContain(secret);
  });

  test('a verifier with the shortest and the longest permitted length counts', async () => {
    const world = await start();
    for (const verifier of ['~'.repeat(43), `${'a.-_~Z9'.repeat(18)}ab`]) {
      const code = await world.code({ code_challenge: challengeOf(verifier) });
      expect((await world.redeem(code, { code_verifier: verifier })).status).toBe(200);
    }
  });
});

eachStorage('a code', ({ fresh }) => {
  test('is of use for a minute, and not a second longer', async () => {
    let now = Date.parse('2026-03-02T10:00:00Z');
    const world = await start({ storage: fresh(), clock: () => now });
    const [one, other] = [await world.code(), await world.code()];
    now += 59_000;
    expect((await world.redeem(one)).status).toBe(200);
    now += 1_000;
    expect(await (await world.redeem(other)).json()).toMatchObject({ error: 'invalid_grant' });
  });

  test('of one proxy is redeemed at another, once, however many ask at once', async () => {
    const storage = fresh();
    const [here, there] = [await start({ storage }), await start({ storage })];
    const code = await here.code();
    const proxies = Array.from({ length: 8 }, (_, index) => (index % 2 ? here : there));
    const replies = await Promise.all(proxies.map((proxy) => proxy.redeem(code)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  });

  test('that is shown again revokes the token of the first time, at every proxy', async () => {
    const storage = fresh();
    const [here, there] = [await start({ storage }), await start({ storage })];
    for (const world of [here, there]) world.service.answer = () => ({ body: [] });
    const code = await here.code();
    const { access_token } = await read(await here.redeem(code));
    const { access_token: untouched } = await read(await here.redeem(await here.code()));
    expect((await there.ask(LIBRARY, access_token)).status).toBe(200);
    const again = await there.redeem(code);
    expect(await again.json()).toMatchObject({ error: 'invalid_grant' });
    const later = { timeout: 15_000, interval: 100 };
    for (const world of [here, there]) {
      await expect.poll(async () => (await world.ask(LIBRARY, access_token)).status, later).toBe(401);
      expect((await world.ask(LIBRARY, untouched)).status).toBe(200);
    }
  });
});

test('while the storage is away a client is told to come back, and the log tells the operator', async () => {
  const redis = await startRedisServer();
  const world = await start({ storage: { redis: redis.url } });
  const code = await world.code();
  await redis.kill();
  const reply = await world.redeem(code);
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await reply.json()).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  expect(sentTo(await world.browse()).get('error')).toBe('temporarily_unavailable');
  expect(world.lines).toContainEqual(
    expect.objectContaining({ event: 'sign-in-unavailable', level: 'error' }),
  );
  await redis.close();
});
