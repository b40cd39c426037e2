import type { Found, Surface } from '../surface.ts';
import type { LimitName, RateLimiter } from './limiter.ts';

/**
 * Limits a surface that no token protects by the address that asks. Where no address is known (behind `fetch`
 * without `trustedProxyHops`), nothing is counted, since one bucket for all would let one caller lock all out.
 */
export function limitedByAddress(
  surface: Surface,
  limiter: RateLimiter,
  trustedHops: number,
  limit: LimitName = 'address',
): Surface {
  return {
    ...surface,
    find(method, rawPath): Found {
      const found = surface.find(method, rawPath);
      if (found.kind !== 'found') return found;
      return {
        ...found,
        async serve(call) {
          const address = call.request.address?.(trustedHops) ?? null;
          if (address !== null) await limiter(limit, address);
          return found.serve(call);
        },
      };
    },
  };
}
