/** What is counted at every request, so that no labels need to be looked up for it as prom-client's own classes do. @module */

/** Sums by name, until they are taken. */
export class Sums {
  #sums = new Map<string, number>();

  add(name: string, more: number): void {
    this.#sums.set(name, (this.#sums.get(name) ?? 0) + more);
  }

  /** All sums; counting begins anew. */
  take(): ReadonlyMap<string, number> {
    const sums = this.#sums;
    this.#sums = new Map();
    return sums;
  }
}

const BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** A histogram of durations by route, in the shape in which a registry of prom-client asks for it. */
export class RouteDurations {
  readonly name: string;
  readonly #help: string;
  readonly #routes = new Map<string, { sum: number; readonly counts: number[] }>();

  constructor(name: string, help: string) {
    this.name = name;
    this.#help = help;
  }

  observe(route: string, seconds: number): void {
    let known = this.#routes.get(route);
    if (!known) {
      known = { sum: 0, counts: Array(BOUNDS_SECONDS.length + 1).fill(0) };
      this.#routes.set(route, known);
    }
    let bucket = 0;
    while (seconds > (BOUNDS_SECONDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    known.counts[bucket] = (known.counts[bucket] ?? 0) + 1;
    known.sum += seconds;
  }

  /** Each bucket counts what is within it and within those before it, as the text format of Prometheus wants. */
  async get() {
    const values = [...this.#routes].flatMap(([route, { sum, counts }]) => {
      let upTo = 0;
      const buckets = [...BOUNDS_SECONDS, '+Inf'].map((le, index) => {
        upTo += counts[index] ?? 0;
        return { labels: { le, route }, value: upTo, metricName: `${this.name}_bucket` };
      });
      return [
        ...buckets,
        { labels: { route }, value: sum, metricName: `${this.name}_sum` },
        { labels: { route }, value: upTo, metricName: `${this.name}_count` },
      ];
    });
    return { name: this.name, help: this.#help, type: 'histogram', values, aggregator: 'sum' };
  }
}
