import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Audit, OPERATOR, PROXY_ITSELF } from './audit/audit.ts';
import type { AuditActor } from './audit/entry.ts';
import { createSignInRoutes } from './authorize/authorize.ts';
import { SignInStore } from './authorize/sign-in-store.ts';
import { createEventStreams } from './events/events.ts';
import { createWebhooks } from './events/webhooks.ts';
import { createTokenReader } from './forward/access.ts';
import { createForwardRoutes } from './forward/forward.ts';
import { createService } from './forward/service.ts';
import { createUpstream } from './forward/upstream.ts';
import { createServiceBreaker } from './limit/breaker.ts';
import { LoopWatch } from './limit/overload.ts';
import { createLimiter } from './limit/rate-limiter.ts';
import { logError, toErrorName } from './log.ts';
import { createMappingRoutes } from './mapping/routes.ts';
import { Metrics } from './metrics.ts';
import type { ProxyOptions } from './options.ts';
import { createPipeline } from './pipeline.ts';
import { createRouteGroups, type OwnRoute } from './routes.ts';
import { createFetchHandler } from './server/fetch.ts';
import { type Listening, listen } from './server/listen.ts';
import { createMetricsRoute, createReadinessRoute, livenessRoute } from './server/monitoring.ts';
import { createNodeHandler } from './server/node.ts';
import { checkOptions, type Settings } from './settings.ts';
import type { TokenKey } from './token/key-ring.ts';
import { Revocations } from './token/revocations.ts';
import { createSessionRoute } from './token/session.ts';
import { createVerifier } from './token/token.ts';
import { createWellKnownRoutes } from './well-known.ts';

/** A signing proxy. `fetch`, `handle` and `listen` share one pipeline and one pool of connections. */
export interface Proxy {
  /** Answers for Hono, Next and other frameworks of `Request` and `Response`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers for node:http and Express: the fast path. Put it before any body parser. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /**
   * Opens the storage, as the first request that needs it would; `listen` does it too.
   *
   * @throws StorageError that says what to change
   */
  readonly ready: () => Promise<void>;
  /**
   * Starts a server.
   *
   * @param port 0 takes any free one
   * @param host Default: `127.0.0.1`, this machine only
   * @throws ListenError, StorageError
   */
  readonly listen: (port: number, host?: string) => Promise<Listening>;
  /**
   * Refuses a token by its `jti` at once, and within a second at every proxy of the same storage.
   *
   * @param until seconds since 1970 at which the token ends anyway. Default: 15 minutes from now
   */
  readonly revoke: (jti: string, until?: number) => Promise<void>;
  /**
   * Replaces the keys without a restart: tokens signed with a removed key are rejected immediately.
   *
   * @throws TypeError that names a weak or missing key; the present keys then stay
   */
  readonly rotate: (keys: readonly TokenKey[]) => void;
  /**
   * Makes `/readyz` answer 503, waits `drainMs`, stops its servers, finishes what is in flight within `graceMs`, then
   * closes the connections to the service and the storage.
   */
  readonly close: () => Promise<void>;
}

/** Makes the parts that check tokens. */
function createTokenChecks(settings: Settings) {
  const revocations = new Revocations({
    ...settings,
    onUnreadable: (error) => logError(settings, 'revocations-unreadable', toErrorName(error)),
  });
  const verify = createVerifier({
    ...settings,
    cachedTokens: settings.limits.cachedTokens,
    isRevoked: (jti) => revocations.isRevoked(jti) || settings.isRevoked(jti),
    refresh: revocations.refresh,
  });
  return { revocations, verify };
}

/** Makes every part of a proxy but its servers, and connects them. */
function createParts(settings: Settings, isClosing: () => boolean) {
  const { authorize, publicUrl, limits, storage, trustedProxyHops: trustedHops } = settings;
  const { revocations, verify } = createTokenChecks(settings);
  const upstream = createUpstream(settings);
  const metrics = new Metrics();
  const breaker = createServiceBreaker(settings);
  const limiter = createLimiter(settings, metrics);
  const readToken = createTokenReader({ verify, limiter, trustedHops });
  const audit = new Audit(settings);
  const revokeAs =
    (who: AuditActor): Proxy['revoke'] =>
    async (jti, until) => {
      await revocations.revoke(jti, until);
      await audit.noteDone({ route: 'revoke', who, jti, ids: {} });
    };
  const service = createService(settings, { upstream, breaker, metrics });
  const webhooks = createWebhooks(settings, metrics);
  const events = createEventStreams({ settings, readToken, limiter, verify, service, metrics });
  const loop = new LoopWatch(limits.loopDelayMs);
  const tokenParts = { readToken, limiter, service, audit };
  const routes: OwnRoute[] = [
    ...createMappingRoutes(settings, tokenParts),
    createSessionRoute(settings, audit),
    ...createWellKnownRoutes(settings),
    events.route,
    livenessRoute,
    createReadinessRoute({ storage, breaker, isClosing }),
  ];
  if (authorize && publicUrl !== null) {
    const signIn = { settings, authorize, publicUrl, store: new SignInStore(settings), audit };
    routes.push(...createSignInRoutes(signIn, revokeAs(PROXY_ITSELF)));
  }
  if (webhooks) routes.push(webhooks.route);
  if (settings.metrics) routes.push(createMetricsRoute(metrics, settings.metrics));
  const groups = [
    createForwardRoutes(settings, tokenParts),
    ...createRouteGroups(routes, limiter, trustedHops),
  ];
  const pipeline = createPipeline(settings, groups, metrics, loop);
  metrics.watch({ inFlight: pipeline.inFlight, loopDelay: loop.delayMs, breaker: () => breaker.state() });
  return { pipeline, events, webhooks, upstream, loop, revoke: revokeAs(OPERATOR) };
}

class SigningProxy implements Proxy {
  readonly #settings: Settings;
  readonly #parts: ReturnType<typeof createParts>;
  readonly #closing = new AbortController();
  readonly #servers = new Set<Listening>();
  #closed: Promise<void> | undefined;
  readonly fetch: Proxy['fetch'];
  readonly handle: Proxy['handle'];
  readonly revoke: Proxy['revoke'];
  readonly rotate: Proxy['rotate'];

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#parts = createParts(settings, () => this.#closing.signal.aborted);
    const { pipeline, revoke } = this.#parts;
    this.fetch = createFetchHandler(pipeline.answer);
    this.handle = createNodeHandler(pipeline.answer);
    this.revoke = revoke;
    this.rotate = settings.ring.rotate;
  }

  readonly ready = async (): Promise<void> => {
    await this.#settings.storage();
  };

  readonly listen = async (port: number, host?: string): Promise<Listening> => {
    await this.ready();
    const server = await listen(this.handle, port, host, this.#settings.limits);
    this.#servers.add(server);
    return server;
  };

  readonly close = (): Promise<void> => {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  };

  async #closeAll(): Promise<void> {
    const { events, webhooks, upstream, pipeline, loop } = this.#parts;
    const { drainMs, graceMs } = this.#settings.limits;
    // First `/readyz` says so; then for `drainMs` a load balancer has time to notice.
    this.#closing.abort();
    if (drainMs > 0) await setTimeout(drainMs);
    events.close();
    await Promise.all([...this.#servers].map((server) => server.close()));
    await webhooks?.close();
    await upstream.close();
    // A write whose caller is gone has still to be written into the trail.
    await Promise.race([pipeline.idle(), setTimeout(graceMs, undefined, { ref: false })]);
    loop.stop();
    await this.#settings.closeStorage();
  }
}

/**
 * Makes a signing proxy: it checks short-lived tokens, adds the partner's credentials and lets through only
 * what the token allows.
 *
 * @throws ProxyOptionError that names a missing or weak option
 * @example
 * import { createProxy } from '@instrument-panel/proxy';
 *
 * const proxy = createProxy({
 *   upstream: 'https://api.service.example',
 *   credentials: { key: process.env.SERVICE_KEY, secret: process.env.SERVICE_SECRET },
 *   keys: [{ kid: '2026-11', alg: 'HS256', key: Buffer.from(process.env.TOKEN_KEY, 'base64'), signs: true }],
 *   issuer: 'https://panel.clinic.example',
 *   audience: 'https://panel.clinic.example',
 *   origins: ['https://ehr.clinic.example'],
 *   session: async ({ cookie }) => findGrant(cookie), // yours: only you know who is signed in
 * });
 * const { url } = await proxy.listen(4200);
 */
export const createProxy = (options: ProxyOptions): Proxy => new SigningProxy(checkOptions(options));
