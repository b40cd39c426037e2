import type { ScoreView, ViewPoint } from '../../score/view.ts';

const DAY_MS = 86_400_000;

/** The courses of a series, the earliest first: the answers of each application, and those of none that is named. */
export function coursesOf({ points }: Pick<ScoreView, 'points'>) {
  const byApplication = Map.groupBy(points, ({ applicationId }) => applicationId);
  return [...byApplication]
    .map(([applicationId, own]) => ({ applicationId, points: own }))
    .sort((a, b) => (a.points[0]?.at ?? 0) - (b.points[0]?.at ?? 0));
}

/** A part of the horizontal axis, in its units (milliseconds, or days of a course). */
export interface AxisWindow {
  readonly from: number;
  readonly to: number;
}

/** Least part of the whole that can be zoomed to. */
const CLOSEST = 1 / 400;

/** The nearest window of the same length that lies within the whole. */
function within({ from, to }: AxisWindow, whole: AxisWindow): AxisWindow {
  const length = Math.min(to - from, whole.to - whole.from);
  const begin = Math.min(Math.max(from, whole.from), whole.to - length);
  return { from: begin, to: begin + length };
}

/**
 * Zooms about a place that stays where it is.
 *
 * @param factor below 1 comes nearer, above 1 goes away; never nearer than a four-hundredth of the whole
 * @param at place on the axis; the middle where absent
 */
export function zoomed(
  shown: AxisWindow,
  whole: AxisWindow,
  factor: number,
  at: number = (shown.from + shown.to) / 2,
): AxisWindow {
  const all = whole.to - whole.from;
  const before = shown.to - shown.from;
  const length = Math.min(Math.max(before * factor, all * CLOSEST), all);
  const part = before > 0 ? (at - shown.from) / before : 0.5;
  const from = at - part * length;
  return within({ from, to: from + length }, whole);
}

/** Moves the window by a part of its own length: 0.25 is a quarter to the right. */
export function panned(shown: AxisWindow, whole: AxisWindow, part: number): AxisWindow {
  const by = (shown.to - shown.from) * part;
  return within({ from: shown.from + by, to: shown.to + by }, whole);
}

/** The smallest move that brings a place into the window. */
export function revealing(shown: AxisWindow, whole: AxisWindow, at: number): AxisWindow {
  const length = shown.to - shown.from;
  if (at < shown.from) return within({ from: at, to: at + length }, whole);
  if (at > shown.to) return within({ from: at - length, to: at }, whole);
  return shown;
}

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

function toLine(
  view: ScoreView,
  role: ExploreLine['role'] = 'current',
  keep: (point: ViewPoint) => boolean = () => true,
  x: (at: number) => number = (at) => at,
): ExploreLine {
  const points = view.points.flatMap((point, index) =>
    keep(point) ? [{ x: x(point.at), y: point.score, point, index }] : [],
  );
  const gaps = new Set(points.flatMap(({ index }, at) => (at > 0 && view.gaps.has(index) ? [at] : [])));
  return { view, role, points, gaps };
}

/** The lines of views over the calendar: one for each series. */
export const linesByDate = (views: readonly ScoreView[]): ExploreLine[] => views.map((view) => toLine(view));

/** The latest course of a series and the one before it, each from its own first day; null where there is only one. */
export function linesByCourse(view: ScoreView): readonly ExploreLine[] | null {
  const [current, earlier] = coursesOf(view).toReversed();
  if (!current || !earlier) return null;
  const lineOf = (role: ExploreLine['role'], { points }: typeof current): ExploreLine => {
    const first = points[0]?.at ?? 0;
    return toLine(
      view,
      role,
      (point) => points.includes(point),
      (at) => (at - first) / DAY_MS,
    );
  };
  return [lineOf('earlier', earlier), lineOf('current', current)];
}

/**
 * The whole axis that lines need, a little wider than they are, so that no answer lies on its edge.
 *
 * @param more further places on the axis, such as the ends of a view
 */
export function wholeOf(lines: readonly ExploreLine[], more: readonly number[] = []): AxisWindow {
  const all = [...more, ...lines.flatMap(({ points }) => points.map(({ x }) => x))];
  const from = all.reduce((a, b) => Math.min(a, b), all[0] ?? 0);
  const to = all.reduce((a, b) => Math.max(a, b), all[0] ?? 0);
  const margin = (to - from) * 0.02 || 1;
  return { from: from - margin, to: to + margin };
}
