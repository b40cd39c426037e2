import type { Call } from '../exchange.ts';
import type { RateLimiter } from '../limit/limiter.ts';
import { originNotAllowed, Refusal, unauthorized } from '../refusal.ts';
import type { Claims, Verifier } from '../token/index.ts';

const BEARER = /^Bearer +/i;

/** The claims of the token that a request carries. Throws a `Refusal`: 401, or 403 from another page than its own. */
export type TokenReader = (call: Call) => Promise<Claims>;

export interface TokenReaderParts {
  readonly verify: Verifier;
  readonly limiter: RateLimiter;
  readonly trustedHops: number;
}

/**
 * Makes the reader of tokens. Of those that are not valid an address may show so many: then it is 429 for them, and
 * for them only, since a whole clinic may stand behind one address.
 */
export function createTokenReader({ verify, limiter, trustedHops }: TokenReaderParts): TokenReader {
  return async (call) => {
    const { authorization, origin } = call.request.headers;
    if (authorization === undefined) {
      throw unauthorized('TOKEN_MISSING', 'Send Authorization: Bearer with a token from POST /session.');
    }
    try {
      const scheme = BEARER.exec(authorization)?.[0];
      if (scheme === undefined)
        throw unauthorized('TOKEN_INVALID', 'Authorization must be Bearer with a token.');
      const claims = await verify(authorization.slice(scheme.length));
      // A token that was carried to another page is of no use there.
      if (origin !== undefined && origin !== claims.origin) throw originNotAllowed();
      call.jti = claims.jti;
      return claims;
    } catch (error) {
      const isInvalid = error instanceof Refusal && error.code === 'TOKEN_INVALID';
      const address = isInvalid ? (call.request.address?.(trustedHops) ?? null) : null;
      if (address !== null) await limiter('invalidTokens', address);
      throw error;
    }
  };
}

/** Who is counted together: one person, in the name of one professional. */
export const subjectOf = ({ sub, pro }: Claims): string => `${pro ?? ''} ${sub}`;
