import type {
  InstrumentSummary as Instrument,
  ScoreGraphSummary as ScoreGraph,
} from '@instrument-panel/client/contract';
import type { Direction, ScoreView } from './view.ts';

type Series = ScoreGraph['series'][number];

/** True for the series of the whole instrument; a series that does not say counts by its id. */
export const isGlobal = (series: Series): boolean =>
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

interface Change {
  readonly since: 'previous' | 'baseline';
  readonly delta: number;
  /** In percent; null where the service sends none. */
  readonly percent: number | null;
  /** Null where the direction is unknown or nothing changed: then it is neither better nor worse. */
  readonly judged: 'better' | 'worse' | null;
}

/** Judges a change of score by the scale's direction; never without one. */
export function judge(delta: number, direction: Direction): Change['judged'] {
  if (direction === 'unknown' || delta === 0) return null;
  return delta > 0 === (direction === 'higher-worse') ? 'worse' : 'better';
}

/** What is said of one point ("+3 since previous (worse)"): an entry for each change that the service sends. */
export function changesOf(view: ScoreView, index = view.points.length - 1): readonly Change[] {
  const changes = view.points[index]?.changes;
  if (!changes) return [];
  const { deltaFromPrevious, percentChangeFromPrevious, deltaFromBaseline, percentChangeFromBaseline } =
    changes;
  const sent = [
    ['previous', deltaFromPrevious, percentChangeFromPrevious],
    ['baseline', deltaFromBaseline, percentChangeFromBaseline],
  ] as const;
  return sent.flatMap(([since, delta, percent = null]) =>
    delta == null ? [] : [{ since, delta, percent, judged: judge(delta, view.direction) }],
  );
}
