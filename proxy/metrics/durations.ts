/** How long things took, by route, as a histogram of Prometheus. */
export interface Durations {
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
