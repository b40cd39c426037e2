import { hash, timingSafeEqual } from 'node:crypto';
import { getLiveness, getMetrics, getReadiness } from '@instrument-panel/client/proxy';
import { json } from '../exchange.ts';
import type { Breaker } from '../limit/breaker.ts';
import type { Metrics } from '../metrics.ts';
import { unauthorized } from '../refusal.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { within } from '../waiting.ts';

/** Milliseconds after which a storage that has not answered counts as unreachable. */
const PING_TIMEOUT_MS = 1_000;

/** Whether the storage answers. Equal questions at once share one answer. */
function createStorageProbe(storage: Settings['storage']): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  async function ask(): Promise<boolean> {
    const answer = storage().then((opened) => opened.ping());
    return within(PING_TIMEOUT_MS, answer).then(
      () => true,
      () => false,
    );
  }
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

export const livenessRoute: OwnRoute = {
  endpoint: getLiveness,
  serve: async () => json(200, { status: 'ok' }),
  rules: { concurrency: 'none' },
};

/** `GET /readyz`: 503 names the reasons `closing`, `service` (the breaker is open) and `storage`. */
export function createReadinessRoute(
  storage: Settings['storage'],
  breaker: Breaker,
  isClosing: () => boolean,
): OwnRoute {
  const reachesStorage = createStorageProbe(storage);
  return {
    endpoint: getReadiness,
    rules: { concurrency: 'none' },
    async serve() {
      const against = [
        ...(isClosing() ? ['closing'] : []),
        ...(breaker.state() === 'open' ? ['service'] : []),
        ...((await reachesStorage()) ? [] : ['storage']),
      ];
      if (against.length === 0) return json(200, { status: 'ready' });
      return json(503, { code: 'NOT_READY', message: `Not ready: ${against.join(', ')}.` });
    },
  };
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** `GET /metrics` for callers that send the configured token. */
export function createMetricsRoute(metrics: Metrics, { token }: { readonly token: string }): OwnRoute {
  const expected = digest(`Bearer ${token}`);
  return {
    endpoint: getMetrics,
    async serve({ request }) {
      // Of equal length, as the comparison needs them: it takes as long wherever they differ.
      if (!timingSafeEqual(expected, digest(request.headers.authorization ?? ''))) {
        throw unauthorized(
          'TOKEN_INVALID',
          'Send Authorization: Bearer with the token of the option metrics.',
        );
      }
      return { status: 200, headers: { 'content-type': metrics.contentType }, body: await metrics.text() };
    },
  };
}
