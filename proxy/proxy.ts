import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { SessionToken } from '@instrument-panel/client/proxy';
import { createAnswerTrail } from './audit/answers.ts';
import { createAudit } from './audit/audit.ts';
import { OPERATOR, PROXY_ITSELF } from './audit/entry.ts';
import { createUpkeep } from './audit/upkeep.ts';
import { createSignInRoutes } from './authorize/authorize.ts';
import { createSignInStore } from './authorize/sign-in-store.ts';
import { createCaseloadRoutes } from './caseload/routes.ts';
import { createEventStreams } from './events/events.ts';
import { createWebhooks } from './events/webhooks.ts';
import { createTokenReader } from './forward/access.ts';
import { createForwardRoutes } from './forward/forward.ts';
import { createService } from './forward/service.ts';
import { createUpstream } from './forward/upstream.ts';
import { createServiceBreaker } from './limit/breaker.ts';
import { createForwardedWarning } from './limit/client-address.ts';
import { createLoopWatch } from './limit/overload.ts';
import { createLimiter } from './limit/rate-limiter.ts';
import { createMappingRoutes } from './mapping/routes.ts';
import { Metrics } from './metrics.ts';
import type { ProxyOptions } from './options.ts';
import { createPipeline } from './pipeline.ts';
import { createRouteGroups, type OwnRoute } from './routes.ts';
import { createSeenByRoute } from './seen-by/routes.ts';
import { createFetchHandler } from './server/fetch.ts';
import { type Listening, listen } from './server/listen.ts';
import {
  createHealth,
  createMetricsRoute,
  createReadinessRoute,
  livenessRoute,
} from './server/monitoring.ts';
import { createNodeHandler } from './server/node.ts';
import { ALONE, type Peers } from './server/peers.ts';
import { checkOptions, type Settings } from './settings.ts';
import { connectSession } from './sign-in/ready-session.ts';
import type { Grant } from './token/grant.ts';
import type { TokenKey } from './token/key-ring.ts';
import { createRevocationRoute } from './token/revocation-route.ts';
import { createRevocations, createRevoker, type RevocableClaims } from './token/revocations.ts';
import { createHookAsker, createMint, createSessionRoute } from './token/session.ts';
import { createVerifier } from './token/token.ts';
import { createTracer } from './trace.ts';
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
   * Gives a token for a page of one of the `origins`, for an endpoint of your own that knows who is signed in; never of
   * `operations`. It leaves the same row in the audit trail as `POST /session`.
   *
   * @throws RangeError for an origin that is not listed, or no patient or too many
   * @throws TypeError that names what breaks its rule; an error with the code `AUDIT_UNAVAILABLE`
   */
  readonly mintToken: (grant: Grant, origin: string) => Promise<SessionToken>;
  /**
   * Refuses a token by its `jti` at once, and within a second at every proxy of the same storage.
   *
   * @param until seconds since 1970 at which the token ends anyway. Default: 15 minutes from now
   */
  readonly revoke: (jti: string, until?: number) => Promise<void>;
  /**
   * Refuses all tokens of a person, or of everybody, that were minted up to a moment; as `revoke` does, at every proxy.
   *
   * @param of.sub the person, in the words of the session hook's grant. Default: everybody
   * @param of.before seconds since 1970. Default: now. A token minted in that second is refused too
   */
  readonly revokeMinted: (of: { readonly sub?: string; readonly before?: number }) => Promise<void>;
  /** Refuses all tokens of a session, by the name that the hook's grants give it, as `revoke` does. */
  readonly revokeSession: (session: string) => Promise<void>;
  /**
   * Replaces the keys without a restart: tokens signed with a removed key are rejected immediately.
   *
   * @throws TypeError that names a weak or missing key; the present keys then stay
   */
  readonly rotate: (keys: readonly TokenKey[]) => void;
  /**
   * Lets another proxy, with changed options, answer at the servers of this one: opens its storage, hands the servers over,
   * and closes this one once it has answered what is in flight. Event streams end, and come back to the other. What of the
   * limits belongs to a server (`headersMs`, `requestMs`, `clientConnections`) stays as it was.
   *
   * @throws StorageError; this proxy then goes on
   */
  readonly replace: (next: Proxy) => Promise<void>;
  /**
   * Makes `/readyz` answer 503, waits `drainMs`, stops its servers, finishes what is in flight within `graceMs`, then
   * closes the connections to the service and the storage.
   */
  readonly close: () => Promise<void>;
}

/** What a proxy shares with others of its own kind. */
interface Surroundings {
  readonly peers: Peers;
}

/** How each proxy takes servers over from another. */
const takeOver = new WeakMap<Proxy, (servers: readonly Listening[]) => void>();

/** Makes every part of a proxy but its servers, and connects them. */
function createParts(settings: Settings, { peers }: Surroundings, isClosing: () => boolean) {
  const { authorize, publicUrl, limits, storage, trustedProxyHops: trustedHops } = settings;
  const revocations = createRevocations(settings);
  const isRevoked = (claims: RevocableClaims): boolean =>
    revocations.isRevoked(claims) || settings.isRevoked(claims.jti);
  const { cachedTokens } = limits;
  const verify = createVerifier({ ...settings, cachedTokens, isRevoked, refresh: revocations.refresh });
  const upstream = createUpstream(settings);
  const metrics = new Metrics();
  const tracer = createTracer(settings.upstream);
  const breaker = createServiceBreaker(settings);
  const limiter = createLimiter(settings, metrics);
  const readToken = createTokenReader(verify, limiter, trustedHops);
  const audit = createAudit(settings, () => metrics.storageFailed('trail'));
  const answers = createAnswerTrail(settings, audit, metrics);
  const revoker = createRevoker(settings, revocations, audit);
  const service = createService(settings, upstream, breaker, metrics, tracer);
  const webhooks = createWebhooks(settings, metrics);
  const events = createEventStreams({ settings, readToken, limiter, verify, service, metrics });
  const loop = createLoopWatch(limits.loopDelayMs);
  const trail = () => (audit.isFailing() ? settings.audit.whenFailing : 'ok');
  const isStalled = (): boolean => loop.isLate(performance.now());
  const health = createHealth({ storage, breaker, isClosing, isStalled, trail });
  const session = connectSession(settings.session, {
    settings,
    audit,
    endTokens: (name) => revoker.session(PROXY_ITSELF, name),
    isEnded: revocations.isSignInEnded,
  });
  const askHook = createHookAsker(settings, session.hook);
  const tokenParts = { readToken, limiter, service, audit };
  const routes: OwnRoute[] = [
    ...createMappingRoutes(settings, tokenParts),
    ...createCaseloadRoutes(settings, tokenParts),
    createSeenByRoute(settings, tokenParts),
    createSessionRoute(settings, audit, askHook),
    createRevocationRoute(settings, tokenParts, revoker),
    ...session.routes,
    ...createWellKnownRoutes(settings),
    events.route,
    livenessRoute,
    createReadinessRoute(health, peers),
  ];
  if (authorize && publicUrl !== null) {
    const store = createSignInStore(settings);
    const revoke = (jti: string): Promise<void> => revoker.one(PROXY_ITSELF, jti);
    const loginUrl = authorize.loginUrl ?? session.loginUrl;
    const named = { ...authorize, loginUrl };
    routes.push(
      ...createSignInRoutes({ settings, authorize: named, publicUrl, store, audit, revoke, askHook }),
    );
  }
  if (webhooks) routes.push(webhooks.route);
  if (settings.metrics) routes.push(createMetricsRoute(metrics, settings.metrics.token, peers));
  const groups = [
    createForwardRoutes(settings, tokenParts),
    ...createRouteGroups(routes, { limiter, trustedHops, onUntrusted: createForwardedWarning(settings) }),
  ];
  const pipeline = createPipeline(settings, groups, metrics, loop, answers, tracer);
  metrics.watch({
    inFlight: pipeline.inFlight,
    loopDelay: loop.delayMs,
    breaker: () => breaker.state(),
    trailRows: async () => (await (await storage()).audit.head()).sequence,
    freeBytes: settings.freeBytes,
    health,
  });
  const onDropped = (): void => metrics.dropped();
  const upkeep = createUpkeep(settings, audit);
  upkeep.start();
  const closeTrail = (): Promise<void> => {
    upkeep.stop();
    answers.flush();
    return audit.close();
  };
  return { pipeline, events, webhooks, upstream, loop, onDropped, audit, revoker, upkeep, closeTrail };
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
export const createProxy = (options: ProxyOptions): Proxy => createProxyAmong(options, { peers: ALONE });

/** Makes a proxy that is one of several, as {@link createProxy} does. */
export function createProxyAmong(options: ProxyOptions, surroundings: Surroundings): Proxy {
  const settings = checkOptions(options);
  const { drainMs, graceMs } = settings.limits;
  const closing = new AbortController();
  const parts = createParts(settings, surroundings, () => closing.signal.aborted);
  const { events, webhooks, upstream, pipeline, loop, onDropped, revoker, upkeep, closeTrail } = parts;
  const handle = createNodeHandler(pipeline.answer);
  const servers: Listening[] = [];
  let closed: Promise<void> | undefined;
  let isReplaced = false;

  async function closeAll(): Promise<void> {
    // First `/readyz` says so; then for `drainMs` a load balancer has time to notice, unless nothing is asked here any more.
    closing.abort();
    if (drainMs > 0 && !isReplaced) await setTimeout(drainMs);
    events.close();
    await Promise.all(servers.map((server) => server.close()));
    await webhooks?.close();
    await upstream.close();
    // A write whose caller is gone has still to be written into the trail.
    await Promise.race([pipeline.idle(), setTimeout(graceMs, undefined, { ref: false })]);
    loop.stop();
    await Promise.race([closeTrail(), setTimeout(graceMs, undefined, { ref: false })]);
    await settings.closeStorage();
  }

  async function ready(): Promise<void> {
    await settings.storage();
    void upkeep.announce();
  }
  const proxy: Proxy = {
    fetch: createFetchHandler(pipeline.answer),
    handle,
    ready,
    async listen(port, host) {
      await ready();
      const server = await listen(handle, port, host, { limits: settings.limits, onDropped });
      servers.push(server);
      return server;
    },
    mintToken: createMint(settings, parts.audit),
    revoke: (jti, until) => revoker.one(OPERATOR, jti, until),
    revokeMinted: ({ sub, before }) => revoker.minted(OPERATOR, sub ?? null, before),
    revokeSession: (session) => revoker.session(OPERATOR, session),
    rotate: settings.ring.rotate,
    async replace(next) {
      await next.ready();
      takeOver.get(next)?.(servers.splice(0));
      isReplaced = true;
      await proxy.close();
    },
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
  takeOver.set(proxy, (given) => {
    for (const server of given) server.serve(handle);
    servers.push(...given);
  });
  return proxy;
}
