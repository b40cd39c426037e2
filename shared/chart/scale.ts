import type { ScoreView } from '../score/view.ts';

/** Where an instant and a score lie in the plot, from its left and top edge, each 0 to 1. */
export interface Scale {
  readonly x: (at: number) => number;
  readonly y: (score: number) => number;
}

/** A true time axis and the full scale; a single instant lies in the middle. */
export function scaleOf({ from, to, yMin, yMax }: Pick<ScoreView, 'from' | 'to' | 'yMin' | 'yMax'>): Scale {
  return {
    x: (at) => (to > from ? (at - from) / (to - from) : 0.5),
    y: (score) => (yMax - score) / (yMax - yMin),
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
