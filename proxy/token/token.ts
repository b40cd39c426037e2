import { randomUUID } from 'node:crypto';
import { TOKEN_LIFE_MAX_SECONDS } from '@instrument-panel/client/contract';
import { type SessionToken, TokenClaims } from '@instrument-panel/client/proxy';
import { SignJWT } from 'jose';
import type { KeyRing } from './key-ring.ts';

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
