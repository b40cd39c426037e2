import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Cost of scrypt as RFC 7914 names it: N 2^15, r 8, p 1 takes 32 MB and about a tenth of a second. */
const COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const BYTES = 32;

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** A salted hash as text, `scrypt.SALT.HASH` in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password.normalize('NFKC'), salt, BYTES, COST);
  return `scrypt.${salt.toString('base64url')}.${hash.toString('base64url')}`;
}

/** True where `password` made `stored`; compared in constant time. Text that is no hash is never right. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, salt, expected] = stored.split('.');
  const wanted = Buffer.from(expected ?? '', 'base64url');
  const given = await derive(password.normalize('NFKC'), Buffer.from(salt ?? '', 'base64url'), BYTES, COST);
  return scheme === 'scrypt' && wanted.length === BYTES && timingSafeEqual(given, wanted);
}
