import type { ScoreView } from '../score/view.ts';

/** Where an instant and a score lie in the plot, from its left and top edge, each 0 to 1. */
export interface Scale {
  readonly x: (at: number) => number;
  readonly y: (score: number) => number;
}

/** A true time axis and the full scale; a single instant lies in the middle. */
export function scaleOf({ from, to, yMin, yMax }: Pick<ScoreView, 'from' | 'to' | 'yMin' | 'yMax'>): Scale {
  // The ends may lie so far apart that their difference is more than a number can hold; halves are not.
  const part = yMax - yMin < Number.POSITIVE_INFINITY ? 1 : 0.5;
  return {
    x: (at) => (to > from ? (at - from) / (to - from) : 0.5),
    y: (score) => (yMax * part - score * part) / (yMax * part - yMin * part),
  };
}

/** Moves labels (ascending, 0 to 1) as little as needed to stand `gap` apart, none past 1. */
export function spread(at: readonly number[], gap: number): readonly number[] {
  const apart = Math.min(gap, 1 / at.length);
  let last = Number.NEGATIVE_INFINITY;
  let next = 1 + apart;
  return at
    .map((y) => (last = Math.max(y, last + apart)))
    .reverse()
    .map((y) => (next = Math.min(y, next - apart)))
    .reverse();
}
