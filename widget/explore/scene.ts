import {
  type AxisWindow,
  type ExploreLine,
  type ExplorePoint,
  linesByCourse,
  linesByDate,
  wholeOf,
} from '@instrument-panel/shared/chart/explore';
import type { ScoreView } from '@instrument-panel/shared/score';

/** What is drawn of which series, and how. */
export interface Drawn {
  readonly lines: readonly ExploreLine[];
  /** Whose scale and ranges are drawn. */
  readonly view: ScoreView;
  readonly byCourse: boolean;
  readonly whole: AxisWindow;
  /** Every answer of every line by its place on the axis, as keys walk through them. */
  readonly walk: readonly { readonly line: ExploreLine; readonly at: ExplorePoint }[];
}

/** True where a series has a course before its latest one. */
export const isComparable = (view: ScoreView): boolean => linesByCourse(view) !== null;

/**
 * Works out what is drawn. A comparison is of the first series, since two courses of several scales could not be
 * told apart.
 */
export function drawnOf(views: readonly [ScoreView, ...ScoreView[]], isComparing: boolean): Drawn {
  const [view] = views;
  const courses = isComparing ? linesByCourse(view) : null;
  const lines = courses ?? linesByDate(views);
  const walk = lines
    .flatMap((line) => line.points.map((at) => ({ line, at })))
    .sort((a, b) => a.at.x - b.at.x);
  return { lines, view, byCourse: courses !== null, whole: wholeOf(lines), walk };
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
  let best: ExplorePoint | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const one of placed) {
    // Time counts for more: a finger goes along the axis.
    const distance = Math.hypot((one.left - left) * 2, one.top - top);
    if (distance < least) [best, least] = [one.at, distance];
  }
  return best === null ? -1 : walk.findIndex(({ at }) => at === best);
}
