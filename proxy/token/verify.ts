import { hash } from 'node:crypto';
import { decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { unauthorized } from '../refusal.ts';
import { Claims } from './claims.ts';
import type { KeyRing } from './key-ring.ts';
import { createLru } from './lru.ts';

export interface VerifierOptions {
  readonly ring: KeyRing;
  readonly issuer: string;
  readonly audience: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Most verified tokens that are remembered. */
  readonly cachedTokens: number;
  /** Asked at every use of a token, remembered ones included. */
  readonly isRevoked?: (jti: string) => boolean;
}

/** Gives the claims of a token, or throws a `Refusal` with 401. */
export type Verifier = (token: string) => Promise<Claims>;

const MAX_TOKEN_LENGTH = 8_192;
/** The clocks of two machines that mint and verify may be this far apart, in seconds. */
const CLOCK_DIFFERENCE = 2;

const refused = () => unauthorized('TOKEN_INVALID', 'The token is not valid here. Ask for a new one.');
const expired = () => unauthorized('TOKEN_EXPIRED', 'The token has expired. Ask for a new one.');

/**
 * Makes the verifier of tokens. The key is found by `kid` and brings its own algorithm, so that nothing in a
 * token's header decides how it is checked (RFC 8725, section 3.1). Verified tokens are remembered by their
 * SHA-256; expiry, revocation and the presence of the key are still checked at every use.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const { ring, issuer, audience, clock, isRevoked } = options;
  const known = createLru<{ readonly claims: Claims; readonly kid: string }>(options.cachedTokens);

  async function payloadOf(token: string, kid: string, now: number): Promise<JWTPayload> {
    const key = ring.find(kid);
    if (!key) throw refused();
    const { payload } = await jwtVerify(token, key.key, {
      algorithms: [key.alg],
      issuer,
      audience,
      currentDate: new Date(now * 1000),
    });
    return payload;
  }

  async function check(token: string, now: number): Promise<{ claims: Claims; kid: string }> {
    try {
      const { kid } = decodeProtectedHeader(token);
      if (typeof kid !== 'string') throw refused();
      const claims = Claims.parse(await payloadOf(token, kid, now));
      if (claims.iat > now + CLOCK_DIFFERENCE) throw refused();
      return { claims, kid };
    } catch (error) {
      // Only a token whose signature held may learn that it is too old; jose checks in that order.
      throw (error as { code?: unknown }).code === 'ERR_JWT_EXPIRED' ? expired() : refused();
    }
  }

  return async function verify(token) {
    if (token.length > MAX_TOKEN_LENGTH) throw refused();
    const now = Math.floor(clock() / 1000);
    const digest = hash('sha256', token, 'base64');
    let entry = known.get(digest);
    if (!entry) {
      entry = await check(token, now);
      known.set(digest, entry);
    }
    if (entry.claims.exp <= now) {
      known.delete(digest);
      throw expired();
    }
    if (!ring.find(entry.kid) || isRevoked?.(entry.claims.jti)) {
      known.delete(digest);
      throw refused();
    }
    return entry.claims;
  };
}
