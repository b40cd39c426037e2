import type { ScoreView } from './view.ts';

/**
 * Returns how far the score of a point lies from that of the point before and of the first point. Null where an answer
 * that could not be read may lie in between, or, for the first, where only answers from a date on were read.
 */
export function sinceOf(
  { points, unread, since }: Pick<ScoreView, 'points' | 'unread' | 'since'>,
  index: number,
) {
  const point = points[index];
  const compare = (from: ScoreView['points'][number] | undefined): number | null => {
    if (!point || !from || from === point || unread.undated > 0) return null;
    return unread.at.some((at) => from.at <= at && at <= point.at) ? null : point.score - from.score;
  };
  return { previous: compare(points[index - 1]), first: since === null ? compare(points[0]) : null };
}
