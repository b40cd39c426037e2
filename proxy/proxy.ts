import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { createAudit, OPERATOR, PROXY_ITSELF } from './audit/audit.ts';
import type { AuditActor } from './audit/entry.ts';
import { createSignInStore } from './authorize/sign-in-store.ts';
import { createSignInSurfaces } from './authorize/surface.ts';
import { createEvents } from './events/events.ts';
import { createWebhooks } from './events/webhooks.ts';
import { createTokenReader } from './forward/access.ts';
import { createService } from './forward/service.ts';
import { createForwardSurface } from './forward/surface.ts';
import { createUpstream } from './forward/upstream.ts';
import { createServiceBreaker } from './limit/breaker.ts';
import { createLoopWatch } from './limit/overload.ts';
import { createLimiter, limitedByAddress } from './limit/rate-limiter.ts';
import { createMappingSurfaces } from './mapping/surface.ts';
import { createMetrics, createMetricsSurface } from './metrics.ts';
import { checkOptions, type ProxyOptions } from './options.ts';
import { createPipeline } from './pipeline.ts';
import { createFetchHandler } from './server/fetch.ts';
import { createReadiness, liveness } from './server/health.ts';
import { type Listening, listen } from './server/listen.ts';
import { createNodeHandler } from './server/node.ts';
import { singlePath } from './surface.ts';
import type { TokenKey } from './token/key-ring.ts';
import { createRevocations } from './token/revocations.ts';
import { createSession } from './token/session.ts';
import { createVerifier } from './token/verify.ts';
import { createWellKnownSurfaces } from './well-known.ts';

/** A signing proxy; its three doors lead to one pipeline and one pool of connections. */
export interface Proxy {
  /** For Hono, Next and what else speaks `Request` and `Response`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** For node:http and Express: the fast path. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /**
   * Opens the storage, as the first request that needs it would. Rejects with a `StorageError` that says what to
   * change. `listen` awaits it; who uses `fetch` or `handle` may.
   */
  readonly ready: () => Promise<void>;
  /** Starts a server. `host` is 127.0.0.1 unless said otherwise; port 0 takes any free one. */
  readonly listen: (port: number, host?: string) => Promise<Listening>;
  /**
   * Refuses a token by its `jti` at once, and within a second at every proxy of the same storage.
   *
   * @param until seconds since 1970 at which the token ends anyway; 15 minutes from now unless given
   */
  readonly revoke: (jti: string, until?: number) => Promise<void>;
  /**
   * Takes other keys without a restart: what a removed key has signed is refused from now on, remembered tokens
   * included. Throws a `TypeError` that names a weak or missing key, and then keeps the present ones.
   */
  readonly rotate: (keys: readonly TokenKey[]) => void;
  /**
   * Has `/readyz` answer 503, waits `drainMs`, stops its servers, finishes what is in flight within `graceMs`, then
   * closes the connections to the service and the storage.
   */
  readonly close: () => Promise<void>;
}

/**
 * Makes a signing proxy: it checks short-lived tokens, adds the partner's credentials and lets through only
 * what the token allows (design.md, The proxy).
 *
 * @throws ProxyOptionError that names a missing or weak option
 */
export function createProxy(options: ProxyOptions): Proxy {
  const settings = checkOptions(options);
  const upstream = createUpstream(settings);
  const revocations = createRevocations({
    storage: settings.storage,
    clock: settings.clock,
    onUnreadable: (error) =>
      settings.log({
        at: new Date(settings.clock()).toISOString(),
        level: 'error',
        event: 'revocations-unreadable',
        hint: error instanceof Error ? error.name : typeof error,
      }),
  });
  const verify = createVerifier({
    ring: settings.ring,
    issuer: settings.issuer,
    audience: settings.audience,
    clock: settings.clock,
    cachedTokens: settings.limits.cachedTokens,
    isRevoked: (jti) => revocations.isRevoked(jti) || settings.isRevoked(jti),
    refresh: revocations.refresh,
  });
  const metrics = createMetrics();
  const breaker = createServiceBreaker(settings);
  const limiter = createLimiter(settings, metrics);
  const readToken = createTokenReader({ verify, limiter, trustedHops: settings.trustedProxyHops });
  const audit = createAudit(settings);
  const revokeAs =
    (who: AuditActor): Proxy['revoke'] =>
    async (jti, until) => {
      await revocations.revoke(jti, until);
      await audit.noteDone({ route: 'revoke', who, jti, ids: {} });
    };
  const service = createService(settings, { upstream, breaker, metrics });
  const closing = new AbortController();
  const session = singlePath('POST', '/session', createSession(settings, audit), true);
  const { authorize, publicUrl } = settings;
  const signIn =
    authorize && publicUrl !== null
      ? createSignInSurfaces(
          { settings, authorize, publicUrl, store: createSignInStore(settings), audit },
          revokeAs(PROXY_ITSELF),
        )
      : [];
  const webhooks = createWebhooks(settings, metrics);
  const events = createEvents({ settings, readToken, limiter, verify, service, metrics });
  const loop = createLoopWatch(settings.limits.loopDelayMs);
  const { pipeline, inFlight, idle } = createPipeline(
    settings,
    [
      createForwardSurface(settings, { readToken, limiter, service, audit }),
      ...createMappingSurfaces(settings, { readToken, limiter, service, audit }),
      limitedByAddress(session, limiter, settings.trustedProxyHops),
      ...signIn.map((surface) => limitedByAddress(surface, limiter, settings.trustedProxyHops)),
      ...createWellKnownSurfaces(settings),
      ...(webhooks
        ? [limitedByAddress(webhooks.surface, limiter, settings.trustedProxyHops, 'deliveries')]
        : []),
      events.surface,
      liveness,
      createReadiness({ storage: settings.storage, breaker, isClosing: () => closing.signal.aborted }),
      createMetricsSurface(metrics, settings.metrics),
    ],
    metrics,
    loop,
  );
  metrics.watch({ inFlight, loopDelay: loop.delayMs, breaker: breaker.state });
  const handle = createNodeHandler(pipeline);
  const servers = new Set<Listening>();
  const ready = async (): Promise<void> => {
    await settings.storage();
  };
  async function closeAll(): Promise<void> {
    // First `/readyz` says so, then for `drainMs` whoever sends requests here has time to notice.
    closing.abort();
    if (settings.limits.drainMs > 0) await setTimeout(settings.limits.drainMs);
    events.close();
    await Promise.all([...servers].map((server) => server.close()));
    await webhooks?.close();
    await upstream.close();
    // A write whose caller is gone has still to be written into the trail.
    await Promise.race([idle(), setTimeout(settings.limits.graceMs, undefined, { ref: false })]);
    loop.stop();
    await settings.closeStorage();
  }
  let closed: Promise<void> | undefined;
  return {
    fetch: createFetchHandler(pipeline),
    handle,
    ready,
    revoke: revokeAs(OPERATOR),
    rotate: settings.ring.rotate,
    async listen(port, host) {
      await ready();
      const server = await listen(handle, port, host, settings.limits);
      servers.add(server);
      return server;
    },
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}
