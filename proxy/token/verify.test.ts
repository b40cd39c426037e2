import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { CLAIMS, KEY, PATIENT, PROFESSIONAL } from '../fixtures/world.ts';
import { createKeyRing, createRotatingKeyRing, type TokenKey } from './key-ring.ts';
import { createVerifier, mintToken } from './token.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const SECONDS = NOW / 1000;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const EDDSA: TokenKey = { kid: 'curve', alg: 'EdDSA', key: privateKey };

const GOOD = {
  ...CLAIMS,
  iat: SECONDS,
  exp: SECONDS + 600,
  jti: '0f6f2f6e-6c0f-4a7e-9d0f-3c6d8a2f1b11',
};

const SECRET = KEY.key as Uint8Array;
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token put together by hand, so that no library keeps a forgery from being made. */
function forge(header: object, claims: object, key: Uint8Array | string = SECRET, hash = 'sha256'): string {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}
const HEADER = { alg: 'HS256', kid: 'first', typ: 'JWT' };

function verifierAt(
  clock: () => number,
  more: { keys?: TokenKey[]; isRevoked?: (claims: { jti: string }) => boolean } = {},
) {
  return createVerifier({
    ring: createKeyRing(more.keys ?? [KEY, EDDSA]),
    issuer: CLAIMS.iss,
    audience: CLAIMS.aud,
    clock,
    cachedTokens: 100,
    ...(more.isRevoked ? { isRevoked: more.isRevoked } : {}),
  });
}
const verify = verifierAt(() => NOW);
const INVALID = { status: 401, code: 'TOKEN_INVALID' };

describe('a token that says all it must', () => {
  test('is read, whichever of the two algorithms its key has', async () => {
    expect(await verify(forge(HEADER, GOOD))).toEqual(GOOD);
    const curve = createKeyRing([{ ...EDDSA, signs: true }]);
    const { token } = await mintToken(curve, CLAIMS, { clock: () => NOW });
    expect(await verify(token)).toMatchObject({ ...CLAIMS, iat: SECONDS, exp: SECONDS + 600 });
  });

  test('still counts after its key has been retired from signing, and no longer once the key is gone', async () => {
    const next: TokenKey = { kid: 'second', alg: 'HS256', key: randomBytes(32), signs: true };
    const token = forge(HEADER, GOOD);
    const rotated = verifierAt(() => NOW, { keys: [next, { ...KEY, signs: false }] });
    expect((await rotated(token)).sub).toBe('staff-7');
    await expect(verifierAt(() => NOW, { keys: [next] })(token)).rejects.toMatchObject(INVALID);
  });

  test('needs no professional for operations, and is narrowed for a patient', async () => {
    const { pro: _, ...operations } = { ...GOOD, role: 'operations' };
    expect((await verify(forge(HEADER, operations))).role).toBe('operations');
    const patient = { ...GOOD, role: 'patient', pat: [PATIENT.toUpperCase()] };
    expect((await verify(forge(HEADER, patient))).pat).toEqual([PATIENT]);
  });
});

describe('a token is refused', () => {
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const publicRaw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const without = (name: string) => Object.fromEntries(Object.entries(GOOD).filter(([key]) => key !== name));
  const unsigned = `${part({ alg: 'none', kid: 'first' })}.${part(GOOD)}.`;

  test.each([
    ['without a signature (alg none)', unsigned],
    ['with alg none and a signature', forge({ ...HEADER, alg: 'none' }, GOOD)],
    ['with alg NONE', forge({ ...HEADER, alg: 'NONE' }, GOOD)],
    ['as HS256 over the bytes of an EdDSA key', forge({ ...HEADER, kid: 'curve' }, GOOD, publicPem)],
    ['as HS256 over the raw 32 bytes of an EdDSA key', forge({ ...HEADER, kid: 'curve' }, GOOD, publicRaw)],
    ['as EdDSA where its key is HS256', forge({ ...HEADER, alg: 'EdDSA' }, GOOD)],
    ['as HS512 where its key is HS256', forge({ ...HEADER, alg: 'HS512' }, GOOD, SECRET, 'sha512')],
    ['with an unknown kid', forge({ ...HEADER, kid: 'third' }, GOOD)],
    ['with the kid of a prototype', forge({ ...HEADER, kid: '__proto__' }, GOOD)],
    ['without a kid', forge({ alg: 'HS256' }, GOOD)],
    ['with a key of its own in the header', forge({ alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }, GOOD)],
    ['with a critical extension', forge({ ...HEADER, crit: ['b64'], b64: false }, GOOD)],
    ['signed with another key', forge(HEADER, GOOD, randomBytes(32))],
    ['for another audience', forge(HEADER, { ...GOOD, aud: 'proxy-live' })],
    ['for two audiences', forge(HEADER, { ...GOOD, aud: ['proxy-live', CLAIMS.aud] })],
    ['of another issuer', forge(HEADER, { ...GOOD, iss: 'https://elsewhere.example' })],
    ['without exp', forge(HEADER, without('exp'))],
    ['living 15 minutes and one second', forge(HEADER, { ...GOOD, exp: SECONDS + 901 })],
    ['with an exp that is no number', forge(HEADER, { ...GOOD, exp: '9999999999' })],
    ['issued two seconds in the future', forge(HEADER, { ...GOOD, iat: SECONDS + 2 })],
    ['issued in the future', forge(HEADER, { ...GOOD, iat: SECONDS + 60, exp: SECONDS + 600 })],
    ['valid only later (nbf)', forge(HEADER, { ...GOOD, nbf: SECONDS + 60 })],
    ['with an unknown role', forge(HEADER, { ...GOOD, role: 'admin' })],
    ['with an unknown action', forge(HEADER, { ...GOOD, ops: ['read', 'everything'] })],
    ['of a patient without patients', forge(HEADER, { ...GOOD, role: 'patient' })],
    ['narrowed to nobody', forge(HEADER, { ...GOOD, pat: [] })],
    ['of a professional without pro', forge(HEADER, without('pro'))],
    ['that is no token', 'a.b.c'],
    ['longer than 8 KB', forge(HEADER, { ...GOOD, sub: 'x'.repeat(9000) })],
  ])('%s', async (_, token) => {
    await expect(verify(token)).rejects.toMatchObject(INVALID);
  });

  test.each(['iss', 'aud', 'sub', 'iat', 'jti', 'role', 'ops', 'origin'])('without %s', async (claim) => {
    await expect(verify(forge(HEADER, without(claim)))).rejects.toMatchObject(INVALID);
  });

  test('with any single bit of it flipped', async () => {
    const token = forge(HEADER, GOOD);
    const payloadAndSignature = token.length - 1;
    await fc.assert(
      fc.asyncProperty(fc.nat(payloadAndSignature - 1), fc.integer({ min: 0, max: 6 }), async (at, bit) => {
        const flipped = String.fromCharCode(token.charCodeAt(at) ^ (1 << bit));
        const changed = token.slice(0, at) + flipped + token.slice(at + 1);
        await expect(verify(changed)).rejects.toMatchObject({ status: 401 });
      }),
    );
  });
});

describe('a token that was verified before', () => {
  test('ends at its exp all the same', async () => {
    let now = NOW;
    const remembering = verifierAt(() => now);
    const token = forge(HEADER, GOOD);
    await remembering(token);
    now = NOW + 599_000;
    expect((await remembering(token)).pro).toBe(PROFESSIONAL);
    now = NOW + 600_000;
    await expect(remembering(token)).rejects.toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' });
  });

  test('is refused where the clock is set back to before its issue, as one that was not verified before', async () => {
    let now = NOW;
    const remembering = verifierAt(() => now);
    const token = forge(HEADER, GOOD);
    await remembering(token);
    now = NOW - 3_600_000;
    await expect(verifierAt(() => now)(token)).rejects.toMatchObject(INVALID);
    await expect(remembering(token)).rejects.toMatchObject(INVALID);
    now = NOW - 1_000;
    expect((await remembering(token)).sub).toBe('staff-7');
  });

  test('is refused from the moment of its revocation', async () => {
    const revoked = new Set<string>();
    const remembering = verifierAt(() => NOW, { isRevoked: ({ jti }) => revoked.has(jti) });
    const token = forge(HEADER, GOOD);
    await remembering(token);
    revoked.add(GOOD.jti);
    await expect(remembering(token)).rejects.toMatchObject(INVALID);
  });
});

describe('a ring that is turned over while the proxy runs', () => {
  const NEXT: TokenKey = { kid: 'second', alg: 'HS256', key: randomBytes(32), signs: true };
  const over = (ring: ReturnType<typeof createRotatingKeyRing>) =>
    createVerifier({
      ring,
      issuer: CLAIMS.iss,
      audience: CLAIMS.aud,
      clock: () => NOW,
      cachedTokens: 100,
    });

  test('verifies with the old key, and refuses it once it is removed, remembered tokens included', async () => {
    const ring = createRotatingKeyRing([KEY]);
    const verifying = over(ring);
    const token = forge(HEADER, GOOD);
    await verifying(token);
    ring.rotate([NEXT, { ...KEY, signs: false }]);
    expect((await verifying(token)).jti).toBe(GOOD.jti);
    const { token: newer } = await mintToken(ring, CLAIMS, { clock: () => NOW });
    expect((await verifying(newer)).sub).toBe('staff-7');
    ring.rotate([NEXT]);
    await expect(verifying(token)).rejects.toMatchObject(INVALID);
    expect((await verifying(newer)).sub).toBe('staff-7');
  });

  test('refuses a remembered token whose kid has come to name another key', async () => {
    const ring = createRotatingKeyRing([KEY]);
    const verifying = over(ring);
    const token = forge(HEADER, GOOD);
    await verifying(token);
    ring.rotate([{ kid: KEY.kid, alg: 'HS256', key: randomBytes(32), signs: true }]);
    await expect(verifying(token)).rejects.toMatchObject(INVALID);
  });

  test('goes from HS256 to EdDSA and refuses either kind under the other’s kid', async () => {
    const ring = createRotatingKeyRing([
      { ...EDDSA, signs: true },
      { ...KEY, signs: false },
    ]);
    const { token } = await mintToken(ring, CLAIMS, { clock: () => NOW });
    const [header = '', ...rest] = token.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'EdDSA',
      kid: 'curve',
      typ: 'JWT',
    });
    expect((await over(ring)(token)).pro).toBe(PROFESSIONAL);
    const renamed = [part({ alg: 'EdDSA', kid: 'first', typ: 'JWT' }), ...rest].join('.');
    await expect(over(ring)(renamed)).rejects.toMatchObject(INVALID);
  });

  test('keeps its keys where the next ones break a rule', async () => {
    const ring = createRotatingKeyRing([KEY]);
    expect(() => ring.rotate([{ ...NEXT, key: randomBytes(31) }])).toThrow(/31 bytes/);
    expect((await over(ring)(forge(HEADER, GOOD))).sub).toBe('staff-7');
  });
});

test('a token whose iat is one second ahead counts: the clock of the machine that minted it may be', async () => {
  const ahead = forge(HEADER, { ...GOOD, iat: SECONDS + 1 });
  expect((await verify(ahead)).iat).toBe(SECONDS + 1);
});

describe('the memory of verified tokens', () => {
  test('keeps no more than its size, and drops what was used longest ago', async () => {
    const verify = createVerifier({
      ring: createKeyRing([KEY]),
      issuer: CLAIMS.iss,
      audience: CLAIMS.aud,
      clock: () => NOW,
      cachedTokens: 2,
    });
    const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map((sub) => forge(HEADER, { ...GOOD, sub }));
    for (const token of [a, b, a, c]) await verify(token);
    const checks = vi.spyOn(crypto.subtle, 'verify');
    try {
      await verify(a);
      await verify(c);
      expect(checks).not.toHaveBeenCalled();
      await verify(b);
      expect(checks).toHaveBeenCalledOnce();
    } finally {
      checks.mockRestore();
    }
  });
});
