import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { BreakerState, CallEnd } from './limit/breaker.ts';

interface Watched {
  readonly inFlight: () => number;
  readonly loopDelay: () => number;
  readonly breaker: () => BreakerState;
  readonly health: () => Promise<{ readonly own: readonly string[]; readonly shared: readonly string[] }>;
}

const PREFIX = 'instrument_panel_proxy';
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']);
const BREAKER_STATES: readonly BreakerState[] = ['closed', 'open', 'half-open'];
const CALL_ENDS: readonly CallEnd[] = ['succeeded', 'failed', 'abandoned'];
const PARTS = ['service', 'storage', 'trail'] as const;
const BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/**
 * Counts what one proxy does, in registries of its own. Every label is one of a few words that the code holds (route
 * templates, status classes, codes): never an id, a name, a subject, or anything that a caller sent.
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
  readonly #calls = this.#counter(
    'upstream_calls_total',
    'Calls of the service, by `outcome`: succeeded, failed, abandoned.',
    'outcome',
  );
  readonly refused = this.#tally('refusals_total', 'Requests refused, by `code` of the answer.', 'code');
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
  readonly streams = this.#gauge('event_streams', 'Open event streams.');
  readonly #durations = this.#histogram(
    'request',
    'Time until the answer to a request was ready, by `route`.',
  );
  readonly #upstream = this.#histogram('upstream', 'Time of one call of the service, by `route`.');

  constructor() {
    for (const outcome of CALL_ENDS) this.#calls.inc({ outcome }, 0);
  }

  /** Counts a request that was answered. `route` is a template or `(unknown)`. */
  answered(route: string, method: string, code: number, seconds: number): void {
    this.#durations.observe({ route }, seconds);
    // A method is the caller's word.
    const known = METHODS.has(method) ? method : 'OTHER';
    this.#requests.inc({ route, method: known, status: `${Math.floor(code / 100)}xx` });
  }

  called(route: string, outcome: CallEnd, seconds: number): void {
    this.#upstream.observe({ route }, seconds);
    this.#calls.inc({ outcome });
  }

  /** Lists what waits for `onEvent`; while the storage cannot say it, the lines are left out. */
  watchEvents(backlog: () => Promise<{ readonly waiting: number; readonly dead: number }>): void {
    const collect = (name: 'waiting' | 'dead') => async (gauge: Gauge) => {
      const counts = await backlog().catch(() => null);
      if (counts) gauge.set(counts[name]);
      else gauge.remove();
    };
    this.#gauge('events_waiting', 'Events that `onEvent` has not taken yet.', collect('waiting'));
    this.#gauge('events_dead', 'Events that were set aside after all tries.', collect('dead'));
  }

  dropped(): void {
    this.#dropped.inc();
  }

  unrecorded(): void {
    this.#unrecorded.inc();
  }

  watch({ inFlight, loopDelay, breaker, health }: Watched): void {
    this.#gauge('requests_in_flight', 'Requests being answered.', (gauge) => gauge.set(inFlight()));
    const lateness = 'Median delay of the event loop; above `limits.loopDelayMs` requests are refused.';
    this.#gauge('event_loop_delay_seconds', lateness, (gauge) => gauge.set(loopDelay() / 1_000));
    const states = 'State of the circuit breaker: 1 for the `state` it is in.';
    const collect = (gauge: Gauge): void => {
      for (const state of BREAKER_STATES) gauge.set({ state }, state === breaker() ? 1 : 0);
    };
    this.#gauge('breaker_state', states, collect, ['state']);
    const failing = 'Parts that fail now, by `part`: service, storage, trail. `/readyz` names them too.';
    const ask = async (gauge: Gauge): Promise<void> => {
      const { own, shared } = await health();
      for (const part of PARTS) gauge.set({ part }, own.includes(part) || shared.includes(part) ? 1 : 0);
    };
    this.#gauge('failing_part', failing, ask, ['part']);
  }

  async text(): Promise<string> {
    return `${await this.#registry.metrics()}\n${await this.#histograms.metrics()}`;
  }

  get contentType(): string {
    return this.#registry.contentType;
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
  ): Gauge {
    const gauge: Gauge = new Gauge({
      name: `${PREFIX}_${name}`,
      help,
      labelNames,
      registers: [this.#registry],
      ...(collect ? { collect: () => collect(gauge) } : {}),
    });
    return gauge;
  }

  #histogram(what: string, help: string): Histogram<'route'> {
    return new Histogram({
      name: `${PREFIX}_${what}_duration_seconds`,
      help,
      labelNames: ['route'],
      buckets: BOUNDS_SECONDS,
      registers: [this.#histograms],
    });
  }
}
