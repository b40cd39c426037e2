import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Attack, BASE, LIST, startAttack, written } from '../fixtures/attack.ts';
import { rawRequest, statuses } from '../fixtures/raw-request.ts';
import { CLAIMS, KEY, PAGE, PATIENT, PROFESSIONAL, tokenFor } from '../fixtures/world.ts';
import type { SessionRequest } from '../token/grant.ts';

const SECRET = 'whsec-attack-0123456789abcdef0123456789';
const REDIRECT = `https://${'a'.repeat(32)}.chromiumapp.org/`;

let attack: Attack;
const asked: SessionRequest[] = [];
beforeAll(async () => {
  attack = await startAttack({
    publicUrl: 'https://panel.clinic.example',
    authorize: { clients: [{ id: 'extension', name: 'The extension', redirects: [REDIRECT] }] },
    wellKnown: { name: 'The clinic' },
    webhooks: { secrets: [SECRET] },
    mapping: { key: randomBytes(32) },
    metrics: { token: 'metrics-0123456789abcdef' },
    linksPage: {
      administrators: [{ name: 'admin-7', secret: 'links-0123456789abcdefghij' }],
      professionals: [PROFESSIONAL],
    },
    session: async (request) => {
      asked.push(request);
      return { sub: 'staff-7', role: 'professional', professionalId: PROFESSIONAL, actions: ['read'] };
    },
  });
});
afterAll(() => attack.close());

/** Everything that the proxy has an address for, each with the method that it is asked by. */
const DOORS: readonly (readonly [method: string, path: string])[] = [
  ['GET', LIST],
  ['POST', LIST],
  ['POST', '/session'],
  ['GET', '/authorize'],
  ['POST', '/authorize'],
  ['POST', '/token'],
  ['GET', '/events'],
  ['POST', '/webhooks'],
  ['POST', '/patients/resolve'],
  ['POST', '/patients/lookup'],
  ['POST', '/patients/link'],
  ['GET', '/caseload/patients'],
  ['GET', '/caseload/applications'],
  ['GET', '/caseload/submissions'],
  ['POST', '/caseload/seen'],
  ['POST', '/courses'],
  ['POST', '/revocations'],
  ['GET', '/seen-by'],
  ['POST', '/sites/health'],
  ['GET', '/.well-known/instrument-panel.json'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/metrics'],
  ['GET', '/links'],
  ['POST', '/links/sign-in'],
  ['POST', '/links/preview'],
  ['POST', '/links/report'],
  ['POST', '/links/write'],
  ['POST', '/links/decide'],
  ['POST', '/links/remove'],
  ['POST', '/links/register'],
  ['GET', '/nowhere'],
];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'];
const ORIGINS = [
  'https://evil.example',
  'null',
  `${PAGE}.evil.example`,
  `${PAGE}, https://evil.example`,
  '*',
];

/** Header names in lower case, of the first answer in what came back. */
function headersOf(received: string): ReadonlyMap<string, string> {
  const lines = received.split('\r\n\r\n')[0]?.split('\r\n').slice(1) ?? [];
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
}

const ask = (method: string, path: string, lines: readonly string[] = [], body = '') =>
  rawRequest(
    attack.url,
    written([`${method} ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...lines], body),
  );

describe.each(DOORS)('%s %s', (method, path) => {
  test('is kept by no cache, sets no cookie and names no product, whatever the method and the outcome', async () => {
    for (const tried of METHODS) {
      for (const lines of [
        [],
        [`Origin: ${PAGE}`],
        ['Origin: https://evil.example'],
        ['Authorization: Bearer a.b.c'],
      ]) {
        const headers = headersOf(await ask(tried, path, lines));
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('vary')).toBe('Origin');
        expect(headers.has('set-cookie')).toBe(false);
        expect(headers.has('server')).toBe(false);
        expect(headers.has('x-powered-by')).toBe(false);
        expect(headers.has('location')).toBe(false);
      }
    }
  });

  test('gives no other origin leave to read it, neither by itself nor by a preflight', async () => {
    for (const origin of ORIGINS) {
      for (const tried of [method, 'OPTIONS']) {
        const preflight = [
          'Access-Control-Request-Method: POST',
          'Access-Control-Request-Headers: authorization',
        ];
        const headers = headersOf(await ask(tried, path, [`Origin: ${origin}`, ...preflight]));
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    }
  });
});

describe('a forged request for a token', () => {
  const forms: readonly (readonly [string, readonly string[], string])[] = [
    ['a form', [`Origin: ${PAGE}`, 'Content-Type: application/x-www-form-urlencoded'], 'patients='],
    ['a form with a file', [`Origin: ${PAGE}`, 'Content-Type: multipart/form-data; boundary=x'], '--x--'],
    ['JSON as plain text', [`Origin: ${PAGE}`, 'Content-Type: text/plain'], '{}'],
    ['JSON without a type', [`Origin: ${PAGE}`], '{}'],
    ['JSON behind another type', [`Origin: ${PAGE}`, 'Content-Type: text/plain; application/json'], '{}'],
    ['JSON of another site', ['Origin: https://evil.example', 'Content-Type: application/json'], '{}'],
    ['JSON of a sandboxed frame', ['Origin: null', 'Content-Type: application/json'], '{}'],
    ['JSON without an origin', ['Content-Type: application/json'], '{}'],
    [
      'JSON of an origin that is listed only in a Referer',
      [`Referer: ${PAGE}/`, 'Content-Type: application/json'],
      '{}',
    ],
    [
      'JSON with two origins',
      [`Origin: ${PAGE}`, 'Origin: https://evil.example', 'Content-Type: application/json'],
      '{}',
    ],
  ];
  test.each(forms)('%s never reaches the partner’s hook', async (_, lines, body) => {
    const received = await ask(
      'POST',
      '/session',
      ['Cookie: staff=1', `Content-Length: ${body.length}`, ...lines],
      body,
    );
    expect([[400], [403], [415]]).toContainEqual(statuses(received));
    expect(received).not.toContain('"token"');
    expect(asked).toEqual([]);
  });
});

describe('a token over the wire', () => {
  const seconds = Math.floor(Date.now() / 1000);
  const good = { ...CLAIMS, iat: seconds, exp: seconds + 600, jti: '0f6f2f6e-6c0f-4a7e-9d0f-3c6d8a2f1b11' };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (header: object, claims: object, key: string | Uint8Array) => {
    const text = `${part(header)}.${part(claims)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  const header = { alg: 'HS256', kid: 'first', typ: 'JWT' };
  const right = KEY.key as Uint8Array;
  const { exp: _, ...endless } = good;

  test('that was put together by hand as it should be is taken', async () => {
    const token = signed(header, good, right);
    expect(statuses(await ask('GET', LIST, [`Authorization: Bearer ${token}`]))).toEqual([200]);
  });

  test.each<[string, string]>([
    ['alg none', `${part({ alg: 'none', kid: 'first' })}.${part(good)}.`],
    ['alg none with a signature', signed({ ...header, alg: 'none' }, good, right)],
    ['the key’s name as the key', signed(header, good, 'first')],
    ['an empty key', signed(header, good, '')],
    ['a key fetched from elsewhere', signed({ alg: 'HS256', jku: 'https://evil.example/keys' }, good, right)],
    ['a key in its header', signed({ ...header, jwk: { kty: 'oct', k: 'AAAA' } }, good, 'AAAA')],
    ['a kid that is a path', signed({ ...header, kid: '../../dev/null' }, good, '')],
    ['a kid that is a list', signed({ ...header, kid: ['first'] }, good, right)],
    ['no end', signed(header, endless, right)],
    ['an end after an hour', signed(header, { ...good, exp: seconds + 3_600 }, right)],
    ['a beginning in the future', signed(header, { ...good, iat: seconds + 300, exp: seconds + 600 }, right)],
    ['another proxy’s audience', signed(header, { ...good, aud: 'proxy-live' }, right)],
    ['a role of its own', signed(header, { ...good, role: 'admin' }, right)],
    ['an end of 1970', signed(header, { ...good, iat: 1, exp: 600 }, right)],
  ])('with %s is 401 at every door that asks for one', async (_, token) => {
    const before = attack.service.requests.length;
    for (const [method, path] of [
      ['GET', LIST],
      ['GET', '/events'],
      ['POST', '/patients/resolve'],
      ['GET', '/caseload/patients'],
      ['GET', '/caseload/applications'],
      ['GET', '/caseload/submissions'],
      ['POST', '/caseload/seen'],
      ['POST', '/courses'],
    ] as const)
      expect(statuses(await ask(method, path, [`Authorization: Bearer ${token}`]))).toEqual([401]);
    expect(attack.service.requests).toHaveLength(before);
  });

  test('is read from its one header only: not from the query, a cookie, a form or another header', async () => {
    const token = await tokenFor();
    const length = `Content-Length: ${token.length + 13}`;
    const tries = [
      ask('GET', `${LIST}?access_token=${token}&token=${token}`),
      ask('GET', LIST, [`Cookie: token=${token}; authorization=Bearer ${token}`]),
      ask('GET', LIST, [`Proxy-Authorization: Bearer ${token}`, `X-Authorization: Bearer ${token}`]),
      ask('GET', LIST, [`Authorization: Basic ${token}`]),
      ask('GET', LIST, [length], `access_token=${token}`),
    ];
    for (const received of await Promise.all(tries)) expect(statuses(received)).toEqual([401]);
    const twice = await ask('GET', LIST, [`Authorization: Bearer ${token}`, 'Authorization: Bearer a.b.c']);
    expect(statuses(twice)).toEqual([400]);
  });

  test('is refused from the moment of its revocation and of its key’s removal, though it was remembered', async () => {
    const world = await startAttack();
    try {
      const token = await tokenFor({ pat: [PATIENT] });
      const get = async (one: string) =>
        (await fetch(`${world.url}${BASE}/forms/tags`, { headers: { authorization: `Bearer ${one}` } }))
          .status;
      expect([await get(token), await get(token)]).toEqual([200, 200]);
      const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
        jti: string;
      };
      await world.proxy.revoke(jti);
      expect(await get(token)).toBe(401);
      const other = await tokenFor();
      expect(await get(other)).toBe(200);
      world.proxy.rotate([{ kid: 'next', alg: 'HS256', key: randomBytes(32), signs: true }]);
      expect(await get(other)).toBe(401);
    } finally {
      await world.close();
    }
  });
});
