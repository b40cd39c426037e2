import { BASE_PATH, createRouter, ENDPOINTS } from '../../shared/contract/index.ts';
import type { ReadHeader } from '../exchange.ts';
import type { RateLimiter } from '../limit/limiter.ts';
import type { Settings } from '../options.ts';
import { originNotAllowed, unauthorized } from '../refusal.ts';
import type { Surface } from '../surface.ts';
import type { Claims, Verifier } from '../token/index.ts';
import { createForward } from './forward.ts';
import { createRouteTable, type RouteRule } from './route-table.ts';
import { createService, type Passage } from './service.ts';

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

type Headers = Readonly<Partial<Record<ReadHeader, string | undefined>>>;

async function claimsOf(headers: Headers, verify: Verifier): Promise<Claims> {
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

const isRecommendation = ({ endpoint }: RouteRule): boolean =>
  endpoint.action === 'recommend' && endpoint.effect === 'write';

/** Who is counted together: one person, in the name of one professional. */
const subjectOf = ({ sub, pro }: Claims): string => `${pro ?? ''} ${sub}`;

/** The service's endpoints under the base path: those of the contract, and nothing else. */
export function createForwardSurface(
  settings: Settings,
  verify: Verifier,
  limiter: RateLimiter,
  passage: Passage,
): Surface {
  const rules = createRouteTable(ENDPOINTS, settings.patients);
  const route = createRouter(ENDPOINTS);
  const forward = createForward(settings, createService(settings, passage));
  return {
    withCredentials: false,
    find(method, rawPath) {
      if (!rawPath.startsWith(`${BASE_PATH}/`)) return { kind: 'none' };
      const match = route(method, rawPath.slice(BASE_PATH.length));
      if (match.kind !== 'endpoint') return match;
      const rule = rules.get(match.endpoint);
      if (!rule) return { kind: 'none' };
      return {
        kind: 'found',
        route: rule.name,
        async serve(call) {
          const claims = await claimsOf(call.request.headers, verify);
          call.jti = claims.jti;
          const subject = subjectOf(claims);
          const counting = limiter('subject', subject);
          if (counting) await counting;
          // It is paid for, and slow: AI.
          if (isRecommendation(rule)) await limiter('recommend', subject);
          return forward(call, claims, rule, match.raw);
        },
      };
    },
  };
}
