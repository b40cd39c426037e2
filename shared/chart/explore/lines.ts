import type { ScoreView, ViewPoint } from '../../score/view.ts';
import { coursesOf, dayOf } from './courses.ts';
import type { AxisWindow } from './window.ts';

/** One answer as it is drawn: where, and which it is. */
export interface ExplorePoint {
  /** Milliseconds since the epoch; days since its course's first answer where courses are compared. */
  readonly x: number;
  readonly y: number;
  readonly point: ViewPoint;
  /** Index of the point in its view. */
  readonly index: number;
}

/** One line of the explorer. */
export interface ExploreLine {
  readonly view: ScoreView;
  /** `current` for what the patient answers now, `earlier` for a previous course beside it. */
  readonly role: 'current' | 'earlier';
  readonly points: readonly ExplorePoint[];
  /** Indices into `points` before which requests were missed: drawn dashed. */
  readonly gaps: ReadonlySet<number>;
}

const drawn = (
  { points, gaps }: ScoreView,
  keep: (point: ViewPoint) => boolean,
  x: (at: number) => number,
): Pick<ExploreLine, 'points' | 'gaps'> => {
  const kept = points.flatMap((point, index) =>
    keep(point) ? [{ x: x(point.at), y: point.score, point, index }] : [],
  );
  return {
    points: kept,
    gaps: new Set(kept.flatMap(({ index }, at) => (at > 0 && gaps.has(index) ? [at] : []))),
  };
};

/** The lines of views over the calendar: one for each series. */
export const linesByDate = (views: readonly ScoreView[]): ExploreLine[] =>
  views.map((view) => ({
    view,
    role: 'current',
    ...drawn(
      view,
      () => true,
      (at) => at,
    ),
  }));

/**
 * The latest course of a series and the one before it, each from the day of its own first answer; null where there
 * is only one course, and nothing to compare with.
 */
export function linesByCourse(view: ScoreView): readonly ExploreLine[] | null {
  const [current, earlier] = coursesOf(view).toReversed();
  if (!current || !earlier) return null;
  return (
    [
      ['earlier', earlier],
      ['current', current],
    ] as const
  ).map(([role, course]) => ({
    view,
    role,
    ...drawn(
      view,
      (point) => course.points.includes(point),
      (at) => dayOf(course, at),
    ),
  }));
}

/** The whole axis that lines need, a little wider than they are, so that no answer lies on its edge. */
export function wholeOf(lines: readonly ExploreLine[]): AxisWindow {
  const all = lines.flatMap(({ points }) => points.map(({ x }) => x));
  const from = all.reduce((a, b) => Math.min(a, b), all[0] ?? 0);
  const to = all.reduce((a, b) => Math.max(a, b), all[0] ?? 0);
  const margin = (to - from) * 0.02 || 1;
  return { from: from - margin, to: to + margin };
}
