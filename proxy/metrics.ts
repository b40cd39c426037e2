import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type Metric,
  Registry,
} from 'prom-client';
import type { BreakerState, CallEnd } from './limit/breaker.ts';
import { RouteDurations, Sums } from './route-durations.ts';

/** An answer as it is counted. */
export interface Answered {
  readonly status: number;
  /** The code of a refusal. */
  readonly code: string | undefined;
  readonly bytes: number;
}

interface Watched {
  readonly inFlight: () => number;
  readonly loopDelay: () => number;
  readonly breaker: () => BreakerState;
  /** Rows that were ever written into the audit trail. */
  readonly trailRows: () => Promise<number>;
  /** Bytes that are free where the storage's file is; null for a storage elsewhere. */
  readonly freeBytes: () => Promise<number | null>;
  /** Bytes of the answers that are remembered. */
  readonly courseBytes: () => number;
  readonly health: () => Promise<{ readonly own: readonly string[]; readonly shared: readonly string[] }>;
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const PREFIX = 'instrument_panel_proxy';
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']);
const BREAKER_STATES: readonly BreakerState[] = ['closed', 'open', 'half-open'];
const CALL_ENDS: readonly CallEnd[] = ['succeeded', 'failed', 'abandoned'];
const PARTS = ['service', 'storage', 'trail'] as const;

/** Processor time, memory, descriptors, garbage: of the process, and so once for all proxies in it. */
let ofProcess: Registry | undefined;

function openProcess(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** The metrics of one process, as they are sent to another: a list for each of its registries. */
export type Measured = readonly (readonly object[])[];

/** How a request for a token ended: what a provider refuses or answers wrongly fails for everybody, as a fault of ours does. */
const toSignInOutcome = (status: number, code: string | undefined): string => {
  if (status < 400) return 'granted';
  if (status >= 500 || code === 'SIGN_IN_FAILED') return 'failed';
  return code === 'NOT_SIGNED_IN' ? 'not_signed_in' : 'refused';
};

const SIGN_IN_ROUTES: ReadonlyMap<string, string> = new Map([
  ['POST /session', 'session'],
  ['POST /token', 'authorize'],
  ['GET /sign-in/callback', 'oidc'],
  ['GET /launch/callback', 'smart'],
]);

/** Where a sign-in begins, which is counted only if it fails there: of the others the end is counted. */
const SIGN_IN_BEGINNINGS: ReadonlyMap<string, string> = new Map([
  ['GET /sign-in', 'oidc'],
  ['GET /launch', 'smart'],
]);

/**
 * Counts what one proxy does, in registries of its own. Every label is one of a few words that the code holds (route
 * templates, status classes, codes): never an id of anybody, a name, a subject, or a text that a caller sent. The only
 * exception is the version number of the extension, of which `VERSIONS_MAX` (`server/site-health.ts`) are told apart.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #histograms = new Registry();
  readonly #requests = this.#counter(
    'requests_total',
    'Requests answered, by `route`, `method` and `status` (class).',
    'route',
    'method',
    'status',
  );
  readonly #bytes = this.#counter(
    'answer_bytes_total',
    'Bytes of the bodies of answers, without streams, by `route`.',
    'route',
  );
  readonly #signIns = this.#counter(
    'sign_ins_total',
    'Requests for a token, by `way` (session, authorize, oidc, smart) and `outcome`: granted, not_signed_in, refused, failed; a provider that refuses the proxy or cannot be reached is failed.',
    'way',
    'outcome',
  );
  readonly #calls = this.#counter(
    'upstream_calls_total',
    'Calls of the service, by `outcome`: succeeded, failed, abandoned.',
    'outcome',
  );
  readonly refused = this.#tally('refusals_total', 'Requests refused, by `code` of the answer.', 'code');
  readonly #sitePages = this.#counter(
    'extension_pages_total',
    'Pages of a site, as the extension counted them, by `profile` and its `version`, version of the `extension`, and `outcome`.',
    'profile',
    'version',
    'extension',
    'outcome',
  );
  readonly #dropped = this.#counter(
    'connections_dropped_total',
    'Connections closed because there are too many.',
  );
  readonly #unrecorded = this.#counter(
    'reads_unrecorded_total',
    "Answers with a patient's data of which the audit trail has no row.",
  );
  readonly limited = this.#tally('rate_limited_total', 'Requests over a rate, by `limit`.', 'limit');
  readonly storageFailed = this.#tally<'limits' | 'inbox' | 'events' | 'trail'>(
    'storage_failures_total',
    'Failures of the storage, by the `part` that needed it.',
    'part',
  );
  readonly coursePart = this.#tally<'memory' | 'service'>(
    'course_parts_total',
    'Parts of courses that were answered, by what they came `from`: memory, service.',
    'from',
  );
  readonly streams = this.#gauge('event_streams', 'Open event streams.');
  readonly #durations = this.#histogram(
    'request',
    'Time until the answer to a request was ready, by `route`.',
  );
  readonly #upstream = this.#histogram('upstream', 'Time of one call of the service, by `route`.');

  /** Counted since the metrics were last read, by method, status and route. */
  readonly #answers = new Sums();
  readonly #answerBytes = new Sums();
  readonly #callEnds = new Sums();

  /** @param tenant names it on each line. Default: no name */
  constructor(tenant?: string) {
    if (tenant !== undefined)
      for (const registry of [this.#registry, this.#histograms]) registry.setDefaultLabels({ tenant });
    for (const outcome of CALL_ENDS) this.#calls.inc({ outcome }, 0);
  }

  /** Counts a request that was answered. `route` is a template or `(unknown)`. */
  answered(route: string, method: string, answer: Answered, seconds: number): void {
    const { status, code, bytes } = answer;
    this.#durations.observe(route, seconds);
    // A method is the caller's word.
    const known = METHODS.has(method) ? method : 'OTHER';
    this.#answers.add(`${known} ${Math.floor(status / 100)}xx ${route}`, 1);
    this.#answerBytes.add(route, bytes);
    const outcome = toSignInOutcome(status, code);
    const way =
      SIGN_IN_ROUTES.get(route) ?? (outcome === 'failed' ? SIGN_IN_BEGINNINGS.get(route) : undefined);
    if (way !== undefined) this.#signIns.inc({ way, outcome });
  }

  called(route: string, outcome: CallEnd, seconds: number): void {
    this.#upstream.observe(route, seconds);
    this.#callEnds.add(outcome, 1);
  }

  /** Lists what waits for `onEvent`; while the storage cannot say it, the lines are left out. */
  watchEvents(backlog: () => Promise<{ readonly waiting: number; readonly dead: number }>): void {
    const read = (name: 'waiting' | 'dead') => () => backlog().then((counts) => counts[name]);
    this.#sometimes('events_waiting', 'Events that `onEvent` has not taken yet.', read('waiting'));
    this.#sometimes('events_dead', 'Events that were set aside after all tries.', read('dead'));
  }

  /** Counts pages of a profile that came to the same; `labels` are words that the proxy itself knows. */
  sitePages(
    labels: { readonly profile: string; readonly version: string; readonly extension: string },
    outcome: string,
    count: number,
  ): void {
    if (count > 0) this.#sitePages.inc({ ...labels, outcome }, count);
  }

  dropped(): void {
    this.#dropped.inc();
  }

  unrecorded(): void {
    this.#unrecorded.inc();
  }

  watch({ inFlight, loopDelay, breaker, trailRows, freeBytes, courseBytes, health }: Watched): void {
    this.#gauge('course_memory_bytes', 'Bytes of the answers to parts of courses in memory.', (gauge) =>
      gauge.set(courseBytes()),
    );
    this.#gauge('requests_in_flight', 'Requests being answered.', (gauge) => gauge.set(inFlight()));
    const lateness = 'Median delay of the event loop; above `limits.loopDelayMs` requests are refused.';
    const setDelay = (gauge: Gauge): void => gauge.set(loopDelay() / 1_000);
    this.#gauge('event_loop_delay_seconds', lateness, setDelay, [], 'max');
    const states = 'State of the circuit breaker: 1 for the `state` it is in.';
    const collect = (gauge: Gauge): void => {
      for (const state of BREAKER_STATES) gauge.set({ state }, state === breaker() ? 1 : 0);
    };
    this.#gauge('breaker_state', states, collect, ['state'], 'max');
    const failing = 'Parts that fail now, by `part`: service, storage, trail. `/readyz` names them too.';
    const ask = async (gauge: Gauge): Promise<void> => {
      const { own, shared } = await health();
      for (const part of PARTS) gauge.set({ part }, own.includes(part) || shared.includes(part) ? 1 : 0);
    };
    this.#gauge('failing_part', failing, ask, ['part'], 'max');
    this.#sometimes('trail_rows', 'Rows that were ever written into the audit trail.', trailRows);
    this.#sometimes('storage_free_bytes', "Bytes that are free where the storage's file is.", freeBytes);
  }

  async text(): Promise<string> {
    const all = [...this.#own(), openProcess()];
    return (await Promise.all(all.map((registry) => registry.metrics()))).join('\n');
  }

  /** What it counted, without the process. */
  measure(): Promise<Measured> {
    return Promise.all(this.#own().map((registry) => registry.getMetricsAsJSON()));
  }

  #own(): readonly Registry[] {
    for (const [name, count] of this.#answers.take()) {
      const [method = '', status = '', ...route] = name.split(' ');
      this.#requests.inc({ route: route.join(' '), method, status }, count);
    }
    for (const [outcome, count] of this.#callEnds.take()) this.#calls.inc({ outcome }, count);
    for (const [route, bytes] of this.#answerBytes.take()) if (bytes > 0) this.#bytes.inc({ route }, bytes);
    return [this.#registry, this.#histograms];
  }

  #counter<Label extends string>(
    name: string,
    help: string,
    ...labelNames: readonly Label[]
  ): Counter<Label> {
    return new Counter({ name: `${PREFIX}_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #tally<Value extends string>(name: string, help: string, label: string): (value: Value) => void {
    const counter = this.#counter(name, help, label);
    return (value) => counter.inc({ [label]: value });
  }

  #gauge(
    name: string,
    help: string,
    collect?: (gauge: Gauge) => void | Promise<void>,
    labelNames: string[] = [],
    aggregator: Aggregator = 'sum',
  ): Gauge {
    const gauge: Gauge = new Gauge({
      name: `${PREFIX}_${name}`,
      help,
      labelNames,
      aggregator,
      registers: [this.#registry],
      ...(collect ? { collect: () => collect(gauge) } : {}),
    });
    return gauge;
  }

  /** A gauge whose line is left out while its value cannot be told. */
  #sometimes(name: string, help: string, read: () => Promise<number | null>): void {
    const collect = async (gauge: Gauge): Promise<void> => {
      const value = await read().catch(() => null);
      if (value === null) gauge.remove();
      else gauge.set(value);
    };
    // All processes read the same storage: the greatest of their equal values is it, and a sum would count it several times.
    this.#gauge(name, help, collect, [], 'max');
  }

  #histogram(what: string, help: string): RouteDurations {
    const durations = new RouteDurations(`${PREFIX}_${what}_duration_seconds`, help);
    // Its type says that it is one of prom-client's own classes; its registry asks for no more than this.
    this.#histograms.registerMetric(durations as unknown as Metric);
    return durations;
  }
}

/** Measures this process, and what proxies in it counted. */
export async function measureWith(all: readonly Metrics[]): Promise<Measured> {
  const counted = await Promise.all(all.map((metrics) => metrics.measure()));
  return [...counted.flat(), await openProcess().getMetricsAsJSON()];
}

/** Sums what several processes measured; of what they share, and of states, it says the greatest. */
export const sumMeasured = (all: readonly Measured[]): Promise<string> =>
  // Declared as objects of no kind: they are what `getMetricsAsJSON` gives.
  AggregatorRegistry.aggregate(all.flat() as object[]).metrics();
