import { endsOfRanges, type ScoreRangeSummary as ScoreRange } from '@instrument-panel/client/contract';
import { safeColor } from './color.ts';
import type { Band, DomainSource } from './view.ts';

/** A score or a change to at most two decimals. One too large to have any stays: rounding would make it infinite. */
export const rounded = (value: number): number =>
  Math.abs(value) < 1e15 ? Math.round(value * 100) / 100 : value;

/** Milliseconds to add to an instant to have its wall-clock time as if it were UTC. */
export type OffsetAt = (at: number) => number;

const MINUTE_MS = 60_000;
/** The clocks of a time zone are changed at a quarter of an hour, never within. */
const QUARTER_MS = 15 * MINUTE_MS;
const zones = new Map<string, Intl.DateTimeFormat>();

/**
 * The offset of a time zone (IANA), or of the browser's own for null. An `Intl.DateTimeFormat` costs more than the whole
 * graph, so one is made only for a named zone, once.
 *
 * @throws RangeError for a zone that the platform does not know.
 */
export function offsetIn(timeZone: string | null | undefined): OffsetAt {
  if (!timeZone) return (at) => -new Date(at).getTimezoneOffset() * MINUTE_MS;
  const zone =
    zones.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  zones.set(timeZone, zone);
  const known = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    if (!known.has(quarter)) {
      const [offset = 'Z'] = /[+-]\d+:\d+/.exec(zone.format(at)) ?? [];
      known.set(quarter, 0 - Date.parse(`1970-01-01T00:00${offset}`));
    }
    return known.get(quarter) ?? 0;
  };
}

/** The ranges of a scale; none where one of them could not be read: the others do not tell its ends. */
export const wholeRanges = <Range>(
  scale: { readonly scoreRanges?: readonly Range[] | null | undefined } | null | undefined,
): readonly Range[] =>
  (scale as { unreadFields?: readonly string[] } | null)?.unreadFields?.includes('scoreRanges')
    ? []
    : (scale?.scoreRanges ?? []);

/** No scale is this long: an end, or a score, that is further away is an error. */
export const SPAN_POINTS_MAX = 100_000;

/**
 * The full range of the scale and what it rests on: the service's `yDomain`, else the span of its ranges, else from 0 to
 * the scores. Ranges may leave out an end of the scale, so that they are widened to a score beside them, though not to
 * one further away than they are wide. `refused` is 1 where the service sent a domain that makes no sense.
 */
export function domainOf(
  sent: { readonly min: number; readonly max: number } | null | undefined,
  ranges: readonly Pick<ScoreRange, 'minScore' | 'maxScore'>[],
  points: readonly { readonly score: number }[],
) {
  const [low, high] = endsOfRanges(ranges) ?? [0, 0];
  const reachOfRanges = high - low < SPAN_POINTS_MAX ? high - low : 0;
  const span = sent ? sent.max - sent.min : 0;
  const refused = sent && !(span > 0 && span <= (2 * reachOfRanges || SPAN_POINTS_MAX)) ? 1 : 0;
  let source: DomainSource = 'scores';
  let [floor, ceiling, reach] = [0, 0, SPAN_POINTS_MAX];
  if (sent && !refused) [source, floor, ceiling, reach] = ['service', sent.min, sent.max, 0];
  else if (reachOfRanges) [source, floor, ceiling, reach] = ['ranges', low, high, reachOfRanges];
  let [yMin, yMax] = [floor, ceiling];
  for (const { score } of points) {
    if (score < yMin && score >= floor - reach) yMin = score;
    if (score > yMax && score <= ceiling + reach) yMax = score;
  }
  if (source === 'ranges' && yMax - yMin > reach) source = 'disputed';
  return { yMin, yMax: yMax > yMin ? yMax : yMin + 1, source, refused };
}

const divisor = (a: number, b: number): number => (b >= 1 ? divisor(b, a % b) : a);

/** The step between neighbouring scores, as the ranges show it: 1 for integer ranges, 0.1 for 0–0.9 and 1–1.9. */
function stepOf(ranges: readonly ScoreRange[]): number {
  const bounds = ranges.flatMap((range) => [range.minScore, range.maxScore]);
  return Math.min(1, bounds.map((bound) => Math.abs(Math.round(bound * 1e4))).reduce(divisor, 0) / 1e4 || 1);
}

/**
 * Bands from the ranges that the service sends, ascending, cut to the scale (docs/decisions/0012-graph-rules.md).
 * Boundaries lie half a step between inclusive bounds (4 and 5: 4.5). Where ranges overlap, the later one begins at its
 * own minScore. Refused and counted: an inverted range, one off the scale, one that lies within another.
 */
export function bandsOf(ranges: readonly ScoreRange[], yMin: number, yMax: number) {
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
    const { title, color, minScore, maxScore } = range;
    const band = {
      title,
      color: safeColor(color),
      minScore,
      maxScore,
      from: Math.max(onScale(from), bands.at(-1)?.to ?? yMin),
      to: onScale(to),
    };
    if (band.from < band.to) bands.push(band);
    else refused++;
  });
  return { bands, refused };
}

/** Index of the band that a score is in, or -1: where ranges overlap that of the title, otherwise the highest. */
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
