import { Counter, Gauge, Registry } from 'prom-client';

/** The parts of the proxy that keep something. */
type StoredPart = 'limits' | 'inbox' | 'events' | 'mapping' | 'audit';
/** How a call of the service ended. */
type CallOutcome = 'succeeded' | 'failed' | 'abandoned';

/** What is read when the metrics are, rather than counted. */
interface Watched {
  readonly inFlight: () => number;
  /** Milliseconds. */
  readonly loopDelay: () => number;
  readonly breaker: () => string;
}

/**
 * Counts what the proxy does. Every label is one of a few words that the code holds (route templates, status
 * classes, codes): never an id, a name, a subject, or anything that a caller sent.
 */
export interface Metrics {
  /** A request was answered. `route` is a template or `(unknown)`. */
  readonly answered: (route: string, method: string, status: number, seconds: number) => void;
  /** The service was called for a route. */
  readonly called: (route: string, outcome: CallOutcome, seconds: number) => void;
  /** A request was refused with a code. */
  readonly refused: (code: string) => void;
  /** A request was over a limit: that of its person, of recommendations, of its address, of deliveries. */
  readonly limited: (limit: string) => void;
  readonly storageFailed: (part: StoredPart) => void;
  readonly streamOpened: () => void;
  readonly streamClosed: () => void;
  readonly watch: (watched: Watched) => void;
  /** All of it in Prometheus's text format. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

const PREFIX = 'instrument_panel_proxy';
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']);
const BREAKER_STATES = ['closed', 'open', 'half-open'] as const;

/** A number counted here and handed on when the metrics are read: for the library, each count looks labels up. */
interface Tally {
  count: number;
  readonly counter: Counter.Internal;
}

/** Makes the metrics of one proxy, in a registry of its own. */
export function createMetrics(): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `${PREFIX}_${name}`, help, labelNames, registers });
  const seconds = (name: string, help: string) => createDurations(`${PREFIX}_${name}`, help);

  const requests = counter('requests_total', 'Requests answered.', ['route', 'method', 'status']);
  const duration = seconds('request_duration_seconds', 'Time until the answer to a request was ready.');
  const upstream = seconds('upstream_duration_seconds', 'Time of one call of the service.');
  const calls = counter('upstream_calls_total', 'Calls of the service, by how they ended.', ['outcome']);
  const refusals = counter('refusals_total', 'Requests refused, by the code of the answer.', ['code']);
  const limited = counter('rate_limited_total', 'Requests over a rate limit, by limit.', ['limit']);
  const storage = counter('storage_failures_total', 'Failures of the storage, by what needed it.', ['part']);
  const streams = new Gauge({ name: `${PREFIX}_event_streams`, help: 'Open event streams.', registers });

  const tallies: Tally[] = [];
  function tally(counter: Counter.Internal): Tally {
    const made = { count: 0, counter };
    tallies.push(made);
    return made;
  }
  function handOn(): void {
    for (const one of tallies) {
      one.counter.inc(one.count);
      one.count = 0;
    }
  }
  const outcomes = {
    succeeded: tally(calls.labels('succeeded')),
    failed: tally(calls.labels('failed')),
    abandoned: tally(calls.labels('abandoned')),
  };
  const answers = new Map<string, Map<string, Tally>>();

  return {
    answered(route, method, status, time) {
      duration.observe(route, time);
      // A method is the caller's word.
      const known = METHODS.has(method) ? method : 'OTHER';
      const key = `${known} ${status}`;
      let ofRoute = answers.get(route);
      if (!ofRoute) {
        ofRoute = new Map();
        answers.set(route, ofRoute);
      }
      let counted = ofRoute.get(key);
      if (!counted) {
        counted = tally(requests.labels(route, known, `${Math.floor(status / 100)}xx`));
        ofRoute.set(key, counted);
      }
      counted.count += 1;
    },
    called(route, outcome, time) {
      upstream.observe(route, time);
      outcomes[outcome].count += 1;
    },
    refused: (code) => refusals.inc({ code }),
    limited: (limit) => limited.inc({ limit }),
    storageFailed: (part) => storage.inc({ part }),
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    watch({ inFlight, loopDelay, breaker }) {
      const name = (of: string) => `${PREFIX}_${of}`;
      new Gauge({
        name: name('requests_in_flight'),
        help: 'Requests being answered.',
        registers,
        collect() {
          this.set(inFlight());
        },
      });
      new Gauge({
        name: name('event_loop_delay_seconds'),
        help: 'By how much half of the turns of the event loop were late; above limits.loopDelayMs requests are refused.',
        registers,
        collect() {
          this.set(loopDelay() / 1_000);
        },
      });
      new Gauge({
        name: name('breaker_state'),
        help: 'State of the circuit breaker: 1 for the one it is in.',
        labelNames: ['state'],
        registers,
        collect() {
          for (const state of BREAKER_STATES) this.set({ state }, state === breaker() ? 1 : 0);
        },
      });
    },
    async text() {
      handOn();
      return [await registry.metrics(), duration.text(), upstream.text()].join('\n');
    },
    contentType: registry.contentType,
  };
}

/** How long things took, by route, as a histogram of Prometheus. */
interface Durations {
  /** Counts one of a route, `seconds` long. */
  readonly observe: (route: string, seconds: number) => void;
  /** Prometheus's text format (exposition format 0.0.4). */
  readonly text: () => string;
}

/** Upper bounds, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15] as const;

interface Row {
  /** How many fell under each bound and over the one before it; the last, over all. */
  readonly counts: number[];
  sum: number;
}

function bucketOf(seconds: number): number {
  const index = BOUNDS.findIndex((bound) => seconds <= bound);
  return index < 0 ? BOUNDS.length : index;
}

/**
 * Makes a histogram with the label `route`, whose values need no escaping: templates of the contract. Not the
 * library's own, since that one looks labels and bounds up by their text at each count, which every request would pay
 * for.
 */
export function createDurations(name: string, help: string): Durations {
  const rows = new Map<string, Row>();

  function linesOf([route, { counts, sum }]: [string, Row]): string[] {
    let total = 0;
    const buckets = counts.map((count, index) => {
      total += count;
      return `${name}_bucket{le="${BOUNDS[index] ?? '+Inf'}",route="${route}"} ${total}`;
    });
    return [...buckets, `${name}_sum{route="${route}"} ${sum}`, `${name}_count{route="${route}"} ${total}`];
  }

  return {
    observe(route, seconds) {
      let row = rows.get(route);
      if (!row) {
        row = { counts: Array.from({ length: BOUNDS.length + 1 }, () => 0), sum: 0 };
        rows.set(route, row);
      }
      const bucket = bucketOf(seconds);
      row.counts[bucket] = (row.counts[bucket] ?? 0) + 1;
      row.sum += seconds;
    },
    text: () =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...[...rows].flatMap(linesOf), ''].join('\n'),
  };
}
