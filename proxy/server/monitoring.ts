import { hash, timingSafeEqual } from 'node:crypto';
import { getLiveness, getMetrics, getReadiness, showSites } from '@instrument-panel/client/proxy';
import { json } from '../exchange.ts';
import type { Breaker } from '../limit/breaker.ts';
import { METRICS_TYPE, type Metrics, measureWith, sumMeasured } from '../metrics.ts';
import { unauthorized } from '../refusal.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { within } from '../waiting.ts';
import { ALONE, type Peers } from './peers.ts';
import { readSiteRows } from './site-rows.ts';
import { type HandedOut, sitesDenied, sitesPage } from './sites-page.ts';

/** Milliseconds after which a storage that has not taken a write counts as failing. */
const WRITE_TIMEOUT_MS = 1_000;

/** A part that the proxy needs and that can fail while requests are still of use. */
export type Part = 'service' | 'storage' | 'trail';

/** What is wrong: with this process alone, which another may serve for; or with what all processes share. */
export interface Health {
  readonly own: readonly string[];
  readonly shared: readonly Part[];
  /** The ids of those of whom a part fails, where a process has several tenants. */
  readonly tenants?: readonly string[];
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
  rules: { concurrency: 'none' },
};

const PARTS: readonly string[] = ['service', 'storage', 'trail'] satisfies readonly Part[];
const isPart = (fault: string): fault is Part => PARTS.includes(fault);

/** What several workers or tenants say together: a fault of some is none of the whole, which is then degraded. */
export function combineHealth(all: readonly Health[]): Health {
  const [first, ...others] = all;
  const own = (first?.own ?? []).filter((fault) => others.every((other) => other.own.includes(fault)));
  const ofSome = all.flatMap((each) => each.own.filter((fault) => !own.includes(fault)).filter(isPart));
  const tenants = [...new Set(all.flatMap((each) => each.tenants ?? []))];
  return {
    own,
    shared: [...new Set([...all.flatMap(({ shared }) => shared), ...ofSome])],
    ...(tenants.length > 0 ? { tenants } : {}),
  };
}

/** `GET /readyz`: 503 for faults of this proxy alone; 200 `degraded` names the shared parts that fail. */
export function createReadinessRoute(health: () => Promise<Health>, peers: Peers): OwnRoute {
  const askAll = peers.offer('health', health);
  return {
    endpoint: getReadiness,
    rules: { concurrency: 'none' },
    async serve() {
      let { own, shared, tenants } = await health();
      // Only then is it of interest whether other workers serve.
      if (own.length > 0) ({ own, shared, tenants } = combineHealth(await askAll()));
      if (own.length > 0) return json(503, { code: 'NOT_READY', message: `Not ready: ${own.join(', ')}.` });
      if (shared.length === 0) return json(200, { status: 'ready' });
      return json(200, { status: 'degraded', parts: shared, ...(tenants ? { tenants } : {}) });
    },
  };
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** The password that a browser sends with a name (RFC 7617); null for none. */
function readPassword(authorization: string): string | null {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization) ?? [];
  const [, password = null] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return password;
}

interface MetricsParts {
  readonly all: readonly Metrics[];
  readonly token: string;
  readonly handedOut: readonly HandedOut[];
}

/**
 * `GET /metrics` for callers that send the configured token, and `GET /sites` for people who enter it: of all tenants, and all
 * workers.
 */
export function createMetricsRoutes(
  { all, token, handedOut }: MetricsParts,
  peers: Peers,
): readonly OwnRoute[] {
  const askAll = peers.offer('metrics', () => measureWith(all));
  const [only] = all.length === 1 && peers === ALONE ? all : [];
  const read = async (): Promise<string> => (only ? only.text() : sumMeasured(await askAll()));
  const expected = digest(token);
  // Of equal length, as the comparison needs them: it takes as long wherever they differ.
  const isToken = (given: string): boolean => timingSafeEqual(expected, digest(given));
  return [
    {
      endpoint: getMetrics,
      async serve({ request }) {
        const [, bearer = ''] = /^Bearer (.*)$/s.exec(request.headers.authorization ?? '') ?? [];
        if (!isToken(bearer)) {
          throw unauthorized(
            'TOKEN_INVALID',
            'Send Authorization: Bearer with the token of the option metrics.',
          );
        }
        return { status: 200, headers: { 'content-type': METRICS_TYPE }, body: await read() };
      },
    },
    {
      endpoint: showSites,
      async serve(call) {
        const { authorization = '', 'accept-language': accepted } = call.request.headers;
        if (isToken(readPassword(authorization) ?? ''))
          return sitesPage(accepted, readSiteRows(await read()), handedOut);
        call.refused = 'TOKEN_INVALID';
        return sitesDenied(accepted);
      },
    },
  ];
}
