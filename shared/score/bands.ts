import type { ScoreRangeSummary as ScoreRange } from '@instrument-panel/client/contract';
import { safeColor } from './color.ts';
import type { Band } from './view.ts';

const divisor = (a: number, b: number): number => (b >= 1 ? divisor(b, a % b) : a);

/**
 * The step between neighbouring scores, as far as the ranges show it: 1 for integer ranges, 0.1 for 0–0.9 and
 * 1–1.9. Only what is one step apart is adjacent; a wider hole between ranges stays a hole.
 */
function stepOf(ranges: readonly ScoreRange[]): number {
  const bounds = ranges.flatMap((range) => [range.minScore, range.maxScore]);
  return Math.min(1, bounds.map((bound) => Math.abs(Math.round(bound * 1e4))).reduce(divisor, 0) / 1e4 || 1);
}

/** Titles and bounds of the ranges that can be drawn, and how many make no sense. */
export interface Bands {
  readonly bands: readonly Band[];
  readonly refused: number;
}

/**
 * Bands from the ranges that the service sends, ascending, cut to the scale (docs/decisions/0012-graph-rules.md): a
 * band runs to the next band's minScore, boundaries lie half a step between inclusive bounds (4 and 5: 4.5). Where
 * ranges overlap, the later one begins at its own minScore. No range is invented to fill a hole. Refused and counted:
 * an inverted range, one off the scale, one that lies within another.
 */
export function bandsOf(ranges: readonly ScoreRange[], yMin: number, yMax: number): Bands {
  const sorted = ranges
    .filter((range) => range.minScore <= range.maxScore && range.maxScore >= yMin && range.minScore <= yMax)
    .sort((a, b) => a.minScore - b.minScore || a.maxScore - b.maxScore);
  let refused = ranges.length - sorted.length;
  const kept: ScoreRange[] = [];
  for (const range of sorted) {
    const below = kept.at(-1);
    if (!below || (range.minScore > below.minScore && range.maxScore > below.maxScore)) kept.push(range);
    else if (range.title !== below.title || range.maxScore !== below.maxScore) refused++;
  }
  const step = stepOf(kept);
  const onScale = (score: number): number => Math.min(yMax, Math.max(yMin, score));
  const boundary = (below: ScoreRange, above: ScoreRange): number | undefined => {
    const hole = above.minScore - below.maxScore;
    if (hole < 0) return above.minScore - step / 2;
    return hole > step * 1.001 ? undefined : (below.maxScore + above.minScore) / 2;
  };
  const bands: Band[] = [];
  kept.forEach((range, index) => {
    const below = kept[index - 1];
    const above = kept[index + 1];
    const from = (below && boundary(below, range)) ?? range.minScore - step / 2;
    const to = (above && boundary(range, above)) ?? range.maxScore + step / 2;
    const band = {
      title: range.title,
      color: safeColor(range.color),
      minScore: range.minScore,
      maxScore: range.maxScore,
      from: Math.max(onScale(from), bands.at(-1)?.to ?? yMin),
      to: onScale(to),
    };
    if (band.from < band.to) bands.push(band);
    else refused++;
  });
  return { bands, refused };
}

/**
 * Index of the band that a score is in, or -1. The title that the service sends with the point decides where
 * ranges overlap; otherwise the highest range that holds the score by its inclusive bounds.
 */
export function bandOf(bands: readonly Band[], score: number, title: string | null): number {
  let highest = -1;
  for (let index = 0; index < bands.length; index++) {
    const band = bands[index];
    if (!band || score < band.minScore || score > band.maxScore) continue;
    if (band.title === title) return index;
    highest = index;
  }
  return highest;
}
