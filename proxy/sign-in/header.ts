import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { createSecretValues } from '../authorize/sign-in-store.ts';
import { type ReadySession, requireKnown, requireOption } from '../options.ts';
import type { Grant, SessionRequest } from '../token/grant.ts';
import { secretProblem } from '../token/key-ring.ts';
import type { IdentityClaims } from './oidc.ts';
import type { ConnectedSession, SessionParts } from './ready-session.ts';

export interface HeaderSessionOptions {
  /** The header that your front end sets, having removed what a browser sends in it. Default: `x-panel-session`. */
  readonly header?: string;
  /** At least 32 random bytes that the front end and this proxy share. */
  readonly key: Uint8Array;
  /** How far its clock and this one may be apart, in seconds. Default: `60`. */
  readonly windowSeconds?: number;
  /** Says what the person may do, by what the front end signed of them; null for nobody who has access. */
  readonly grant: (claims: IdentityClaims) => Promise<Grant | null> | Grant | null;
}

export const isHeaderName = (name: unknown): boolean =>
  typeof name === 'string' && /^[a-z][a-z\d-]{0,63}$/.test(name);

/** The value of a header of a request; undefined without one. Node joins what comes twice, which then has no form. */
export function readAnyHeader(
  { request }: Pick<SessionRequest, 'request'>,
  name: string,
): string | undefined {
  if (request instanceof Request) return request.headers.get(name) ?? undefined;
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

const SIGNED = /^t=(\d{1,12}),n=([\w-]{16,64}),c=([\w-]{1,8000}),v1=([\da-f]{64})$/;
const Claims = z.looseObject({ sub: z.string().check(z.minLength(1), z.maxLength(200)) });

function readClaims(encoded: string): IdentityClaims | null {
  try {
    return Claims.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}

function connectHeader(options: HeaderSessionOptions, { settings }: SessionParts): ConnectedSession {
  const { header = 'x-panel-session', key, windowSeconds = 60, grant } = options;
  const values = createSecretValues(settings);
  return {
    async hook(request) {
      const [, time = '', nonce = '', encoded = '', signature = ''] =
        SIGNED.exec(readAnyHeader(request, header) ?? '') ?? [];
      const expected = createHmac('sha256', key).update(`${time}.${nonce}.${encoded}`).digest();
      const given = Buffer.from(signature, 'hex');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      if (Math.abs(settings.clock() / 1_000 - Number(time)) > windowSeconds) return null;
      // Until both ends of the window have passed, whichever clock is ahead.
      if (!(await values.claim('header', nonce, 2 * windowSeconds + 1))) return null;
      const claims = readClaims(encoded);
      return claims && grant(claims);
    },
    routes: [],
    loginUrl: null,
  };
}

/**
 * Takes the word of a front end that has signed the person in, by a header that it signs for each request:
 * `t=SECONDS,n=NONCE,c=CLAIMS,v1=HEX`. CLAIMS is a JSON object with `sub`, in base64url; NONCE 16 to 64 letters that are never
 * repeated; HEX the HMAC-SHA256 of `SECONDS.NONCE.CLAIMS` under the shared key. Each header is of use once.
 *
 * @throws ProxyOptionError that names a missing or weak option
 * @example
 * session: headerSession({
 *   key: readKey('FRONT_END_KEY'),
 *   grant: async ({ sub }) => findGrant(sub), // yours: null for nobody who has access
 * }),
 */
export function headerSession(options: HeaderSessionOptions): ReadySession {
  requireKnown('session', options, ['header', 'key', 'windowSeconds', 'grant']);
  const { header = 'x-panel-session', key, windowSeconds = 60, grant } = options;
  requireOption('session.header', isHeaderName(header), 'must be the name of a header, in lower case.');
  const problem = secretProblem(key, 'HMAC-SHA256');
  requireOption('session.key', problem === null, `${problem}.`);
  const isWindow = Number.isInteger(windowSeconds) && windowSeconds >= 5 && windowSeconds <= 300;
  requireOption('session.windowSeconds', isWindow, 'must be an integer from 5 to 300.');
  requireOption(
    'session.grant',
    typeof grant === 'function',
    'must be a function of claims that gives a grant or null.',
  );
  return {
    description: `the header ${header}, signed by a front end`,
    discovery: [],
    secrets: () => [['session.key', key]],
    check: () => {},
    connect: (parts) => connectHeader(options, parts),
  };
}
