import type { ScoreView } from './view.ts';

/**
 * Returns how far the score of a point lies from that of the point before and of the first point. Null where an answer
 * that could not be read may lie in between: then neither is known to be the previous or the first.
 */
export function sinceOf({ points, unread }: Pick<ScoreView, 'points' | 'unread'>, index: number) {
  const point = points[index];
  const since = (from: ScoreView['points'][number] | undefined): number | null => {
    if (!point || !from || from === point || unread.undated > 0) return null;
    return unread.at.some((at) => from.at <= at && at <= point.at) ? null : point.score - from.score;
  };
  return { previous: since(points[index - 1]), first: since(points[0]) };
}
