import { type Decoded, type Permission, ROLE_RULES, type Role } from '@instrument-panel/client/contract';
import type { TokenClaims } from '@instrument-panel/client/proxy';
import { toActor } from '../audit/audit.ts';
import type { Call } from '../exchange.ts';
import type { LimitName, RateLimiter } from '../limit/rate-limiter.ts';
import { forbidden, invalid, Refusal, refuse, unauthorized } from '../refusal.ts';
import type { Verifier } from '../token/token.ts';

const BEARER = /^Bearer +/i;

/** The claims of the token that a request carries. Throws a `Refusal`: 401, or 403 from another page than its own. */
export type TokenReader = (call: Call) => Promise<TokenClaims>;

/** What of a call follows from the claims of its token alone. */
type Asking = Readonly<Required<Pick<Call, 'who' | 'person'>>>;

/** The token of an `Authorization` header. Throws a `Refusal` (401) where there is none. */
function readBearer(authorization: string | undefined): string {
  if (authorization === undefined)
    throw unauthorized('TOKEN_MISSING', 'Send Authorization: Bearer with a token from POST /session.');
  const scheme = BEARER.exec(authorization)?.[0];
  if (scheme === undefined) throw unauthorized('TOKEN_INVALID', 'Authorization must be Bearer with a token.');
  return authorization.slice(scheme.length);
}

/** Makes the reader of tokens; limits invalid tokens by address, generously, since a whole clinic may share one. */
export function createTokenReader(verify: Verifier, limiter: RateLimiter, trustedHops: number): TokenReader {
  // The verifier gives the same claims at each use of a token.
  const known = new WeakMap<TokenClaims, Asking>();
  return async (call) => {
    const { authorization, origin } = call.request.headers;
    try {
      const claims = await verify(readBearer(authorization));
      const asking = known.get(claims) ?? { who: toActor(claims), person: toSubject(claims) };
      known.set(claims, asking);
      call.jti = claims.jti;
      call.who = asking.who;
      // A token that was carried to another page is of no use there.
      if (origin !== undefined && origin !== claims.origin) throw refuse('ORIGIN_NOT_ALLOWED');
      call.person = asking.person;
      return claims;
    } catch (error) {
      const isInvalid = error instanceof Refusal && error.code === 'TOKEN_INVALID';
      const address = isInvalid ? (call.request.address?.(trustedHops) ?? null) : null;
      if (address !== null) await limiter('invalidTokens', address, call);
      throw error;
    }
  };
}

/** The rate limit that a token's requests count towards: a person's, or that of a partner's own server. */
export const RATE_LIMIT_OF_ROLE: Readonly<Record<Role, LimitName>> = {
  professional: 'subject',
  patient: 'subject',
  operations: 'operations',
};

/** Names whose requests are counted together: one person, in the name of one professional. */
export const toSubject = ({ sub, pro }: TokenClaims): string => `${pro ?? ''} ${sub}`;

/** The patients to whom a token is narrowed; null if it is not narrowed. */
export type Narrowing = ReadonlySet<string> | null;

export const toNarrowing = (claims: TokenClaims): Narrowing => (claims.pat ? new Set(claims.pat) : null);

export const isAmong = (patients: ReadonlySet<string>, id: unknown): boolean =>
  typeof id === 'string' && patients.has(id.toLowerCase());

/** Throws a `Refusal` (403) if the token's role or actions do not allow the endpoint at all. */
export function allowAction(
  { access, action, patient }: Permission,
  claims: TokenClaims,
  narrowing: Narrowing,
): void {
  if (access[claims.role] === 'deny') throw forbidden(`A token for ${claims.role} may not do this.`);
  if (!claims.ops.includes(action)) throw forbidden(`The token lacks the action '${action}'.`);
  if (narrowing && patient.at === 'all') {
    throw forbidden('A token narrowed to patients may not do what concerns patients at large.');
  }
}

/** Throws a `Refusal` (404) unless the path names the token's own professional, and one of its patients. */
export function allowPath(
  { access }: Permission,
  claims: TokenClaims,
  narrowing: Narrowing,
  path: Decoded,
): void {
  if (access[claims.role] !== 'any' && path.professionalId !== claims.pro)
    throw refuse('INTEGRATION_NOT_FOUND');
  if (narrowing && 'patientId' in path && !isAmong(narrowing, path.patientId)) throw refuse('NOT_FOUND');
}

/** Throws the same for a narrowed token whose request names another patient in its body. */
export function allowBody({ patient }: Permission, narrowing: Narrowing, body: unknown): void {
  if (!narrowing || patient.at !== 'body') return;
  if (!isAmong(narrowing, (body as { patientId?: unknown }).patientId)) throw refuse('NOT_FOUND');
}

/** The token's own professional, or for `operations` the one that the request names. Throws a `Refusal`: 404 or 400. */
export function readProfessional(
  claims: TokenClaims,
  { professionalId }: { readonly professionalId?: string | undefined },
): string {
  if (ROLE_RULES[claims.role].needsProfessional) {
    if (claims.pro === undefined) throw refuse('INTEGRATION_NOT_FOUND');
    if (professionalId !== undefined && professionalId !== claims.pro) throw refuse('INTEGRATION_NOT_FOUND');
    return claims.pro;
  }
  if (professionalId === undefined) {
    throw invalid('professionalId is required for a token of operations: whose patient is meant?');
  }
  return professionalId;
}
