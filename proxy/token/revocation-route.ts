import { revokeTokens } from '@instrument-panel/client/proxy';
import { toActor } from '../audit/audit.ts';
import { json } from '../exchange.ts';
import { allowAction, RATE_LIMIT_OF_ROLE, toNarrowing, toSubject } from '../forward/access.ts';
import type { TokenParts } from '../forward/forward.ts';
import { invalid, retryLater } from '../refusal.ts';
import { parseBody } from '../request-body.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { createRevoker } from './revocations.ts';

/** `POST /revocations`: revokes tokens for a server of the partner's, by a token of `operations`. */
export function createRevocationRoute(
  { clock, limits }: Pick<Settings, 'clock' | 'limits'>,
  { readToken, limiter }: Pick<TokenParts, 'readToken' | 'limiter'>,
  revoker: ReturnType<typeof createRevoker>,
): OwnRoute {
  return {
    endpoint: revokeTokens,
    async serve(call) {
      const claims = await readToken(call);
      await limiter(RATE_LIMIT_OF_ROLE[claims.role], toSubject(claims), call);
      allowAction(revokeTokens.permission, claims, toNarrowing(claims));
      const body = await parseBody(call.request, revokeTokens.body, limits.bodyBytes);
      const { jti, sub = null, session, before } = body;
      const last = before === undefined ? undefined : Math.floor(Date.parse(before) / 1000);
      if (last !== undefined && last * 1000 > clock()) throw invalid('before must not be in the future.');
      const who = toActor(claims);
      try {
        if (jti !== undefined) await revoker.one(who, jti, undefined, call);
        else if (session !== undefined) await revoker.session(who, session, call);
        else await revoker.minted(who, sub, last, call);
      } catch {
        const message = 'Not every proxy could be told. Ask again until this is answered with 200.';
        throw retryLater(503, 'STORAGE_UNAVAILABLE', message, 2);
      }
      return json(200, {});
    },
  };
}
