import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { CLAIMS, KEY } from '../fixtures/world.ts';
import { createKeyRing } from './key-ring.ts';
import { mintToken } from './token.ts';

const ring = createKeyRing([KEY]);
const clock = () => Date.parse('2026-03-02T10:00:00Z');

describe('mintToken', () => {
  test('lives ten minutes unless told otherwise, and says so in seconds', async () => {
    const { token, expiresIn } = await mintToken(ring, CLAIMS, { clock });
    const { iat, exp } = decodeJwt(token);
    expect(expiresIn).toBe(600);
    expect(iat).toBe(clock() / 1000);
    expect(exp).toBe(clock() / 1000 + 600);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', kid: 'first', typ: 'JWT' });
  });

  test('gives every token its own jti', async () => {
    const [one, two] = await Promise.all([mintToken(ring, CLAIMS), mintToken(ring, CLAIMS)]);
    expect(decodeJwt(one.token).jti).not.toBe(decodeJwt(two.token).jti);
  });

  test('lives up to 15 minutes and refuses a second more', async () => {
    expect((await mintToken(ring, CLAIMS, { seconds: 900 })).expiresIn).toBe(900);
    await expect(mintToken(ring, CLAIMS, { seconds: 901 })).rejects.toThrow(RangeError);
  });

  test('refuses claims that no verifier would take, and names the claim', async () => {
    await expect(mintToken(ring, { ...CLAIMS, pro: 'Dr. Lima' })).rejects.toThrow('claim pro');
    await expect(mintToken(ring, { ...CLAIMS, role: 'patient' })).rejects.toThrow('pat is required');
  });
});
