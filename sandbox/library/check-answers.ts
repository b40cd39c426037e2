import type { InstrumentDefinition, OptionDefinition, QuestionDefinition } from './definition.ts';

/** An answer as it is given: the text of an option, in either language. */
export interface AnswerText {
  readonly questionId: number;
  readonly value?: string | undefined;
  readonly values?: readonly string[] | undefined;
}

/** What is wrong with an answer sheet, question by question. */
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

function chosenOption(question: QuestionDefinition, given: AnswerText): OptionDefinition | undefined {
  const values = given.values ?? [];
  if (values.length > 1) return undefined;
  const text = given.value ?? values[0];
  // Both sent is one answer only if they agree.
  if (given.value !== undefined && values[0] !== undefined && values[0] !== given.value) return undefined;
  return question.options.find((option) => Object.values(option.text).some((label) => label === text));
}

/** True where nothing was chosen, as opposed to something that is no option. */
const isBlank = (given: AnswerText): boolean =>
  (given.value === undefined || given.value === '') && (given.values ?? []).length === 0;

/**
 * Compares an answer sheet with its instrument: every question answered once, with one of its options. There
 * is no prorating, so a sheet with a missing answer is refused. An option is named by its text in either
 * language, since a patient may change the language between reading and answering.
 */
export function checkAnswers(instrument: InstrumentDefinition, given: readonly AnswerText[]): CheckedAnswers {
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
