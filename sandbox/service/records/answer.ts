import type { Answer, RISK_FLAG_TYPES, RISK_SEVERITIES } from '@instrument-panel/client/contract';
import { findInstrument, questionSummaryJson } from '../../library/index.ts';
import type { SandboxLanguage } from '../../words/index.ts';
import { iso } from '../clock.ts';
import type { Store } from '../store/database.ts';
import type { SubmissionRow } from './submission.ts';

interface AnswerRow {
  readonly id: number;
  readonly formSubmissionId: number;
  readonly questionId: number;
  readonly optionId: number;
  readonly weight: number;
  readonly flagType: (typeof RISK_FLAG_TYPES)[number] | null;
  readonly severity: (typeof RISK_SEVERITIES)[number] | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The answers of a submission in the order of the questions, with the chosen option in the reader's language. */
export function answersJson(store: Store, submission: SubmissionRow, language: SandboxLanguage): Answer[] {
  const instrument = findInstrument(submission.formTemplateId);
  const rows = store.all<AnswerRow>(
    'SELECT * FROM answer WHERE formSubmissionId = ? ORDER BY questionId',
    submission.id,
  );
  return rows.map((row): Answer => {
    const question = instrument?.questions.find((candidate) => candidate.id === row.questionId);
    const option = question?.options.find((candidate) => candidate.id === row.optionId);
    const watched = question?.options.some((candidate) => candidate.risk !== null) ?? false;
    return {
      id: row.id,
      formSubmissionId: row.formSubmissionId,
      questionId: row.questionId,
      question: instrument && question ? questionSummaryJson(instrument, question, language) : null,
      value: option?.text[language] ?? null,
      values: [],
      customValue: null,
      weight: row.weight,
      // A question that can raise a signal and did not says so; any other carries none.
      riskFlag: row.flagType
        ? { flagType: row.flagType, severity: row.severity }
        : watched
          ? { flagType: 'NONE', severity: null }
          : null,
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
    };
  });
}
