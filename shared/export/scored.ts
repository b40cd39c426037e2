import type { Classification, Instrument, ScoreRange, Submission } from '@instrument-panel/client/contract';
import { SPAN_POINTS_MAX } from '../score/bands.ts';

/** One score of an answered submission: that of the whole instrument, or of one subscale. */
export interface Scored {
  /** Name of the subscale; null for the whole instrument. */
  readonly subscale: string | null;
  /** Null where the service sent none. */
  readonly score: number | null;
  /** The range that the service says the score falls in. */
  readonly classification: Classification | null;
  /** The ranges that the service sends; none is added. */
  readonly ranges: readonly ScoreRange[];
}

const isWithin = (score: number, min: number | null | undefined, max: number | null | undefined): boolean =>
  score >= (min ?? score) && score <= (max ?? score);

/** True for a number that is no score on any scale. */
export const isOffScale = (score: number | null): boolean => Math.abs(score ?? 0) >= SPAN_POINTS_MAX;

/** False if a score is on no scale, outside all ranges, or outside the range of the class that was sent with it. */
export function isOfClass({ score, classification, ranges }: Scored): boolean {
  if (score === null) return true;
  if (isOffScale(score)) return false;
  const { minScore, maxScore } = classification ?? {};
  const from = Math.min(...ranges.map((range) => range.minScore));
  const to = Math.max(...ranges.map((range) => range.maxScore));
  return (ranges.length === 0 || isWithin(score, from, to)) && isWithin(score, minScore, maxScore);
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
      ranges: described?.scoreRanges ?? [],
    };
  });
  const { score = null, globalClassification = null } = submission;
  if (score === null && subscales.length > 0) return subscales;
  const ranges = instrument?.scoreRanges ?? [];
  return [{ subscale: null, score, classification: globalClassification, ranges }, ...subscales];
}
