import {
  type ExploreLine,
  type ExplorePoint,
  linesByCourse,
  linesByDate,
  type Row,
  wholeOf,
} from '@instrument-panel/shared/chart/explore';
import type { ScoreView } from '@instrument-panel/shared/score';

/** What is drawn of which series, and how. */
export type Drawn = ReturnType<typeof drawnOf>;

/** True where a series has a course before its latest one. */
export const isComparable = (view: ScoreView): boolean => linesByCourse(view) !== null;

/**
 * Works out what is drawn: each series in a row of its own, or a comparison of the first one's courses in one row.
 *
 * @param nameOf name of a view's series
 */
export function drawnOf(
  views: readonly [ScoreView, ...ScoreView[]],
  isComparing: boolean,
  nameOf: (view: ScoreView) => string,
) {
  const [view] = views;
  const courses = isComparing ? linesByCourse(view) : null;
  const lines: readonly ExploreLine[] = courses ?? linesByDate(views);
  /** Every answer of every line by its place on the axis, as keys walk through them. */
  const walk: readonly { readonly line: ExploreLine; readonly at: ExplorePoint }[] = lines
    .flatMap((line) => line.points.map((at) => ({ line, at })))
    .sort((a, b) => a.at.x - b.at.x);
  const rows = (courses ? [view] : views).map((one): Row => ({ view: one, name: nameOf(one) }));
  const whole = wholeOf(lines, courses ? [] : views.flatMap(({ from, to }) => [from, to]));
  return { lines, rows, view, byCourse: courses !== null, whole, walk };
}

/** Index in a walk of the same answer of the same series as in an earlier one; -1 where it is not there any more. */
export const placeIn = (walk: Drawn['walk'], { line, at }: Drawn['walk'][number]): number =>
  walk.findIndex(
    (one) =>
      one.line.view.seriesId === line.view.seriesId && one.at.point.submissionId === at.point.submissionId,
  );

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
