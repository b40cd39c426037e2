import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE, PROFESSIONAL, startWorld, type World } from '../fixtures/world.ts';
import { type JwtSessionOptions, jwtSession } from './jwt.ts';

const keys = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const ISSUER = 'https://login.clinic.example';
let isAway = false;
const server = createServer((_, response) => {
  if (isAway) return void response.writeHead(503).end();
  const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'login', alg: 'EdDSA', use: 'sig' };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }));
});
let options: JwtSessionOptions;
let world: World;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  options = {
    jwks: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    issuer: ISSUER,
    audience: 'instrument-panel',
    grant: ({ sub }) =>
      sub === 'stranger'
        ? null
        : { sub, role: 'professional', professionalId: PROFESSIONAL, actions: ['read'] },
  };
  world = await startWorld({ session: jwtSession(options) });
});
afterAll(async () => {
  await world.close();
  server.close();
});

const seconds = Math.floor(Date.now() / 1_000);
const CLAIMS: JWTPayload = {
  iss: ISSUER,
  aud: 'instrument-panel',
  sub: 'staff-7',
  iat: seconds,
  exp: seconds + 300,
};
const sign = (claims: JWTPayload = CLAIMS, key: KeyObject | Uint8Array = keys.privateKey, alg = 'EdDSA') =>
  new SignJWT(claims).setProtectedHeader({ alg, kid: 'login' }).sign(key);

const ask = (authorization: string, at = world) =>
  fetch(`${at.url}/session`, {
    method: 'POST',
    headers: { origin: PAGE, 'content-type': 'application/json', authorization },
    body: '{}',
  });

test('a JWT of the partner’s sign-in gives a token for the person whom it names', async () => {
  const answer = await ask(`Bearer ${await sign()}`);
  expect(answer.status).toBe(200);
  const { token } = (await answer.json()) as { token: string };
  expect(decodeJwt(token)).toMatchObject({ sub: 'staff-7', pro: PROFESSIONAL, origin: PAGE });
});

const { sub: _sub, ...nobody } = CLAIMS;
const { exp: _exp, ...endless } = CLAIMS;
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
test.each<[string, () => string | Promise<string>]>([
  ['none', () => ''],
  ['no JWT', () => 'Bearer abc'],
  ['one without Bearer', () => sign()],
  ['one for another program', async () => `Bearer ${await sign({ ...CLAIMS, aud: 'another' })}`],
  ['one of another issuer', async () => `Bearer ${await sign({ ...CLAIMS, iss: 'https://evil.example' })}`],
  ['one that has ended', async () => `Bearer ${await sign({ ...CLAIMS, exp: seconds - 1 })}`],
  ['one that never ends', async () => `Bearer ${await sign(endless)}`],
  ['one that is not valid yet', async () => `Bearer ${await sign({ ...CLAIMS, nbf: seconds + 300 })}`],
  ['one that names nobody', async () => `Bearer ${await sign(nobody)}`],
  ['one of another key', async () => `Bearer ${await sign(CLAIMS, stranger.privateKey)}`],
  ['one with alg none', () => `Bearer ${part({ alg: 'none' })}.${part(CLAIMS)}.`],
  [
    'one signed with the public key as a secret',
    async () => {
      const secret = keys.publicKey.export({ format: 'der', type: 'spki' });
      return `Bearer ${await sign(CLAIMS, secret, 'HS256')}`;
    },
  ],
  ['one for somebody without access', async () => `Bearer ${await sign({ ...CLAIMS, sub: 'stranger' })}`],
])('nobody is signed in by %s', async (_, toHeader) => {
  expect((await ask(await toHeader())).status).toBe(401);
});

test('keys that cannot be read are said to be away, not that nobody is signed in', async () => {
  isAway = true;
  const fresh = await startWorld({ session: jwtSession(options) });
  expect((await ask(`Bearer ${await sign()}`, fresh)).status).toBe(503);
  isAway = false;
  expect((await ask(`Bearer ${await sign()}`, fresh)).status).toBe(200);
  await fresh.close();
});

test.each<[object, string]>([
  [{ jwks: 'http://login.clinic.example/jwks' }, 'session.jwks must be the https address'],
  [{ audience: undefined }, 'session.audience must be what the JWTs say'],
  [{ algorithms: ['HS256'] }, 'session.algorithms must list algorithms with a public key'],
  [{ algorithms: ['none'] }, 'session.algorithms'],
  [{ audiences: 'x' }, 'Did you mean audience?'],
])('a wrong option stops the start: %j', (wrong, sentence) => {
  expect(() => jwtSession({ ...options, ...wrong } as JwtSessionOptions)).toThrow(sentence);
});
