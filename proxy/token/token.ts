import { hash, randomUUID } from 'node:crypto';
import { TOKEN_LIFE_MAX_SECONDS } from '@instrument-panel/client/contract';
import { type SessionToken, TokenClaims } from '@instrument-panel/client/proxy';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { unauthorized } from '../refusal.ts';
import type { KeyRing, VerifyingKey } from './key-ring.ts';

/** The claims of a token to mint; times and `jti` are added. */
export type NewTokenClaims = Omit<TokenClaims, 'iat' | 'exp' | 'jti'>;

/**
 * Mints a token signed by the ring's signing key.
 *
 * @param options.seconds life of the token; 600 unless said otherwise, never over 900
 * @param options.clock milliseconds since 1970
 * @param options.jti the token's own name, if it has to be known before; random unless given
 * @throws RangeError for a life of no or too many seconds
 * @throws TypeError that names the claim which breaks its rule
 */
export async function mintToken(
  ring: KeyRing,
  claims: NewTokenClaims,
  options: { readonly seconds?: number; readonly clock?: () => number; readonly jti?: string } = {},
): Promise<SessionToken> {
  const expiresIn = options.seconds ?? 600;
  if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > TOKEN_LIFE_MAX_SECONDS) {
    throw new RangeError(`A token lives 1 to ${TOKEN_LIFE_MAX_SECONDS} seconds; got ${expiresIn}.`);
  }
  const iat = Math.floor((options.clock ?? Date.now)() / 1000);
  const checked = TokenClaims.safeParse({
    ...claims,
    iat,
    exp: iat + expiresIn,
    jti: options.jti ?? randomUUID(),
  });
  if (!checked.success) {
    const issue = checked.error.issues[0];
    throw new TypeError(`The token's claim ${issue?.path.join('.') || 'set'} is refused: ${issue?.message}.`);
  }
  const { kid, alg, key } = ring.signing;
  const token = await new SignJWT(checked.data).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key);
  return { token, expiresIn };
}

export interface VerifierOptions {
  readonly ring: KeyRing;
  readonly issuer: string;
  readonly audience: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Most verified tokens that are remembered. */
  readonly cachedTokens: number;
  /** Asked at every use of a token, remembered ones included. */
  readonly isRevoked?: (claims: TokenClaims) => boolean;
  /** Brings what `isRevoked` knows up to date; null if it is. A rejection refuses the token. */
  readonly refresh?: () => Promise<void> | null;
}

interface Verified {
  readonly claims: TokenClaims;
  readonly kid: string;
  readonly key: VerifyingKey;
}

/** Gives the claims of a token, or throws a `Refusal` with 401. */
export type Verifier = (token: string) => Promise<TokenClaims>;

const TOKEN_LENGTH_MAX = 8_192;
/** Three parts in base64url (RFC 7515, section 7.1), and nothing that a lenient decoder would pass over. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/**
 * How far in the future `iat` may lie: a token just minted is shown to another proxy, whose clock may be
 * milliseconds behind the next whole second. It gains its holder nothing: `exp` is bound to `iat`.
 */
const CLOCK_DIFFERENCE_SECONDS = 1;

const refused = () => unauthorized('TOKEN_INVALID', 'The token is not valid here. Ask for a new one.');
const expired = () => unauthorized('TOKEN_EXPIRED', 'The token has expired. Ask for a new one.');

/**
 * Makes the verifier of tokens. The key is found by `kid` and brings its own algorithm, so that nothing in a
 * token's header decides how it is checked (RFC 8725, section 3.1). Verified tokens are remembered by their
 * SHA-256; expiry, revocation and that the ring still has that very key are checked at every use.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const { ring, issuer, audience, clock, isRevoked, refresh } = options;
  const known = new LRUCache<string, Verified>({ max: options.cachedTokens });

  async function check(token: string, now: number): Promise<Verified> {
    if (!COMPACT.test(token)) throw refused();
    try {
      const { kid } = decodeProtectedHeader(token);
      const key = typeof kid === 'string' ? ring.find(kid) : undefined;
      if (!key || kid === undefined) throw refused();
      const algorithms = [key.alg];
      const currentDate = new Date(now * 1000);
      const { payload } = await jwtVerify(token, key.key, { algorithms, issuer, audience, currentDate });
      return { claims: TokenClaims.parse(payload), kid, key };
    } catch (error) {
      // Only a token whose signature held may learn that it is too old; jose checks in that order.
      throw (error as { code?: unknown }).code === 'ERR_JWT_EXPIRED' ? expired() : refused();
    }
  }

  return async function verify(token) {
    if (token.length > TOKEN_LENGTH_MAX) throw refused();
    const now = Math.floor(clock() / 1000);
    const digest = hash('sha256', token, 'base64');
    const refreshing = refresh?.();
    if (refreshing) await refreshing;
    let entry = known.get(digest);
    // Also if a new key came under an old kid: what the old one signed is checked with the new one.
    if (!entry || ring.find(entry.kid) !== entry.key) {
      known.delete(digest);
      entry = await check(token, now);
      known.set(digest, entry);
    }
    if (entry.claims.exp <= now) {
      known.delete(digest);
      throw expired();
    }
    // Likewise if the clock was set back since it was verified.
    if (entry.claims.iat > now + CLOCK_DIFFERENCE_SECONDS) throw refused();
    if (isRevoked?.(entry.claims)) {
      known.delete(digest);
      throw refused();
    }
    return entry.claims;
  };
}
