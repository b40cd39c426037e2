import { BASE_PATH, createRouter, ENDPOINTS } from '@instrument-panel/client/contract';
import type { Audit } from '../audit/audit.ts';
import type { RateLimiter } from '../limit/rate-limiter.ts';
import { DEFAULT_RULES, type RouteGroup } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { RATE_LIMIT_OF_ROLE, type TokenReader, toSubject } from './access.ts';
import { createForward } from './forward.ts';
import { createRouteTable, type RouteRule } from './route-table.ts';
import type { Service } from './service.ts';

const isRecommendation = ({ endpoint }: RouteRule): boolean =>
  endpoint.action === 'recommend' && endpoint.effect === 'write';

/** The dependencies of the routes that a token protects. */
export interface TokenParts {
  readonly readToken: TokenReader;
  readonly limiter: RateLimiter;
  readonly service: Service;
  readonly audit: Audit;
}

/** The service's endpoints under the base path: those of the contract, and nothing else. */
export function createForwardRoutes(settings: Settings, parts: TokenParts): RouteGroup {
  const { readToken, limiter, service, audit } = parts;
  const rules = createRouteTable(ENDPOINTS, settings.patients);
  const route = createRouter(ENDPOINTS);
  const forward = createForward(settings, service, audit);
  return {
    ...DEFAULT_RULES,
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
          const claims = await readToken(call);
          const subject = toSubject(claims);
          const limit = RATE_LIMIT_OF_ROLE[claims.role];
          const counting = limiter(limit, subject);
          if (counting) await counting;
          // It is paid for, and slow: AI. A partner's own server answers for what it asks.
          if (limit === 'subject' && isRecommendation(rule)) await limiter('recommend', subject);
          // Awaited here, it is handed on in one turn of the microtasks; returned as a promise, it takes three.
          return await forward(call, claims, rule, match.raw);
        },
      };
    },
  };
}
