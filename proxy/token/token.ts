import { randomUUID } from 'node:crypto';
import { ACTIONS, ROLES } from '@instrument-panel/client/contract';
import { SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { KeyRing } from './key-ring.ts';

/** Longest life of a token, in seconds. */
export const MAX_TOKEN_SECONDS = 900;
/** Most patients that a token can be narrowed to: its header has to fit into a request. */
export const MAX_PATIENTS = 100;

const id = z.pipe(
  z.guid(),
  z.transform((uuid) => uuid.toLowerCase()),
);
const word = z.string().check(z.minLength(1), z.maxLength(200));
const seconds = z.int().check(z.gte(0));

/** What every token says (design.md, Token). */
export const Claims = z
  .object({
    iss: word,
    /** One audience, as text: a list would let one token serve two proxies. */
    aud: word,
    sub: word,
    iat: seconds,
    exp: seconds,
    jti: z.string().check(z.minLength(16), z.maxLength(100)),
    role: z.enum(ROLES),
    /** The professional whom the token acts as, UUID. */
    pro: z.optional(id),
    /** The patients to whom the token is narrowed, UUIDs. */
    pat: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_PATIENTS))),
    ops: z.array(z.enum(ACTIONS)),
    /** Origin of the page that the token was given to. */
    origin: word,
  })
  .check(
    z.refine((claims) => claims.role === 'operations' || claims.pro !== undefined, 'pro is required'),
    z.refine((claims) => claims.role !== 'patient' || claims.pat !== undefined, 'pat is required'),
    z.refine((claims) => claims.exp > claims.iat, 'exp must come after iat'),
    z.refine(
      (claims) => claims.exp - claims.iat <= MAX_TOKEN_SECONDS,
      'exp is more than 15 minutes after iat',
    ),
  );
export type Claims = z.infer<typeof Claims>;

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
