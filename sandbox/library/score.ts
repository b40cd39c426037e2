import type {
  InstrumentDefinition,
  OptionDefinition,
  QuestionDefinition,
  RangeDefinition,
  RiskSignal,
  SubscaleDefinition,
} from './definition.ts';

/** An answer as the patient gives it: the text of an option, in either language. */
export interface GivenAnswer {
  readonly questionId: number;
  readonly value?: string | undefined;
  readonly values?: readonly string[] | undefined;
}

/** A problem of an answer sheet at one question. */
export interface AnswerProblem {
  readonly questionId: number;
  readonly kind: 'unknown-question' | 'missing' | 'not-an-option' | 'duplicate';
}

/** A question with the option that was chosen. */
export interface CheckedAnswer {
  readonly question: QuestionDefinition;
  readonly option: OptionDefinition;
}

/** A complete answer sheet in the order of the questions, or everything that is wrong with it. */
export type CheckedAnswers =
  | { readonly ok: true; readonly answers: readonly CheckedAnswer[] }
  | { readonly ok: false; readonly problems: readonly AnswerProblem[] };

function chosenOption(question: QuestionDefinition, given: GivenAnswer): OptionDefinition | undefined {
  const values = given.values ?? [];
  if (values.length > 1) return undefined;
  const text = given.value ?? values[0];
  // Both sent is one answer only if they agree.
  if (given.value !== undefined && values[0] !== undefined && values[0] !== given.value) return undefined;
  return question.options.find((option) => Object.values(option.text).some((label) => label === text));
}

/** Tells whether nothing was chosen, as opposed to something that is not an option. */
const isBlank = (given: GivenAnswer): boolean =>
  (given.value === undefined || given.value === '') && (given.values ?? []).length === 0;

/**
 * Compares an answer sheet with its instrument: every question answered once, with one of its options. There
 * is no prorating, so a sheet with a missing answer is refused. An option is named by its text in either
 * language, since a patient may change the language between reading and answering.
 */
export function checkAnswers(
  instrument: InstrumentDefinition,
  given: readonly GivenAnswer[],
): CheckedAnswers {
  const problems: AnswerProblem[] = [];
  const answers: CheckedAnswer[] = [];
  const known = new Set(instrument.questions.map((question) => question.id));
  const unknown = new Set(given.map((answer) => answer.questionId).filter((id) => !known.has(id)));

  for (const question of instrument.questions) {
    const [first, ...more] = given.filter((answer) => answer.questionId === question.id);
    if (first === undefined || (isBlank(first) && more.length === 0)) {
      problems.push({ questionId: question.id, kind: 'missing' });
      continue;
    }
    if (more.length > 0) {
      problems.push({ questionId: question.id, kind: 'duplicate' });
      continue;
    }
    const option = chosenOption(question, first);
    if (option === undefined) problems.push({ questionId: question.id, kind: 'not-an-option' });
    else answers.push({ question, option });
  }
  for (const questionId of unknown) problems.push({ questionId, kind: 'unknown-question' });

  return problems.length === 0 ? { ok: true, answers } : { ok: false, problems };
}

/** The lowest and the highest score that can be reached. */
export interface ScoreDomain {
  readonly min: number;
  readonly max: number;
}

/**
 * The domain of the global score, or of the subscale named by its key: the sums of each item's lowest and
 * highest weight (`yDomain` of the score graph).
 */
export function scoreDomain(instrument: InstrumentDefinition, subscale: string | null = null): ScoreDomain {
  let min = 0;
  let max = 0;
  for (const question of instrument.questions) {
    if (subscale !== null && question.subscale !== subscale) continue;
    const weights = question.options.map((option) => option.weight);
    min += Math.min(...weights);
    max += Math.max(...weights);
  }
  return { min, max };
}

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

/** Scores of an answer sheet. */
export interface ScoreResult {
  /** Null if the instrument has no global score (DASS-21). */
  readonly total: number | null;
  readonly classification: RangeDefinition | null;
  readonly subscales: readonly SubscaleResult[];
  readonly answers: readonly ScoredAnswer[];
  /** True if a risk signal of severity HIGH was raised; milder ones are in `riskFlagCount`. */
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

/** Finds the range of a score; null if it is in none. */
export function findRange(ranges: readonly RangeDefinition[], score: number): RangeDefinition | null {
  return ranges.find((range) => range.minScore <= score && score <= range.maxScore) ?? null;
}

const sum = (answers: readonly ScoredAnswer[]): number =>
  answers.reduce((total, answer) => total + answer.weight, 0);

/**
 * Scores a complete answer sheet as the instrument's paper says: the sum of the chosen options' weights, for
 * the whole and for each subscale, with the range of each and the risk signals raised.
 *
 * @throws {IncompleteAnswersError} if a question is missing, unknown, answered twice or by no option of it.
 */
export function scoreAnswers(instrument: InstrumentDefinition, given: readonly GivenAnswer[]): ScoreResult {
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
      classification: findRange(subscale.ranges, score),
    };
  });
  const flags = answers.flatMap((answer) => answer.risk ?? []);

  return {
    total,
    classification: total === null ? null : findRange(instrument.ranges, total),
    subscales,
    answers,
    hasHighRisk: flags.some((flag) => flag.severity === 'HIGH'),
    riskFlagCount: flags.length,
  };
}
