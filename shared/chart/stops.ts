import type { ScoreView } from '../score/view.ts';
import type { GraphPointer } from './pointer.ts';

/** Where a walk along the time axis stops: at an answer, or at a request without one. */
export interface Stop {
  readonly kind: 'answer' | 'request';
  /** Index into the view's `points` or `missed`. */
  readonly index: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Answers and requests without one, by time; of two at one instant the answer comes first. */
export function stopsOf({ points, missed }: Pick<ScoreView, 'points' | 'missed'>): readonly Stop[] {
  const answers = points.map(({ at }, index): Stop => ({ kind: 'answer', index, at }));
  if (missed.length === 0) return answers;
  const requests = missed.map(({ at }, index): Stop => ({ kind: 'request', index, at }));
  return [...answers, ...requests].sort((a, b) => a.at - b.at);
}

/** Index of the stop nearest to an instant (milliseconds), the earlier of two as near; -1 without any. */
export function nearestStop(stops: readonly Stop[], at: number): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, stop] of stops.entries()) {
    const away = Math.abs(stop.at - at);
    if (away < distance) [best, distance] = [index, away];
  }
  return best;
}

/** Points at stops as a {@link GraphPointer} points at answers: indices are those of `stops`. */
export const stopPointer = (
  pointer: GraphPointer,
  stops: readonly Stop[],
): Pick<GraphPointer, 'focus' | 'indexAt'> => ({
  focus(index, text = '') {
    const stop = index === null ? undefined : stops[index];
    if (stop?.kind === 'request') pointer.mark(stop.at, text);
    else pointer.focus(stop?.index ?? null, text);
  },
  indexAt: (clientX) => nearestStop(stops, pointer.instantAt(clientX)),
});
