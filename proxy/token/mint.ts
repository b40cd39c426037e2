import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { Claims, MAX_TOKEN_SECONDS } from './claims.ts';
import type { KeyRing } from './key-ring.ts';

/** What a token is to say; the times and the `jti` are added. */
export type TokenClaims = Omit<Claims, 'iat' | 'exp' | 'jti'>;

export interface MintedToken {
  readonly token: string;
  /** Seconds that the token lives from now. */
  readonly expiresIn: number;
}

/**
 * Mints a token signed by the ring's signing key.
 *
 * @param options.seconds life of the token; 600 unless said otherwise, never over 900
 * @param options.clock milliseconds since 1970
 * @param options.jti the token's own name, where it has to be known before; random unless given
 * @throws RangeError for a life of no or too many seconds
 * @throws TypeError that names the claim which breaks its rule
 */
export async function mintToken(
  ring: KeyRing,
  claims: TokenClaims,
  options: { readonly seconds?: number; readonly clock?: () => number; readonly jti?: string } = {},
): Promise<MintedToken> {
  const expiresIn = options.seconds ?? 600;
  if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > MAX_TOKEN_SECONDS) {
    throw new RangeError(`A token lives 1 to ${MAX_TOKEN_SECONDS} seconds; got ${expiresIn}.`);
  }
  const iat = Math.floor((options.clock ?? Date.now)() / 1000);
  const checked = Claims.safeParse({
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
