import { hash, timingSafeEqual } from 'node:crypto';
import { getLiveness, getMetrics, getReadiness } from '@instrument-panel/client/proxy';
import { json } from '../exchange.ts';
import type { Breaker } from '../limit/breaker.ts';
import type { Metrics } from '../metrics.ts';
import { unauthorized } from '../refusal.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { within } from '../waiting.ts';

/** Milliseconds after which a storage that has not taken a write counts as failing. */
const WRITE_TIMEOUT_MS = 1_000;

/** A part that the proxy needs and that can fail while requests are still of use. */
export type Part = 'service' | 'storage' | 'trail';

/** What is wrong: with this process alone, which another may serve for; or with what all processes share. */
interface Health {
  readonly own: readonly string[];
  readonly shared: readonly Part[];
}

interface HealthParts {
  readonly storage: Settings['storage'];
  readonly breaker: Breaker;
  readonly isClosing: () => boolean;
  /** True while the event loop is late. */
  readonly isStalled: () => boolean;
  /** Whether the audit trail takes no row, and what then becomes of reads. */
  readonly trail: () => 'ok' | 'refuse' | 'serve';
}

/** Looks at all parts. Equal questions at once share one tried write. */
export function createHealth({
  storage,
  breaker,
  isClosing,
  isStalled,
  trail,
}: HealthParts): () => Promise<Health> {
  let trying: Promise<'ok' | 'own' | 'shared'> | undefined;
  let isShared = false;
  async function tryStorage(): Promise<'ok' | 'own' | 'shared'> {
    const written = storage().then((opened) => {
      isShared = opened.isShared;
      return opened.tryWrite();
    });
    return within(WRITE_TIMEOUT_MS, written).then(
      () => 'ok',
      () => (isShared ? 'shared' : 'own'),
    );
  }
  return async () => {
    trying ??= tryStorage().finally(() => {
      trying = undefined;
    });
    const stored = await trying;
    const refusesReads = trail() === 'refuse';
    return {
      own: [
        ...(isClosing() ? ['closing'] : []),
        ...(isStalled() ? ['event loop'] : []),
        ...(stored === 'own' ? ['storage'] : []),
        ...(refusesReads && !isShared ? ['trail'] : []),
      ],
      shared: [
        ...(breaker.state() === 'open' ? ['service' as const] : []),
        ...(stored === 'shared' ? ['storage' as const] : []),
        ...(trail() === 'serve' || (refusesReads && isShared) ? ['trail' as const] : []),
      ],
    };
  };
}

export const livenessRoute: OwnRoute = {
  endpoint: getLiveness,
  serve: async () => json(200, { status: 'ok' }),
  rules: { concurrency: 'none', allowsHead: true },
};

/** `GET /readyz`: 503 for faults of this process alone; 200 `degraded` names the shared parts that fail. */
export function createReadinessRoute(health: () => Promise<Health>): OwnRoute {
  return {
    endpoint: getReadiness,
    rules: { concurrency: 'none', allowsHead: true },
    async serve() {
      const { own, shared } = await health();
      if (own.length > 0) return json(503, { code: 'NOT_READY', message: `Not ready: ${own.join(', ')}.` });
      return json(200, shared.length > 0 ? { status: 'degraded', parts: shared } : { status: 'ready' });
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
