import { createPublicKey, KeyObject } from 'node:crypto';

/** The least length of a shared secret, in bytes: as long as the hash that it keys (RFC 7518, section 3.2). */
export const KEY_MIN_BYTES = 32;
const KEY_DISTINCT_BYTES_MIN = 8;

/** Describes the fault of a secret's bytes, as the end of a sentence about its option; null if there is none. */
export function secretProblem(key: unknown, algorithm: string): string | null {
  if (!(key instanceof Uint8Array)) return "must be a Uint8Array, such as readKey('NAME') gives";
  if (key.length < KEY_MIN_BYTES)
    return `has ${key.length} bytes; ${algorithm} needs at least ${KEY_MIN_BYTES}`;
  if (new Set(key).size < KEY_DISTINCT_BYTES_MIN)
    return 'repeats a few bytes; take random ones (crypto.randomBytes(32))';
  return null;
}

/**
 * A key that tokens are verified with, and, for the one that `signs`, signed with. The algorithm belongs to
 * the key; a token's header only names the key by `kid`.
 */
export type TokenKey = {
  readonly kid: string;
  /** Exactly one key of a ring signs; the others still verify, which is how keys are rotated. */
  readonly signs?: boolean;
} & (
  | { readonly alg: 'HS256' /** At least 32 random bytes. */; readonly key: Uint8Array }
  | { readonly alg: 'EdDSA' /** Ed25519; private where it signs. */; readonly key: KeyObject }
);

/** A key as a signature is checked with it. */
export interface VerifyingKey {
  readonly alg: TokenKey['alg'];
  readonly key: Uint8Array | KeyObject;
}

export interface KeyRing {
  readonly signing: TokenKey;
  /** The key that a token names. */
  readonly find: (kid: string) => VerifyingKey | undefined;
}

function keyProblem(key: TokenKey): string | null {
  if (!/^[\w.-]{1,64}$/.test(key.kid)) return 'needs a kid of 1 to 64 letters, digits, dots and dashes';
  if (key.alg === 'HS256') return secretProblem(key.key, 'HS256');
  if (key.alg !== 'EdDSA') return "has an unknown algorithm; use 'HS256' or 'EdDSA'";
  if (!(key.key instanceof KeyObject) || key.key.asymmetricKeyType !== 'ed25519')
    return 'must be an Ed25519 KeyObject';
  if (key.signs && key.key.type !== 'private') return 'signs, so it must be a private key';
  return null;
}

function verifying({ alg, key }: TokenKey): VerifyingKey {
  const isPrivate = key instanceof KeyObject && key.type === 'private';
  return { alg, key: isPrivate ? createPublicKey(key) : key };
}

/** Makes the ring of keys. Throws a `TypeError` whose sentence names the weak or missing key. */
export function createKeyRing(keys: readonly TokenKey[]): KeyRing {
  if (!Array.isArray(keys) || keys.length === 0) {
    throw new TypeError("keys must hold at least one key: [{ kid, alg: 'HS256', key, signs: true }].");
  }
  const byKid = new Map<string, VerifyingKey>();
  for (const [index, key] of keys.entries()) {
    const problem = keyProblem(key);
    if (problem) throw new TypeError(`keys[${index}] ${problem}.`);
    if (byKid.has(key.kid)) throw new TypeError(`keys[${index}] has the kid of another key.`);
    byKid.set(key.kid, verifying(key));
  }
  const signing = keys.filter((key) => key.signs);
  const [only] = signing;
  if (only === undefined || signing.length > 1) {
    throw new TypeError(`Exactly one of keys must have signs: true; ${signing.length} have it.`);
  }
  return { signing: only, find: (kid) => byKid.get(kid) };
}

/** Makes a ring whose keys can be exchanged while the proxy runs. Throws as {@link createKeyRing} does. */
export function createRotatingKeyRing(keys: readonly TokenKey[]) {
  let ring = createKeyRing(keys);
  return {
    get signing() {
      return ring.signing;
    },
    find: (kid: string) => ring.find(kid),
    /** Takes the place of all keys at once. A ring that breaks a rule throws, and the present one stays. */
    rotate(next: readonly TokenKey[]): void {
      ring = createKeyRing(next);
    },
  } satisfies KeyRing & Record<string, unknown>;
}
