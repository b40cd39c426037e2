import type { ReadHeader } from '../exchange.ts';
import { originNotAllowed, unauthorized } from '../refusal.ts';
import type { Claims, Verifier } from '../token/index.ts';

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

type Headers = Readonly<Partial<Record<ReadHeader, string | undefined>>>;

/** The claims of the token that a request carries. Throws a `Refusal`: 401, or 403 from another page than its own. */
export async function claimsOf(headers: Headers, verify: Verifier): Promise<Claims> {
  const { authorization, origin } = headers;
  if (authorization === undefined) {
    throw unauthorized('TOKEN_MISSING', 'Send Authorization: Bearer with a token from POST /session.');
  }
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) throw unauthorized('TOKEN_INVALID', 'Authorization must be Bearer with a token.');
  const claims = await verify(token);
  // A token that was carried to another page is of no use there.
  if (origin !== undefined && origin !== claims.origin) throw originNotAllowed();
  return claims;
}

/** Who is counted together: one person, in the name of one professional. */
export const subjectOf = ({ sub, pro }: Claims): string => `${pro ?? ''} ${sub}`;
