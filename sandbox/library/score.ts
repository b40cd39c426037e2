import { type AnswerProblem, type AnswerText, type CheckedAnswer, checkAnswers } from './check-answers.ts';
import type { InstrumentDefinition, RangeDefinition, RiskSignal, SubscaleDefinition } from './definition.ts';

/** An answer with the weight it counts with and the risk signal it raises. */
export interface ScoredAnswer extends CheckedAnswer {
  readonly weight: number;
  readonly risk: RiskSignal | null;
}

/** The score of one subscale, and the range that it is in. */
export interface SubscaleResult {
  readonly id: number;
  readonly key: string;
  readonly subscale: SubscaleDefinition;
  readonly score: number;
  readonly classification: RangeDefinition | null;
}

/** What an answer sheet comes to. */
export interface ScoreResult {
  /** Null where the instrument has no global score (DASS-21). */
  readonly total: number | null;
  readonly classification: RangeDefinition | null;
  readonly subscales: readonly SubscaleResult[];
  readonly answers: readonly ScoredAnswer[];
  /** True where a risk signal of severity HIGH was raised; milder ones are in `riskFlagCount`. */
  readonly hasHighRisk: boolean;
  /** How many answers raised a risk signal, of any severity. */
  readonly riskFlagCount: number;
}

/** Thrown by {@link scoreAnswers} for a sheet that {@link checkAnswers} refuses: there is no prorating. */
export class IncompleteAnswersError extends Error {
  override readonly name = 'IncompleteAnswersError';
  readonly code = 'INCOMPLETE_ANSWERS';
  readonly problems: readonly AnswerProblem[];

  constructor(instrument: InstrumentDefinition, problems: readonly AnswerProblem[]) {
    const ids = problems.map((problem) => `${problem.questionId} (${problem.kind})`).join(', ');
    super(
      `${instrument.shortTitle} is scored from a complete sheet only. Run checkAnswers first and ask again for: ${ids}`,
    );
    this.problems = problems;
  }
}

/** The range that a score is in; null where the ranges leave it out. */
export function rangeOf(ranges: readonly RangeDefinition[], score: number): RangeDefinition | null {
  return ranges.find((range) => range.minScore <= score && score <= range.maxScore) ?? null;
}

const sum = (answers: readonly ScoredAnswer[]): number =>
  answers.reduce((total, answer) => total + answer.weight, 0);

/**
 * Scores a complete answer sheet as the instrument's paper says: the sum of the chosen options' weights, for
 * the whole and for each subscale, with the range of each and the risk signals raised.
 *
 * @throws {IncompleteAnswersError} where a question is missing, unknown, answered twice or by no option of it.
 */
export function scoreAnswers(instrument: InstrumentDefinition, given: readonly AnswerText[]): ScoreResult {
  const checked = checkAnswers(instrument, given);
  if (!checked.ok) throw new IncompleteAnswersError(instrument, checked.problems);

  const answers = checked.answers.map(
    ({ question, option }): ScoredAnswer => ({ question, option, weight: option.weight, risk: option.risk }),
  );
  const total = instrument.hasGlobalScore ? sum(answers) : null;
  const subscales = instrument.subscales.map((subscale): SubscaleResult => {
    const score = sum(answers.filter((answer) => answer.question.subscale === subscale.key));
    return {
      id: subscale.id,
      key: subscale.key,
      subscale,
      score,
      classification: rangeOf(subscale.ranges, score),
    };
  });
  const flags = answers.flatMap((answer) => answer.risk ?? []);

  return {
    total,
    classification: total === null ? null : rangeOf(instrument.ranges, total),
    subscales,
    answers,
    hasHighRisk: flags.some((flag) => flag.severity === 'HIGH'),
    riskFlagCount: flags.length,
  };
}
