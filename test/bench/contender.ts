import type { ScoreGraph } from '../../shared/client/contract/index.ts';

/** A course that is shown. */
export interface Mounted {
  /** Takes it down again. */
  readonly end: () => void;
  /** Shows the course once more, with another answer at its end; absent where that is not compared. */
  readonly append?: (graph: ScoreGraph) => void;
}

/** One way to show the course: draws it into an empty box of the page. */
export type Mount = (host: HTMLElement, graph: ScoreGraph) => Mounted;

/** The series, bands and scale as a page's own code would take them from the service's answer. */
export function picture(graph: ScoreGraph) {
  const series = graph.series[0];
  const points = (series?.points ?? []).map(({ completedFillAt, score }) => ({
    at: Date.parse(completedFillAt),
    score,
  }));
  const ranges = series?.scoreRanges ?? [];
  return {
    points,
    ranges: ranges.map((range, index) => ({
      title: range.title,
      color: range.color ?? '#888888',
      minScore: range.minScore,
      from: index === 0 ? range.minScore : range.minScore - 0.5,
      to: (ranges[index + 1]?.minScore ?? range.maxScore + 0.5) - 0.5,
    })),
    max: series?.yDomain?.max ?? 0,
  };
}

/** Months between two instants on which a tick stands, at most five. */
export function monthTicks(from: number, to: number): readonly Date[] {
  const start = new Date(from);
  const months = (to - from) / (30.44 * 86_400_000);
  const step = Math.max(1, Math.ceil(months / 4));
  const ticks: Date[] = [];
  for (let month = start.getMonth() + 1; ; month += step) {
    const tick = new Date(start.getFullYear(), month);
    if (tick.getTime() > to) return ticks;
    ticks.push(tick);
  }
}
