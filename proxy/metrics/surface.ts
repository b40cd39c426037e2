import { hash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from '../refusal.ts';
import { type Surface, singlePath } from '../surface.ts';
import type { Metrics } from './metrics.ts';

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** `GET /metrics` for whoever sends the configured token; without one there is no such address. */
export function createMetricsSurface(metrics: Metrics, option: { readonly token: string } | null): Surface {
  if (!option) return { find: () => ({ kind: 'none' }), withCredentials: false };
  const expected = digest(`Bearer ${option.token}`);
  const surface = singlePath('GET', '/metrics', async ({ request }) => {
    // Of equal length, as the comparison needs them: it takes as long wherever they differ.
    if (!timingSafeEqual(expected, digest(request.headers.authorization ?? ''))) {
      throw unauthorized('TOKEN_INVALID', 'Send Authorization: Bearer with the token of the option metrics.');
    }
    return { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.text() };
  });
  return { ...surface, lane: 'none' };
}
