import type { InstrumentDefinition } from '../library/define.ts';
import { instrumentJson } from '../library/json.ts';
import { checkAnswers, findRiskOptions, type GivenAnswer, scoreAnswers } from '../library/score.ts';
import type { AnswerLanguage } from '../words/index.ts';
import {
  type AnswerRefusal,
  type AnswerRequest,
  type AnswerResult,
  type AnswerService,
  type GivenSheet,
  refusedAnswers,
} from './answers.ts';

/** What a test sees of the service behind the page. */
export interface MemoryAnswers extends AnswerService {
  readonly openings: readonly string[];
  readonly totals: readonly (number | null)[];
}

const ANSWERED = {
  kind: 'answered',
  completedFillAt: '2026-03-02T15:00:00.000Z',
  nextAnswerAt: null,
  hasRisk: false,
} as const;

/** One request behind the token `open`, and one link in each other state, by the state's name. */
export function memoryAnswers(
  definition: InstrumentDefinition,
  { professionalName = 'Ana Souza', hideTitle = false, title = '' } = {},
): MemoryAnswers {
  const openings: string[] = [];
  const totals: (number | null)[] = [];
  const draft = new Map<number, GivenAnswer>();
  let hasRisk = false;
  const CLOSED_STATES: Readonly<Record<string, AnswerRequest>> = {
    answered: ANSWERED,
    weekly: { ...ANSWERED, nextAnswerAt: '2026-03-09T12:00:00.000Z' },
    waiting: { kind: 'nothing-due', nextAnswerAt: '2026-03-09T12:00:00.000Z' },
    idle: { kind: 'nothing-due', nextAnswerAt: null },
    closed: { kind: 'closed' },
  };

  function look(answerToken: string, language: AnswerLanguage): AnswerRequest {
    if (answerToken !== 'open') return CLOSED_STATES[answerToken] ?? { kind: 'unknown' };
    if (totals.length > 0) return { ...ANSWERED, hasRisk };
    const instrument = instrumentJson(definition, language);
    return {
      kind: 'open',
      submissionId: 71,
      instrument: title === '' ? instrument : { ...instrument, title },
      hideTitle,
      professionalName,
      draft: [...draft.values()],
      riskOptions: findRiskOptions(definition),
    };
  }

  function refuse(status: number, message: string): AnswerRefusal {
    return { kind: 'refused', status, error: { code: 'INVALID_STATE', message }, fields: new Map() };
  }
  const STATUS = { unknown: 404, answered: 409, closed: 422, 'nothing-due': 422 };

  function save(answerToken: string, sheet: GivenSheet, language: AnswerLanguage): AnswerRefusal | null {
    const state = look(answerToken, language);
    if (state.kind !== 'open') return refuse(STATUS[state.kind], `It is ${state.kind}.`);
    if (sheet.submissionId !== null && sheet.submissionId !== 71) return refuse(409, 'It is superseded.');
    for (const given of sheet.answers) draft.set(given.questionId, given);
    return null;
  }

  function answer(
    answerToken: string,
    answers: readonly GivenAnswer[],
    language: AnswerLanguage,
  ): AnswerResult {
    const state = look(answerToken, language);
    if (state.kind !== 'open') return refuse(STATUS[state.kind], `It is ${state.kind}.`);
    const checked = checkAnswers(definition, answers);
    if (checked.problems.length > 0) return refusedAnswers(checked.problems, language);
    const scored = scoreAnswers(definition, checked.answers);
    hasRisk = scored.riskFlagCount > 0;
    totals.push(scored.total);
    return { kind: 'answered', submissionId: state.submissionId };
  }

  return { openings, totals, look, save, answer, opened: (answerToken) => void openings.push(answerToken) };
}
