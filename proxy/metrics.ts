import { Counter, Gauge, Registry } from 'prom-client';
import type { BreakerState, CallEnd } from './limit/breaker.ts';

/** The parts of the proxy that store something. */
type StoredPart = 'limits' | 'inbox' | 'events' | 'mapping' | 'audit';

/** Values that are read when the metrics are, rather than counted. */
interface Watched {
  readonly inFlight: () => number;
  /** Milliseconds. */
  readonly loopDelay: () => number;
  readonly breaker: () => BreakerState;
}

const PREFIX = 'instrument_panel_proxy';
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']);
const BREAKER_STATES: readonly BreakerState[] = ['closed', 'open', 'half-open'];

/** A number counted here and added when the metrics are read: the library looks labels up at each count. */
interface Tally {
  count: number;
  readonly counter: Counter.Internal;
}

/**
 * Counts what one proxy does, in a registry of its own. Every label is one of a few words that the code holds (route
 * templates, status classes, codes): never an id, a name, a subject, or anything that a caller sent.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter('requests_total', 'Requests answered.', ['route', 'method', 'status']);
  readonly #durations = new Durations(
    `${PREFIX}_request_duration_seconds`,
    'Time until the answer to a request was ready.',
  );
  readonly #upstream = new Durations(
    `${PREFIX}_upstream_duration_seconds`,
    'Time of one call of the service.',
  );
  readonly #calls = this.#counter('upstream_calls_total', 'Calls of the service, by how they ended.', [
    'outcome',
  ]);
  readonly #refusals = this.#counter('refusals_total', 'Requests refused, by the code of the answer.', [
    'code',
  ]);
  readonly #limited = this.#counter('rate_limited_total', 'Requests over a rate limit, by limit.', ['limit']);
  readonly #storage = this.#counter('storage_failures_total', 'Failures of the storage, by what needed it.', [
    'part',
  ]);
  readonly #streams = this.#gauge('event_streams', 'Open event streams.');
  readonly #tallies: Tally[] = [];
  readonly #outcomes: Readonly<Record<CallEnd, Tally>> = {
    succeeded: this.#tally(this.#calls.labels('succeeded')),
    failed: this.#tally(this.#calls.labels('failed')),
    abandoned: this.#tally(this.#calls.labels('abandoned')),
  };
  readonly #answers = new Map<string, Map<string, Tally>>();

  /** Counts a request that was answered. `route` is a template or `(unknown)`. */
  answered(route: string, method: string, status: number, seconds: number): void {
    this.#durations.observe(route, seconds);
    // A method is the caller's word.
    const known = METHODS.has(method) ? method : 'OTHER';
    const key = `${known} ${status}`;
    let ofRoute = this.#answers.get(route);
    if (!ofRoute) {
      ofRoute = new Map();
      this.#answers.set(route, ofRoute);
    }
    let counted = ofRoute.get(key);
    if (!counted) {
      counted = this.#tally(this.#requests.labels(route, known, `${Math.floor(status / 100)}xx`));
      ofRoute.set(key, counted);
    }
    counted.count += 1;
  }

  /** Counts a call of the service for a route. */
  called(route: string, outcome: CallEnd, seconds: number): void {
    this.#upstream.observe(route, seconds);
    this.#outcomes[outcome].count += 1;
  }

  /** Counts a request that was refused with a code. */
  refused(code: string): void {
    this.#refusals.inc({ code });
  }

  /** Counts a request over a rate limit. */
  limited(limit: string): void {
    this.#limited.inc({ limit });
  }

  storageFailed(part: StoredPart): void {
    this.#storage.inc({ part });
  }

  streamOpened(): void {
    this.#streams.inc();
  }

  streamClosed(): void {
    this.#streams.dec();
  }

  watch({ inFlight, loopDelay, breaker }: Watched): void {
    this.#gauge('requests_in_flight', 'Requests being answered.', (gauge) => gauge.set(inFlight()));
    const lateness =
      'By how much half of the turns of the event loop were late; above limits.loopDelayMs requests are refused.';
    this.#gauge('event_loop_delay_seconds', lateness, (gauge) => gauge.set(loopDelay() / 1_000));
    const states = 'State of the circuit breaker: 1 for the one it is in.';
    const collect = (gauge: Gauge): void => {
      for (const state of BREAKER_STATES) gauge.set({ state }, state === breaker() ? 1 : 0);
    };
    this.#gauge('breaker_state', states, collect, ['state']);
  }

  /** All metrics in Prometheus's text format. */
  async text(): Promise<string> {
    for (const tally of this.#tallies) {
      tally.counter.inc(tally.count);
      tally.count = 0;
    }
    return [await this.#registry.metrics(), this.#durations.text(), this.#upstream.text()].join('\n');
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name: `${PREFIX}_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, collect?: (gauge: Gauge) => void, labelNames: string[] = []): Gauge {
    const gauge: Gauge = new Gauge({
      name: `${PREFIX}_${name}`,
      help,
      labelNames,
      registers: [this.#registry],
      ...(collect ? { collect: () => collect(gauge) } : {}),
    });
    return gauge;
  }

  #tally(counter: Counter.Internal): Tally {
    const tally = { count: 0, counter };
    this.#tallies.push(tally);
    return tally;
  }
}

/** Upper bounds of the histograms. */
const BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15] as const;

interface Row {
  /** The number of values under each bound and over the one before it; the last, over all bounds. */
  readonly counts: number[];
  sum: number;
}

/**
 * A Prometheus histogram of durations with the label `route`, whose values need no escaping: templates of the
 * contract. Not the library's own, since that one looks labels and bounds up by their text at each count, which every
 * request would pay for.
 */
export class Durations {
  readonly #name: string;
  readonly #help: string;
  readonly #rows = new Map<string, Row>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  observe(route: string, seconds: number): void {
    let row = this.#rows.get(route);
    if (!row) {
      row = { counts: Array.from({ length: BOUNDS_SECONDS.length + 1 }, () => 0), sum: 0 };
      this.#rows.set(route, row);
    }
    const index = BOUNDS_SECONDS.findIndex((bound) => seconds <= bound);
    const bucket = index < 0 ? BOUNDS_SECONDS.length : index;
    row.counts[bucket] = (row.counts[bucket] ?? 0) + 1;
    row.sum += seconds;
  }

  /** The histogram in Prometheus's text format (exposition format 0.0.4). */
  text(): string {
    const name = this.#name;
    const lines = [`# HELP ${name} ${this.#help}`, `# TYPE ${name} histogram`];
    for (const [route, { counts, sum }] of this.#rows) {
      let total = 0;
      for (const [index, count] of counts.entries()) {
        total += count;
        lines.push(`${name}_bucket{le="${BOUNDS_SECONDS[index] ?? '+Inf'}",route="${route}"} ${total}`);
      }
      lines.push(`${name}_sum{route="${route}"} ${sum}`, `${name}_count{route="${route}"} ${total}`);
    }
    return [...lines, ''].join('\n');
  }
}
