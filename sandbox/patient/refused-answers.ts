import type { AnswerProblem } from '../library/index.ts';
import { type AnswerMessages, answerMessages, type SandboxLanguage } from '../words/index.ts';
import type { AnswerResult } from './answer-service.ts';

const SENTENCES = {
  missing: 'missing',
  'not-an-option': 'notAnOption',
  duplicate: 'duplicate',
  'unknown-question': 'unknownQuestion',
} as const satisfies Record<AnswerProblem['kind'], keyof AnswerMessages>;

/**
 * The refusal of an incomplete or invalid answer sheet: 400 `VALIDATION_ERROR`, a message that names the
 * questions by their ids, and a sentence for each question in the patient's language.
 */
export function refusedAnswers(
  problems: readonly AnswerProblem[],
  language: SandboxLanguage,
): Extract<AnswerResult, { kind: 'refused' }> {
  const words = answerMessages[language];
  const fields = new Map(
    problems.map(({ questionId, kind }): [number, string] => [questionId, words[SENTENCES[kind]]]),
  );
  const named = problems.map(({ questionId, kind }) => `question ${questionId}: ${kind}`).join('; ');
  return {
    kind: 'refused',
    status: 400,
    error: {
      code: 'VALIDATION_ERROR',
      message: `answers: ${words.incomplete({ count: problems.length })} (${named})`,
    },
    fields,
  };
}
