import type { InstrumentDefinition } from '../library/define.ts';
import { instrumentJson } from '../library/json.ts';
import { checkAnswers, type GivenAnswer, scoreAnswers } from '../library/score.ts';
import type { SandboxLanguage } from '../words/index.ts';
import { type AnswerRequest, type AnswerResult, type AnswerService, refusedAnswers } from './answers.ts';

/** What a test sees of the service behind the page. */
export interface MemoryAnswers extends AnswerService {
  readonly openings: readonly string[];
  readonly totals: readonly (number | null)[];
}

const ANSWERED = {
  kind: 'answered',
  completedFillAt: '2026-03-02T15:00:00.000Z',
  nextAnswerAt: null,
} as const;

/** One request behind the token `open`, and one link in each other state, by the state's name. */
export function memoryAnswers(
  definition: InstrumentDefinition,
  { professionalName = 'Ana Souza', hideTitle = false, title = '' } = {},
): MemoryAnswers {
  const openings: string[] = [];
  const totals: (number | null)[] = [];
  const CLOSED_STATES: Readonly<Record<string, AnswerRequest>> = {
    answered: ANSWERED,
    weekly: { ...ANSWERED, nextAnswerAt: '2026-03-09T12:00:00.000Z' },
    waiting: { kind: 'nothing-due', nextAnswerAt: '2026-03-09T12:00:00.000Z' },
    idle: { kind: 'nothing-due', nextAnswerAt: null },
    closed: { kind: 'closed' },
  };

  function look(answerToken: string, language: SandboxLanguage): AnswerRequest {
    if (answerToken !== 'open') return CLOSED_STATES[answerToken] ?? { kind: 'unknown' };
    if (totals.length > 0) return ANSWERED;
    const instrument = instrumentJson(definition, language);
    return {
      kind: 'open',
      submissionId: 71,
      instrument: title === '' ? instrument : { ...instrument, title },
      hideTitle,
      professionalName,
    };
  }

  function answer(
    answerToken: string,
    answers: readonly GivenAnswer[],
    language: SandboxLanguage,
  ): AnswerResult {
    const state = look(answerToken, language);
    if (state.kind !== 'open') {
      const status = { unknown: 404, answered: 409, closed: 422, 'nothing-due': 422 }[state.kind];
      return {
        kind: 'refused',
        status,
        error: { code: 'INVALID_STATE', message: `It is ${state.kind}.` },
        fields: new Map(),
      };
    }
    const checked = checkAnswers(definition, answers);
    if (checked.problems.length > 0) return refusedAnswers(checked.problems, language);
    totals.push(scoreAnswers(definition, checked.answers).total);
    return { kind: 'answered', submissionId: state.submissionId };
  }

  return { openings, totals, look, answer, opened: (answerToken) => void openings.push(answerToken) };
}
