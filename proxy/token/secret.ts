/** The least length of a shared secret, in bytes: as long as the hash that it keys (RFC 7518, section 3.2). */
export const LEAST_KEY_BYTES = 32;
const DISTINCT_BYTES = 8;

/** What is wrong with the bytes of a secret, after the name of the option; null where nothing is. */
export function secretProblem(key: unknown, algorithm: string): string | null {
  if (!(key instanceof Uint8Array)) return 'must be a Uint8Array';
  if (key.length < LEAST_KEY_BYTES)
    return `has ${key.length} bytes; ${algorithm} needs at least ${LEAST_KEY_BYTES}`;
  if (new Set(key).size < DISTINCT_BYTES)
    return 'repeats a few bytes; take random ones (crypto.randomBytes(32))';
  return null;
}
