import type {
  Indicators,
  InstrumentSummary as Instrument,
  ScoreGraphSummary as ScoreGraph,
} from '@instrument-panel/client/contract';
import type { Direction, ViewPoint } from './view.ts';

type Series = ScoreGraph['series'][number];

/** True for the series of the whole instrument; a series that does not say counts by its id. */
export const isGlobal = (series: Pick<Series, 'seriesId' | 'seriesType'>): boolean =>
  (series.seriesType ?? series.seriesId).toUpperCase() === 'GLOBAL';

/** The direction that a `scoreDirection` names; any other text, or none, is unknown. */
export function directionNamed(text: string | null | undefined): Direction {
  return text === 'HIGHER_WORSE' ? 'higher-worse' : text === 'HIGHER_BETTER' ? 'higher-better' : 'unknown';
}

/**
 * What a higher score means: that of the instrument, or of the subscale with the series' id, code or name. Unknown where
 * the subscale is not found or several that fit disagree.
 */
export function directionOf(series: Series, instrument: Instrument | null | undefined): Direction {
  if (isGlobal(series)) return directionNamed(instrument?.config?.globalScoreConfig?.scoreDirection);
  const { seriesId, name } = series;
  const own = instrument?.subScales?.filter(
    (one) => [`${one.id}`, one.code, one.name].includes(seriesId) || one.name === name,
  );
  const [only = 'unknown', other] = new Set(own?.map((one) => directionNamed(one.scoreDirection)));
  return other ? 'unknown' : only;
}

type ComparedPoint = Pick<ViewPoint, 'at' | 'score' | 'classification' | 'indicators'>;

/** A course whose points can be compared: a graph's view, or a short one. */
export interface Compared {
  /** Ascending by time. */
  readonly points: readonly ComparedPoint[];
}

/** How a point lies to the one before it: facts, without a judgement that no source carries. */
interface Change {
  /** The answer before, which a sentence names. */
  readonly from: ComparedPoint;
  /** In points of the scale. */
  readonly difference: number;
  /** Class of the answer before as the service sent it with both, if it is another than that of the point. */
  readonly previousClass: string | null;
}

/** Compares a point with the one before it; null for the first. By default the last point. */
export function changeOf({ points }: Compared, index = points.length - 1): Change | null {
  const [from, point] = [points[index - 1], points[index]];
  const difference = point && from ? point.score - from.score : Number.NaN;
  // The largest numbers lie further apart than a number can say.
  if (!from || !point || !Number.isFinite(difference)) return null;
  const { classification, indicators } = point;
  const before = from.classification;
  const isOther = classification !== null && classification !== before;
  const isSure = ((indicators as Indicators | null)?.previousSeverityCategory ?? before) === before;
  return { from, difference, previousClass: isOther && isSure ? before : null };
}
