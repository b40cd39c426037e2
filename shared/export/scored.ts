import type { Classification, Instrument, ScoreRange, Submission } from '@instrument-panel/client/contract';
import { SPAN_POINTS_MAX, wholeRanges } from '../score/bands.ts';

/** One score of an answered submission: that of the whole instrument, or of one subscale. */
export interface Scored {
  /** Name of the subscale; null for the whole instrument. */
  readonly subscale: string | null;
  /** Null where the service sent none. */
  readonly score: number | null;
  /** The range that the service says the score falls in. */
  readonly classification: Classification | null;
  /** The ranges that the service sends; none where one of them could not be read. */
  readonly ranges: readonly ScoreRange[];
}

const isWithin = (score: number, min: number | null | undefined, max: number | null | undefined): boolean =>
  score >= (min ?? score) && score <= (max ?? score);

/** True for a number that is no score on any scale. */
export const isOffScale = (score: number | null): boolean => Math.abs(score ?? 0) >= SPAN_POINTS_MAX;

/**
 * Finds how a score contradicts what was sent with it: it is outside all ranges, on no scale at all, or its class is not
 * that of the range that it is in. Null if it does not, or if no score was sent.
 */
export function findMismatch({ score, classification, ranges }: Scored): 'ranges' | 'scale' | 'class' | null {
  if (score === null) return null;
  const from = Math.min(...ranges.map(({ minScore }) => minScore));
  const to = Math.max(...ranges.map(({ maxScore }) => maxScore));
  if (ranges.length > 0 && !isWithin(score, from, to)) return 'ranges';
  if (isOffScale(score)) return 'scale';
  if (!classification) return null;
  const { title, minScore, maxScore } = classification;
  const around = ranges.filter((range) => isWithin(score, range.minScore, range.maxScore));
  const isNamed = around.length === 0 || around.some((range) => range.title === title);
  return isNamed && isWithin(score, minScore, maxScore) ? null : 'class';
}

type ExportedSubmission = Pick<
  Submission,
  'id' | 'score' | 'globalClassification' | 'subscaleScores' | 'subscaleClassifications'
>;

/** The "subscale key" is not explained, so code, name and id are each looked for (docs/service.md#submission). */
function classificationOf(submission: ExportedSubmission, keys: readonly unknown[]): Classification | null {
  const all = submission.subscaleClassifications ?? {};
  const key = keys.map(String).find((one) => Object.hasOwn(all, one));
  return key === undefined ? null : (all[key] ?? null);
}

/**
 * Every score of a submission, the whole instrument's first where it has one (docs/service.md#submission). Without an
 * instrument no ranges are known.
 */
export function scoredOf(submission: ExportedSubmission, instrument: Instrument | null): Scored[] {
  const subscales = (submission.subscaleScores ?? []).map(({ id, name, score }): Scored => {
    const described = instrument?.subScales?.find((one) => one.id === id);
    return {
      subscale: name,
      score: score ?? null,
      classification: classificationOf(submission, [described?.code, name, id]),
      ranges: wholeRanges(described),
    };
  });
  const { score = null, globalClassification = null } = submission;
  if (score === null && subscales.length > 0) return subscales;
  const ranges = wholeRanges(instrument);
  return [{ subscale: null, score, classification: globalClassification, ranges }, ...subscales];
}
