import type { InstrumentDefinition, QuestionDefinition, RangeDefinition } from './define.ts';

/** An answer as the patient gives it: the text of an option, in any language of the library. */
export interface GivenAnswer {
  readonly questionId: number;
  readonly value?: string | undefined;
  readonly values?: readonly string[] | undefined;
}

export interface AnswerProblem {
  readonly questionId: number;
  readonly kind: 'unknown-question' | 'missing' | 'not-an-option' | 'duplicate';
}

function chosenOption(question: QuestionDefinition, { value, values = [] }: GivenAnswer) {
  const text = value ?? values[0];
  // Both sent is one answer only if they agree.
  if (values.length > 1 || (values.length === 1 && values[0] !== text)) return undefined;
  return question.options.find((option) => Object.values(option.text).some((label) => label === text));
}

/**
 * Compares an answer sheet with its instrument: every question answered once, with one of its options. There
 * is no prorating, so a sheet with a missing answer is refused. An option is named by its text in any
 * language, since a patient may change the language between reading and answering.
 *
 * @returns the answers in the order of the questions, and everything that is wrong with the sheet
 */
export function checkAnswers(instrument: InstrumentDefinition, given: readonly GivenAnswer[]) {
  const problems: AnswerProblem[] = [];
  const answers = instrument.questions.flatMap((question) => {
    const [first, ...more] = given.filter((answer) => answer.questionId === question.id);
    const option = first && more.length === 0 ? chosenOption(question, first) : undefined;
    if (option) return [{ question, option }];
    const isBlank = !first?.value && !first?.values?.length;
    const kind = more.length > 0 ? 'duplicate' : isBlank ? 'missing' : 'not-an-option';
    problems.push({ questionId: question.id, kind });
    return [];
  });
  const known = new Set(instrument.questions.map(({ id }) => id));
  for (const questionId of new Set(given.map((answer) => answer.questionId)))
    if (!known.has(questionId)) problems.push({ questionId, kind: 'unknown-question' });
  return { answers, problems };
}

/**
 * The lowest and the highest score that can be reached, of the whole or of the subscale named by its key: the sums
 * of each item's lowest and highest weight (`yDomain` of the score graph).
 */
export function scoreDomain({ questions }: InstrumentDefinition, subscale: string | null = null) {
  const weights = questions
    .filter((question) => subscale === null || question.subscale === subscale)
    .map(({ options }) => options.map(({ weight }) => weight));
  return {
    min: weights.reduce((sum, each) => sum + Math.min(...each), 0),
    max: weights.reduce((sum, each) => sum + Math.max(...each), 0),
  };
}

/** The ids of the options that raise a risk signal. */
export const findRiskOptions = ({ questions }: InstrumentDefinition): ReadonlySet<number> =>
  new Set(questions.flatMap(({ options }) => options.filter(({ risk }) => risk).map(({ id }) => id)));

/** Finds the range of a score; null if it is in none. */
export const findRange = (ranges: readonly RangeDefinition[], score: number): RangeDefinition | null =>
  ranges.find((range) => range.minScore <= score && score <= range.maxScore) ?? null;

type CheckedAnswers = ReturnType<typeof checkAnswers>['answers'];

const sum = (answers: CheckedAnswers): number =>
  answers.reduce((total, { option }) => total + option.weight, 0);

/**
 * Scores the answers of a sheet without problems as the instrument's paper says: the sum of the chosen options'
 * weights, for the whole (null if it has no global score) and for each subscale by its key, and the risk signals.
 */
export function scoreAnswers(instrument: InstrumentDefinition, answers: CheckedAnswers) {
  const risks = answers.flatMap(({ option }) => option.risk ?? []);
  return {
    total: instrument.hasGlobalScore ? sum(answers) : null,
    subscales: Object.fromEntries(
      instrument.subscales.map(({ key }) => [
        key,
        sum(answers.filter(({ question }) => question.subscale === key)),
      ]),
    ),
    hasHighRisk: risks.some(({ severity }) => severity === 'HIGH'),
    riskFlagCount: risks.length,
  };
}
