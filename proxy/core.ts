/** Connects every part of a proxy, but the servers in front of it. @module */
import { setTimeout } from 'node:timers/promises';
import { type AnswerTrail, createAnswerTrail } from './audit/answers.ts';
import { type Audit, createAudit } from './audit/audit.ts';
import { OPERATOR, PROXY_ITSELF } from './audit/entry.ts';
import { createUpkeep } from './audit/upkeep.ts';
import { createSignInRoutes } from './authorize/authorize.ts';
import { createSignInStore } from './authorize/sign-in-store.ts';
import { createCaseloadRoutes } from './caseload/routes.ts';
import { createChanges } from './courses/changes.ts';
import { createCourseMemory } from './courses/memory.ts';
import { createCoursesRoute } from './courses/routes.ts';
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
import type { Limits } from './limits.ts';
import { createLinksPageRoutes } from './links-page/routes.ts';
import { createMappingRoutes } from './mapping/routes.ts';
import { Metrics } from './metrics.ts';
import type { ProxyOptions } from './options.ts';
import { type AnswerRequest, createPipeline } from './pipeline.ts';
import { createRouteGroups, type OwnRoute } from './routes.ts';
import { createSeenByRoute } from './seen-by/routes.ts';
import {
  createHealth,
  createMetricsRoutes,
  createReadinessRoute,
  livenessRoute,
} from './server/monitoring.ts';
import type { Peers } from './server/peers.ts';
import { createSiteHealthRoute } from './server/site-health.ts';
import { checkOptions, type Settings, type SharedParts } from './settings.ts';
import { connectSession } from './sign-in/ready-session.ts';
import { guardStorage } from './stored-keys.ts';
import type { TokenKey } from './token/key-ring.ts';
import { createRevocationRoute } from './token/revocation-route.ts';
import { createRevocations, createRevoker, type RevocableClaims } from './token/revocations.ts';
import { createHookAsker, createMint, createSessionRoute } from './token/session.ts';
import { createVerifier } from './token/token.ts';
import { createTracer } from './trace.ts';
import { logWeaknesses } from './weaknesses.ts';
import { createWellKnownRoutes } from './well-known.ts';

/** What a proxy shares with others in its process, or with processes at the same port. */
export interface Surroundings extends SharedParts {
  readonly peers: Peers;
  /** The tenant whose proxy it is, by which its metrics are told apart. */
  readonly tenant?: string;
  readonly loop?: ReturnType<typeof createLoopWatch>;
}

/** What serves requests, whoever brings them. */
export interface Core {
  readonly answer: AnswerRequest;
  readonly limits: Limits;
  /** Opens the storage, and begins with what is done without a request. Throws a StorageError, also if what it holds was begun with other keys. */
  readonly ready: () => Promise<void>;
  /** Has `/readyz` say that it closes. */
  readonly startClosing: () => void;
  /** Ends event streams, which would go on for ever. */
  readonly endStreams: () => void;
  /** Finishes what is in flight, once no server brings more, and closes all connections. */
  readonly finish: () => Promise<void>;
  /** Is told of each connection that was closed because there are too many. */
  readonly onDropped: () => void;
}

/** Makes what a proxy remembers of courses, and of revocations, which end it. */
function createRemembered(settings: Settings) {
  const changes = createChanges(settings);
  const forget = (): void => {
    changes.changed();
    memory.drop();
  };
  const revocations = createRevocations(settings, forget);
  const isRevoked = (claims: RevocableClaims): boolean =>
    revocations.isRevoked(claims) || settings.isRevoked(claims.jti);
  const memory = createCourseMemory(settings, isRevoked);
  return { changes, memory, forget, revocations, isRevoked };
}

/** Starts the upkeep of the trail; `closeTrail` ends it, and writes what is left. */
function startUpkeep(settings: Settings, audit: Audit, answers: Pick<AnswerTrail, 'flush'>) {
  const upkeep = createUpkeep(settings, audit);
  upkeep.start();
  const closeTrail = (): Promise<void> => {
    upkeep.stop();
    answers.flush();
    return audit.close();
  };
  return { upkeep, closeTrail };
}

/** Makes every part of a proxy but its servers, and connects them. */
function createParts(settings: Settings, surroundings: Surroundings, isClosing: () => boolean) {
  const { peers, tenant } = surroundings;
  const { authorize, publicUrl, limits, storage, trustedProxyHops: trustedHops } = settings;
  const { changes, memory, forget, revocations, isRevoked } = createRemembered(settings);
  const { cachedTokens } = limits;
  const verify = createVerifier({ ...settings, cachedTokens, isRevoked, refresh: revocations.refresh });
  const upstream = createUpstream(settings);
  const metrics = new Metrics(tenant);
  const tracer = createTracer(settings.upstream);
  const breaker = createServiceBreaker(settings);
  const limiter = createLimiter(settings, metrics);
  const readToken = createTokenReader(verify, limiter, trustedHops);
  const audit = createAudit(settings, () => metrics.storageFailed('trail'));
  const answers = createAnswerTrail(settings, audit, metrics);
  const revoker = createRevoker(settings, revocations, audit);
  const service = changes.watch(createService(settings, upstream, breaker, metrics, tracer));
  const webhooks = createWebhooks(settings, metrics);
  const events = createEventStreams({ settings, readToken, limiter, verify, service, metrics });
  const loop = surroundings.loop ?? createLoopWatch(limits.loopDelayMs);
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
    ...createLinksPageRoutes(settings, tokenParts),
    ...createCaseloadRoutes(settings, tokenParts),
    createCoursesRoute(settings, tokenParts, answers, metrics, { memory, changes }),
    createSeenByRoute(settings, tokenParts),
    createSiteHealthRoute(settings, tokenParts, metrics),
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
  const handedOut = { tenant: tenant ?? null, profiles: settings.wellKnown?.profiles ?? [] };
  if (settings.metrics) {
    const { token } = settings.metrics;
    routes.push(...createMetricsRoutes({ all: [metrics], token, handedOut: [handedOut] }, peers));
  }
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
    courseBytes: memory.bytes,
    health,
  });
  return {
    ...{ pipeline, events, webhooks, upstream, loop, metrics, audit },
    ...{ revoker, ...startUpkeep(settings, audit, answers), health, handedOut, forget },
  };
}

export type ProxyCore = ReturnType<typeof createCore>;

/** Makes a proxy of checked options. Throws a ProxyOptionError. */
export function createCore(options: ProxyOptions, surroundings: Surroundings) {
  const checked = checkOptions(options, surroundings);
  const settings = { ...checked, storage: guardStorage(checked.storage, checked) };
  logWeaknesses(settings);
  const { graceMs } = settings.limits;
  const closing = new AbortController();
  const parts = createParts(settings, surroundings, () => closing.signal.aborted);
  const { events, webhooks, upstream, pipeline, loop, metrics, revoker, upkeep, closeTrail, health } = parts;
  const waitAtMost = (work: Promise<void>): Promise<void> =>
    Promise.race([work, setTimeout(graceMs, undefined, { ref: false })]);

  let hasBegun = false;
  /** What is done without a request begins once these options are in use: by being ready, or by the first request. */
  function begin(): void {
    if (hasBegun || closing.signal.aborted) return;
    hasBegun = true;
    webhooks?.begin();
    void upkeep.announce();
  }

  const core: Core = {
    answer(request) {
      begin();
      return pipeline.answer(request);
    },
    limits: settings.limits,
    async ready() {
      await settings.storage();
      begin();
    },
    startClosing: () => closing.abort(),
    endStreams: events.close,
    async finish() {
      await webhooks?.close();
      await upstream.close();
      // A write whose caller is gone has still to be written into the trail.
      await waitAtMost(pipeline.idle());
      loop.stop();
      parts.forget();
      await waitAtMost(closeTrail());
      await settings.closeStorage();
    },
    onDropped: () => metrics.dropped(),
  };
  return {
    core,
    health,
    metrics,
    handedOut: parts.handedOut,
    tokens: {
      mintToken: createMint(settings, parts.audit),
      revoke: (jti: string, until?: number) => revoker.one(OPERATOR, jti, until),
      revokeMinted: ({ sub, before }: { readonly sub?: string; readonly before?: number }) =>
        revoker.minted(OPERATOR, sub ?? null, before),
      revokeSession: (session: string) => revoker.session(OPERATOR, session),
      rotate(keys: readonly TokenKey[]): void {
        settings.ring.rotate(keys);
        parts.forget();
      },
    },
  };
}
