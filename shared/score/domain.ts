import type { ScoreRangeSummary as ScoreRange } from '@instrument-panel/client/contract';
import type { DomainSource } from './view.ts';

/** The ends of the scale, and what they rest on. */
export interface Domain {
  readonly yMin: number;
  readonly yMax: number;
  readonly source: DomainSource;
  /** 1 where the service sent a domain that makes no sense. */
  readonly refused: number;
}

/**
 * The full range of the scale: the service's `yDomain`, else the span of its ranges, else from 0 to the
 * scores. It is widened to a score outside it, since no answer is hidden.
 */
export function domainOf(
  sent: { readonly min: number; readonly max: number } | null | undefined,
  ranges: readonly Pick<ScoreRange, 'minScore' | 'maxScore'>[],
  points: readonly { readonly score: number }[],
): Domain {
  const bounds = ranges
    .filter(({ minScore, maxScore }) => minScore <= maxScore)
    .flatMap(({ minScore, maxScore }) => [minScore, maxScore]);
  const span = (values: readonly number[]): readonly [number, number] => {
    const sorted = values.toSorted((a, b) => a - b);
    return [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  };
  const refused = sent && !(sent.min < sent.max) ? 1 : 0;
  const [low, high] = span(bounds);
  const source = sent && !refused ? 'service' : low < high ? 'ranges' : 'scores';
  const ends = source === 'service' && sent ? [sent.min, sent.max] : source === 'ranges' ? [low, high] : [0];
  let [yMin, yMax] = span(ends);
  for (const { score } of points) {
    if (score < yMin) yMin = score;
    if (score > yMax) yMax = score;
  }
  return { yMin, yMax: yMax > yMin ? yMax : yMin + 1, source, refused };
}
