import type { Decoded, Endpoint } from '@instrument-panel/client/contract';
import type { Call } from '../exchange.ts';
import type { RateLimiter } from '../limit/rate-limiter.ts';
import {
  forbidden,
  integrationNotFound,
  notFound,
  originNotAllowed,
  Refusal,
  unauthorized,
} from '../refusal.ts';
import type { Claims } from '../token/token.ts';
import type { Verifier } from '../token/verify.ts';

const BEARER = /^Bearer +/i;

/** The claims of the token that a request carries. Throws a `Refusal`: 401, or 403 from another page than its own. */
export type TokenReader = (call: Call) => Promise<Claims>;

interface TokenReaderParts {
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

/** The patients to whom a token is narrowed; null where it is not narrowed. */
export type Narrowing = ReadonlySet<string> | null;

export const narrowingOf = (claims: Claims): Narrowing => (claims.pat ? new Set(claims.pat) : null);

/** Whether a value is the id of one of the patients. */
export const isAmong = (patients: ReadonlySet<string>, id: unknown): boolean =>
  typeof id === 'string' && patients.has(id.toLowerCase());

/** Whether role and actions let the token near the endpoint at all. Throws a `Refusal` (403). */
export function allowAction(endpoint: Endpoint, claims: Claims, narrowing: Narrowing): void {
  if (endpoint.access[claims.role] === 'deny') throw forbidden(`A token for ${claims.role} may not do this.`);
  if (!claims.ops.includes(endpoint.action))
    throw forbidden(`The token lacks the action '${endpoint.action}'.`);
  if (narrowing && endpoint.patient.at === 'all') {
    throw forbidden('A token narrowed to patients may not do what concerns patients at large.');
  }
}

/**
 * Whether the path names the token's own professional and, where it is narrowed, one of its patients. Throws
 * the `Refusal` (404) of a professional or patient who does not exist.
 */
export function allowPath(endpoint: Endpoint, claims: Claims, narrowing: Narrowing, path: Decoded): void {
  if (endpoint.access[claims.role] !== 'any' && path.professionalId !== claims.pro)
    throw integrationNotFound();
  if (narrowing && 'patientId' in path && !isAmong(narrowing, path.patientId)) throw notFound();
}

/** Likewise for the patient whom the body names. */
export function allowBody(endpoint: Endpoint, narrowing: Narrowing, body: unknown): void {
  if (!narrowing || endpoint.patient.at !== 'body') return;
  if (!isAmong(narrowing, (body as { patientId?: unknown }).patientId)) throw notFound();
}
