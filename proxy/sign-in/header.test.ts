import { createHmac, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEY, PAGE, PROFESSIONAL, proxyOptions, startWorld, type World } from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';
import { createProxy } from '../proxy.ts';
import { type HeaderSessionOptions, headerSession } from './header.ts';

const SHARED = randomBytes(32);
const GRANT = { role: 'professional', professionalId: PROFESSIONAL, actions: ['read'] } as const;
const options: HeaderSessionOptions = {
  key: SHARED,
  grant: ({ sub }) => (sub === 'stranger' ? null : { sub, ...GRANT }),
};

let now = Date.now();
let world: World;
const start = async (more: Partial<ProxyOptions> = {}) => {
  world = await startWorld({ session: headerSession(options), clock: () => now, ...more });
};
beforeEach(() => start());
afterEach(() => world.close());

interface Parts {
  readonly time?: number | string;
  readonly nonce?: string;
  readonly claims?: unknown;
  readonly key?: Uint8Array;
}

/** The header as the documentation describes it. */
function signed({
  time = Math.floor(now / 1_000),
  nonce = randomBytes(12).toString('hex'),
  claims = { sub: 'staff-7' },
  key = SHARED,
}: Parts = {}) {
  const encoded = Buffer.from(typeof claims === 'string' ? claims : JSON.stringify(claims)).toString(
    'base64url',
  );
  const v1 = createHmac('sha256', key).update(`${time}.${nonce}.${encoded}`).digest('hex');
  return `t=${time},n=${nonce},c=${encoded},v1=${v1}`;
}

const ask = (header: string | null, name = 'x-panel-session') =>
  fetch(`${world.url}/session`, {
    method: 'POST',
    headers: {
      origin: PAGE,
      'content-type': 'application/json',
      ...(header === null ? {} : { [name]: header }),
    },
    body: '{}',
  });

test('a header that the front end has signed gives a token for the person whom it names', async () => {
  const { token } = (await (await ask(signed())).json()) as { token: string };
  expect(decodeJwt(token)).toMatchObject({ sub: 'staff-7', pro: PROFESSIONAL });
});

test('is of use once, at every proxy of a storage, and a new one is taken', async () => {
  const header = signed();
  const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await ask(header)).status));
  expect(statuses.toSorted()).toEqual([200, 401, 401, 401, 401]);
  expect((await ask(signed())).status).toBe(200);
});

test('stays spent as long as its time could be right', async () => {
  const header = signed({ time: Math.floor(now / 1_000) + 60 });
  expect((await ask(header)).status).toBe(200);
  now += 120_000;
  expect((await ask(header)).status).toBe(401);
});

const seconds = (more: number) => () => signed({ time: Math.floor(now / 1_000) + more });
test.each<[string, () => string | null]>([
  ['none', () => null],
  ['one without a signature', () => signed().replace(/,v1=.*/, '')],
  ['one of another key', () => signed({ key: randomBytes(32) })],
  ['one of which a letter was changed', () => signed().replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
  ['one whose time was changed', () => signed().replace(/^t=\d/, 't=9')],
  ['one that is over a minute old', seconds(-62)],
  ['one that is over a minute ahead', seconds(62)],
  ['one without an end', () => signed({ time: '' })],
  ['two in one', () => `${signed()}, ${signed()}`],
  ['one with a nonce that is too short', () => signed({ nonce: 'short' })],
  ['one that names nobody', () => signed({ claims: {} })],
  ['one that holds no JSON', () => signed({ claims: '{' })],
  ['one for somebody without access', () => signed({ claims: { sub: 'stranger' } })],
])('nobody is signed in by %s', async (_, toHeader) => {
  expect((await ask(toHeader())).status).toBe(401);
});

test('nobody is signed in by it in another header', async () => {
  expect((await ask(signed(), 'x-other')).status).toBe(401);
});

test('nobody is signed in while the storage is away, since it could be a second time', async () => {
  const storage = { redis: 'redis://127.0.0.1:1' };
  const away = createProxy(
    proxyOptions('http://127.0.0.1:9', {
      session: headerSession(options),
      storage,
      clock: () => now,
      log: () => {},
    }),
  );
  const headers = { origin: PAGE, 'content-type': 'application/json', 'x-panel-session': signed() };
  const answer = await away.fetch(
    new Request('http://panel/session', { method: 'POST', headers, body: '{}' }),
  );
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    503,
    'STORAGE_UNAVAILABLE',
  ]);
  await away.close();
});

test('its key serves nothing else, and is no weak one', async () => {
  const shared = headerSession({ ...options, key: KEY.key as Uint8Array });
  await expect(startWorld({ session: shared })).rejects.toThrow('session.key is the same secret as keys[0]');
  expect(() => headerSession({ ...options, key: new Uint8Array(32) })).toThrow(
    'session.key repeats a few bytes',
  );
  expect(() => headerSession({ ...options, windowSecs: 5 } as HeaderSessionOptions)).toThrow(
    'Did you mean windowSeconds?',
  );
});
