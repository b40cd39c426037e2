import * as z from 'zod/mini';
import { dateTimeInput } from '../field.ts';
import { proxyEndpoint } from './endpoint.ts';

const named = (min: number) => z.optional(z.string().check(z.minLength(min), z.maxLength(200)));

/** Which tokens are revoked: exactly one of `jti`, `sub`, `session` and `everybody`. */
export const RevokedTokens = z
  .strictObject({
    /** One token, by its `jti`. */
    jti: named(16),
    /** All of a person, in the words of the session hook's grant. */
    sub: named(1),
    /** All of a session, by the name that its grants give it. */
    session: named(16),
    /** All of everybody. */
    everybody: z.optional(z.literal(true)),
    /** Of a person's or everybody's, those that were minted up to then. Default: now. */
    before: z.optional(dateTimeInput()),
  })
  .check(
    z.refine(
      ({ jti, sub, session, everybody }) =>
        [jti, sub, session, everybody].filter((one) => one !== undefined).length === 1,
      'must name exactly one of jti, sub, session and everybody',
    ),
    z.refine(
      ({ jti, session, before }) => before === undefined || (jti === undefined && session === undefined),
      'may say before only beside sub or everybody',
    ),
  );
export type RevokedTokens = z.input<typeof RevokedTokens>;

/** Revokes tokens at every proxy of the storage within a second, for a server of the partner's. */
export const revokeTokens = proxyEndpoint('revokeTokens', {
  method: 'POST',
  path: '/revocations',
  summary: 'Revoke tokens',
  caller: 'token',
  permission: {
    action: 'account',
    patient: { at: 'all' },
    access: { professional: 'deny', patient: 'deny', operations: 'any' },
  },
  body: RevokedTokens,
  response: z.object({}),
});
