import type {
  InstrumentSummary as Instrument,
  ScoreGraphSummary as ScoreGraph,
} from '@instrument-panel/client/contract';
import type { Direction } from './view.ts';

type Series = ScoreGraph['series'][number];

/** True for the series of the whole instrument; a series that does not say counts by its id. */
export const isGlobal = (series: Series): boolean =>
  (series.seriesType ?? series.seriesId).toUpperCase() === 'GLOBAL';

/** The direction that a `scoreDirection` names; any other text, or none, is unknown. */
export function directionNamed(text: string | null | undefined): Direction {
  return text === 'HIGHER_WORSE' ? 'higher-worse' : text === 'HIGHER_BETTER' ? 'higher-better' : 'unknown';
}

/**
 * What a higher score means: the instrument's `globalScoreConfig.scoreDirection`, or for a subscale's series
 * that of the subscale with its id, code or name. Unknown for any other value, for another instrument, and
 * where the subscale is not found or several that fit disagree.
 */
export function directionOf(series: Series, instrument: Instrument | null | undefined): Direction {
  if (isGlobal(series)) return directionNamed(instrument?.config?.globalScoreConfig?.scoreDirection);
  const { seriesId, name } = series;
  const found = new Set(
    instrument?.subScales
      ?.filter(
        (subscale) =>
          `${subscale.id}` === seriesId ||
          subscale.code === seriesId ||
          subscale.name === seriesId ||
          subscale.name === name,
      )
      .map((subscale) => directionNamed(subscale.scoreDirection)),
  );
  const [only] = found;
  return found.size === 1 && only ? only : 'unknown';
}
