import { createRemoteJWKSet, customFetch, type JWTVerifyOptions, jwtVerify } from 'jose';
import { type ReadySession, requireKnown, requireOption } from '../options.ts';
import type { Grant } from '../token/grant.ts';
import { fetchBounded, isProviderUrl, PROVIDER_TIMEOUT_SECONDS } from './code-flow.ts';
import { isHeaderName, readAnyHeader } from './header.ts';
import type { IdentityClaims } from './oidc.ts';
import type { ConnectedSession, SessionParts } from './ready-session.ts';

export interface JwtSessionOptions {
  /** Address of the public keys (JWKS) with which your JWTs are verified. */
  readonly jwks: string;
  /** `iss` of your JWTs. */
  readonly issuer: string;
  /** `aud` of your JWTs: names this proxy, so that those for something else are refused. */
  readonly audience: string;
  /** Signature algorithms that are taken. Default: `['RS256', 'ES256', 'EdDSA']`. */
  readonly algorithms?: readonly string[];
  /** The header that holds it; after `Bearer ` in `authorization`, by itself in another. Default: `authorization`. */
  readonly header?: string;
  /** Says what the person may do, by the claims; null for nobody who has access. */
  readonly grant: (claims: IdentityClaims) => Promise<Grant | null> | Grant | null;
}

const KNOWN = ['jwks', 'issuer', 'audience', 'algorithms', 'header', 'grant'];
const DEFAULT_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
/** Those with a public key: with a shared one whoever verifies could sign as well. */
const ASYMMETRIC = /^((RS|PS|ES)(256|384|512)|EdDSA|Ed25519)$/;
const JWT_LENGTH_MAX = 8_192;

/** The JWT is no good, as distinct from keys that cannot be read. */
const isRefused = (error: unknown): boolean =>
  /^ERR_(JWT|JWS|JOSE_ALG_NOT_ALLOWED|JOSE_NOT_SUPPORTED|JWKS_(NO|MULTIPLE)_MATCHING)/.test(
    String((error as { code?: unknown }).code),
  );

function connectJwt(options: JwtSessionOptions, { settings }: SessionParts): ConnectedSession {
  const {
    jwks,
    issuer,
    audience,
    algorithms = DEFAULT_ALGORITHMS,
    header = 'authorization',
    grant,
  } = options;
  const keys = createRemoteJWKSet(new URL(jwks), {
    timeoutDuration: PROVIDER_TIMEOUT_SECONDS * 1_000,
    [customFetch]: (url: string, init: RequestInit) => fetchBounded(url, init),
  });
  const rules: JWTVerifyOptions = {
    issuer,
    audience,
    algorithms: [...algorithms],
    requiredClaims: ['exp', 'sub'],
  };
  return {
    async hook(request) {
      const value = readAnyHeader(request, header) ?? '';
      const token = header === 'authorization' ? /^Bearer ([\w.-]+)$/i.exec(value)?.[1] : value;
      if (token === undefined || token === '' || token.length > JWT_LENGTH_MAX) return null;
      try {
        const currentDate = new Date(settings.clock());
        const { payload } = await jwtVerify(token, keys, { ...rules, currentDate });
        return grant(payload as IdentityClaims);
      } catch (error) {
        if (isRefused(error)) return null;
        throw error;
      }
    },
    routes: [],
    loginUrl: null,
  };
}

/**
 * Takes a JWT that your own sign-in has made, verified by its public keys: signature, algorithm, issuer, audience, expiry.
 *
 * @throws ProxyOptionError that names a missing or weak option
 * @example
 * session: jwtSession({
 *   jwks: 'https://login.clinic.example/jwks.json',
 *   issuer: 'https://login.clinic.example',
 *   audience: 'instrument-panel',
 *   grant: async ({ sub }) => findGrant(sub), // yours: null for nobody who has access
 * }),
 */
export function jwtSession(options: JwtSessionOptions): ReadySession {
  requireKnown('session', options, KNOWN);
  const {
    jwks,
    issuer,
    audience,
    algorithms = DEFAULT_ALGORITHMS,
    header = 'authorization',
    grant,
  } = options;
  requireOption('session.jwks', isProviderUrl(jwks), 'must be the https address of a JWKS, without a query.');
  for (const [name, text] of Object.entries({ issuer, audience }))
    requireOption(`session.${name}`, typeof text === 'string' && text !== '', 'must be what the JWTs say.');
  const isList =
    Array.isArray(algorithms) && algorithms.length > 0 && algorithms.every((name) => ASYMMETRIC.test(name));
  requireOption(
    'session.algorithms',
    isList,
    'must list algorithms with a public key, such as RS256 or EdDSA.',
  );
  requireOption('session.header', isHeaderName(header), 'must be the name of a header, in lower case.');
  requireOption(
    'session.grant',
    typeof grant === 'function',
    'must be a function of claims that gives a grant or null.',
  );
  return {
    description: `a JWT of ${issuer} in the header ${header}`,
    discovery: [jwks],
    takes: `${issuer} for ${audience}`,
    secrets: () => [],
    check: () => {},
    connect: (parts) => connectJwt(options, parts),
  };
}
