import { setTimeout } from 'node:timers/promises';
import type { AnswerTrail } from '../audit/answers.ts';
import { type Core, createCore, type ProxyCore, type Surroundings } from '../core.ts';
import type { ProxyRequest } from '../exchange.ts';
import { createLoopWatch } from '../limit/overload.ts';
import { createPlaces, divideAllByTenant } from '../limit/places.ts';
import { type Log, logError, toErrorName } from '../log.ts';
import { Metrics } from '../metrics.ts';
import { type AnswerRequest, createPipeline } from '../pipeline.ts';
import { createServing, type Serving } from '../proxy.ts';
import { refuse } from '../refusal.ts';
import { createRouteGroups, DEFAULT_RULES, type OwnRoute, type RouteGroup } from '../routes.ts';
import {
  combineHealth,
  createMetricsRoutes,
  createReadinessRoute,
  type Health,
  livenessRoute,
} from '../server/monitoring.ts';
import { ALONE } from '../server/peers.ts';
import { checkCommon, checkOptions, type Settings } from '../settings.ts';
import { StorageError } from '../storage/storage.ts';
import { createTracer } from '../trace.ts';
import { toHost } from './host.ts';
import { checkTenants, type TenantProxyOptions } from './options.ts';

/** A signing proxy of several partners: each request is answered by the tenant whose host it names. */
export interface TenantProxy extends Serving {
  /** What is done for one tenant by code; as of a proxy alone. Throws a RangeError for an id that is not listed. */
  readonly tenant: (id: string) => ProxyCore['tokens'];
}

/** Writes the tenant on each line. */
const withTenant =
  (log: Log, tenant: string): Log =>
  (line) =>
    log({ ...line, tenant });

/** The host that a request names. */
const hostOf = ({ headers }: ProxyRequest): string => toHost(headers.host ?? '');

/** What is asked of no tenant: health and metrics at any host; everything else is refused. */
function createOperator(
  options: TenantProxyOptions,
  byId: ReadonlyMap<string, ProxyCore>,
  loop: ReturnType<typeof createLoopWatch>,
  surroundings: Pick<Surroundings, 'peers'>,
) {
  const common = checkCommon(options);
  const metrics = new Metrics();
  const cores = [...byId.values()];
  const health = async (): Promise<Health> => {
    const ofEach = async ([id, core]: [string, ProxyCore]): Promise<Health> => {
      const each = await core.health();
      return each.own.length + each.shared.length > 0 ? { ...each, tenants: [id] } : each;
    };
    return combineHealth(await Promise.all([...byId].map(ofEach)));
  };
  const routes: OwnRoute[] = [livenessRoute, createReadinessRoute(health, surroundings.peers)];
  const all = [metrics, ...cores.map((core) => core.metrics)];
  if (common.metrics) {
    const { token } = common.metrics;
    const handedOut = cores.map((core) => core.handedOut);
    routes.push(...createMetricsRoutes({ all, token, handedOut }, surroundings.peers));
  }
  const nobody: RouteGroup = {
    ...DEFAULT_RULES,
    anyOrigin: true,
    find: () => ({
      kind: 'found',
      route: '(unknown)',
      serve: () => Promise.reject(refuse('HOST_UNKNOWN')),
    }),
  };
  // No route of these is limited by address, and there is no tenant in whose trail a refusal could stand.
  const limiter = Object.assign(() => null, { giveBack: () => Promise.resolve() });
  const groups = createRouteGroups(routes, { limiter, trustedHops: 0, onUntrusted: () => {} });
  const trail: Pick<AnswerTrail, 'record' | 'hurry'> = { record: () => null, hurry: () => {} };
  const settings = {
    ...common,
    origins: new Set<string>(),
    authorize: null,
    // The same words for each, so they hold nothing of a tenant; none is beside a live service.
    explainRefusals: options.tenants.every(({ explainRefusals }) => Boolean(explainRefusals)),
    places: { requests: createPlaces(common.limits.inFlight) },
  };
  const tracer = createTracer('http://localhost');
  const pipeline = createPipeline(settings, [...groups, nobody], metrics, loop, trail, tracer);
  return {
    answer: pipeline.answer,
    metrics,
    limits: common.limits,
    paths: new Set(routes.map(({ endpoint }) => endpoint.path)),
  };
}

/** How long after it could not be opened a tenant's storage is tried again; each of its requests tries too. */
const OPEN_AGAIN_MS = 5_000;

/**
 * Opens the storages. One that cannot be opened is the failure of its tenant alone: it is logged, and tried again until the
 * signal aborts. Throws if there is none that can.
 *
 * @param waiting the tenants whose storage is being tried again
 */
async function openAll(
  cores: readonly (readonly [id: string, core: Core])[],
  { log, clock }: Pick<Settings, 'log' | 'clock'>,
  signal: AbortSignal,
  waiting: Set<string>,
): Promise<void> {
  const opened = await Promise.allSettled(cores.map(([, core]) => core.ready()));
  const failed = opened.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
  const [first] = failed;
  if (first === undefined) return;
  const reasons = opened.map((each) => (each.status === 'rejected' ? each.reason : undefined));
  if (failed.length === cores.length) throw reasons[first];
  const openAgain = async (id: string, core: Core): Promise<void> => {
    const isOpen = () =>
      core.ready().then(
        () => true,
        () => false,
      );
    do await setTimeout(OPEN_AGAIN_MS, undefined, { ref: false, signal });
    while (!(await isOpen()));
    waiting.delete(id);
    withTenant(log, id)({ at: new Date(clock()).toISOString(), level: 'info', event: 'storage-accepted' });
  };
  for (const at of failed) {
    const [id, core] = cores[at] ?? [];
    if (id === undefined || !core || waiting.has(id)) continue;
    waiting.add(id);
    const why = reasons[at] instanceof StorageError ? reasons[at].message : toErrorName(reasons[at]);
    const hint = `${why} This tenant is answered 503, and its storage tried again; the others are served.`;
    logError({ log: withTenant(log, id), clock }, 'storage-refused', hint);
    // The proxy was closed.
    openAgain(id, core).catch(() => {});
  }
}

/**
 * Makes a signing proxy of several partners, each with credentials, origins and keys of its own. They share servers
 * and places for requests, and nothing else: each has its part of the storage, with connections of its own.
 *
 * @throws ProxyOptionError that names the tenant and the option
 */
export const createTenantProxy = (options: TenantProxyOptions): TenantProxy =>
  createTenantProxyAmong(options, { peers: ALONE });

/** Makes a proxy of tenants that is one of several, as {@link createTenantProxy} does. */
export function createTenantProxyAmong(
  options: TenantProxyOptions,
  surroundings: Pick<Surroundings, 'peers'>,
): TenantProxy {
  // All of them before any is made, which would then have to be closed.
  checkTenants(options, (own) => void checkOptions(own));
  const common = checkCommon(options);
  const { limits, log } = common;
  const places = divideAllByTenant(limits, options.tenants.length);
  const loop = createLoopWatch(limits.loopDelayMs);
  const byHost = new Map<string, AnswerRequest>();
  const byId = new Map<string, ProxyCore>();
  checkTenants(options, (own, { id, hosts }) => {
    const parts = { peers: ALONE, tenant: id, loop, places: places() };
    const core = createCore({ ...own, log: withTenant(log, id) }, parts);
    byId.set(id, core);
    for (const host of hosts) byHost.set(toHost(host), core.core.answer);
  });
  const cores = [...byId.values()];
  const operator = createOperator(options, byId, loop, surroundings);
  const closing = new AbortController();
  const waiting = new Set<string>();

  const core: Core = {
    limits,
    answer(request) {
      const [path = ''] = request.rawTarget.split('?', 1);
      const answer = operator.paths.has(path) ? undefined : byHost.get(hostOf(request));
      return (answer ?? operator.answer)(request);
    },
    ready: () =>
      openAll(
        [...byId].map(([id, each]) => [id, each.core]),
        common,
        closing.signal,
        waiting,
      ),
    startClosing() {
      closing.abort();
      for (const { core: each } of cores) each.startClosing();
    },
    endStreams() {
      for (const { core: each } of cores) each.endStreams();
    },
    async finish() {
      await Promise.all(cores.map(({ core: { finish } }) => finish()));
      loop.stop();
    },
    onDropped: () => operator.metrics.dropped(),
  };
  return Object.assign(createServing(core), {
    tenant(id: string) {
      const found = byId.get(id);
      if (!found) throw new RangeError(`There is no tenant ${id}. There are ${[...byId.keys()].join(', ')}.`);
      return found.tokens;
    },
  });
}
