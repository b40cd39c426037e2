import {
  type Cursor,
  type ExploreLine,
  type ExplorePoint,
  linesByCourse,
  linesByDate,
  type Row,
  wholeOf,
} from '@instrument-panel/shared/chart/explore';
import type { ScoreView } from '@instrument-panel/shared/score';
import type { OffsetAt } from '@instrument-panel/shared/score/bands';
import type { Treatment } from '@instrument-panel/shared/score/treatments';

const DAY_MS = 86_400_000;

/** What is drawn of which series, and how. */
export type Drawn = ReturnType<typeof drawnOf>;

/** True where a series has a course before its latest one. */
export const isComparable = (view: ScoreView): boolean => linesByCourse(view) !== null;

/**
 * Works out what is drawn: each series in a row of its own, or a comparison of the courses of the only one in one row.
 *
 * @param toRow row of a view's series
 * @param treatments events that have to be on an axis of dates
 */
export function drawnOf(
  views: readonly [ScoreView, ...ScoreView[]],
  isComparing: boolean,
  toRow: (view: ScoreView) => Row,
  treatments: readonly Treatment[] = [],
) {
  const [view] = views;
  const courses = isComparing ? linesByCourse(view) : null;
  const lines: readonly ExploreLine[] = courses ?? linesByDate(views);
  /** Every answer of every line by its place on the axis, as keys walk through them. */
  const walk: readonly { readonly line: ExploreLine; readonly at: ExplorePoint }[] = lines
    .flatMap((line) => line.points.map((at) => ({ line, at })))
    .sort((a, b) => a.at.x - b.at.x);
  const rows = (courses ? [view] : views).map(toRow);
  const events = treatments.flatMap(({ at, until }) => [at, until ?? at]);
  const whole = wholeOf(lines, courses ? [] : [...events, ...views.flatMap(({ from, to }) => [from, to])]);
  return { lines, rows, byCourse: courses !== null, whole, walk };
}

/** Index in a walk of the same answer of the same series as in an earlier one; -1 where it is not there any more. */
export const placeIn = (walk: Drawn['walk'], { line, at }: Drawn['walk'][number]): number =>
  walk.findIndex(
    (one) =>
      one.line.view.formTemplateId === line.view.formTemplateId &&
      one.line.view.seriesId === line.view.seriesId &&
      one.at.point.submissionId === at.point.submissionId,
  );

/** The last instant of the day that an instant lies in. */
export function endOfDay(at: number, offsetAt: OffsetAt): number {
  const wall = (Math.floor((at + offsetAt(at)) / DAY_MS) + 1) * DAY_MS;
  return wall - offsetAt(wall - offsetAt(at)) - 1;
}

/**
 * Finds what a series holds at an instant: the index of the last answer up to there, -1 for none, and the instant of a newer
 * answer up to there that could not be read.
 */
export function findValue({ points, unread }: Pick<ScoreView, 'points' | 'unread'>, at: number) {
  const index = points.findLastIndex((point) => point.at <= at);
  const since = points[index]?.at ?? Number.NEGATIVE_INFINITY;
  const unreadAt = unread.at.findLast((one) => one <= at && one >= since) ?? null;
  return { index, unreadAt };
}

/** The cursor at an answer of the walk, with what each row holds up to an instant. */
export function cursorAt(
  { rows }: Pick<Drawn, 'rows'>,
  { line, at }: Drawn['walk'][number],
  end: number,
): Cursor {
  const rings = rows.flatMap(({ view }, row) => {
    if (view === line.view) return { row, x: at.x, y: at.y };
    const point = view.points[findValue(view, end).index];
    return point ? { row, x: point.at, y: point.score } : [];
  });
  return { x: at.x, rings };
}

/** Index in the walk of the answer that is nearest on the canvas; -1 where nothing is near. */
export function nearestPlaced(
  placed: readonly { readonly left: number; readonly top: number; readonly at: ExplorePoint }[],
  walk: Drawn['walk'],
  left: number,
  top: number,
): number {
  // Time counts for more: a finger goes along the axis.
  const distances = placed.map((one) => Math.hypot((one.left - left) * 2, one.top - top));
  const nearest = placed[distances.indexOf(Math.min(...distances))];
  return nearest ? walk.findIndex(({ at }) => at === nearest.at) : -1;
}
