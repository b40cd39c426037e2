import {
  type Answer,
  PENDING_SUBMISSION_STATUSES,
  type RISK_FLAG_TYPES,
  type RISK_SEVERITIES,
  type Submission,
  type SubmissionStatus,
} from '@instrument-panel/client/contract';
import { findInstrument } from '../../library/index.ts';
import { classificationJson, questionSummaryJson } from '../../library/json.ts';
import { findRange } from '../../library/score.ts';
import type { SandboxLanguage } from '../../words/index.ts';
import { iso, isoOrNull } from '../clock.ts';
import type { Store } from '../database.ts';
import { notFound } from '../errors.ts';
import type { ServiceContext } from '../service.ts';
import { type SubmissionTrigger, submissionMachine } from '../states/machines.ts';
import {
  type ApplicationRow,
  applicationById,
  applicationSummaryJson,
  instrumentReference,
  urlToAnswer,
} from './application.ts';

/** A row of `submission`. Scores are stored; titles are not, because they follow the reader's language. */
export interface SubmissionRow {
  readonly id: number;
  readonly formApplicationId: number;
  readonly professionalId: string;
  readonly patientId: string;
  readonly formTemplateId: string;
  readonly status: SubmissionStatus;
  readonly deadline: number | null;
  readonly notifiedAt: number | null;
  readonly startedAt: number | null;
  readonly startedFillAt: number | null;
  readonly completedFillAt: number | null;
  readonly score: number | null;
  /** JSON: subscale key to score. */
  readonly subscaleScores: string | null;
  readonly hasHighRisk: number | null;
  readonly riskFlagCount: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** @throws ServiceError 404 if the professional has no such submission. */
export function requireSubmission(store: Store, professionalId: string, id: number): SubmissionRow {
  const row = store.one<SubmissionRow>('SELECT * FROM submission WHERE id = ?', id);
  if (row?.professionalId !== professionalId) throw notFound('submission');
  return row;
}

/** Submissions of an application, oldest first. */
export const findSubmissions = (store: Store, applicationId: number): SubmissionRow[] =>
  store.all('SELECT * FROM submission WHERE formApplicationId = ? ORDER BY id', applicationId);

/** Creates the request of an application for the date `startedAt`; it waits for its notification. */
export function createSubmission(
  store: Store,
  application: ApplicationRow,
  startedAt: number,
  at: number,
): SubmissionRow {
  // No answer goes any more to a request that closed as idle, and so nothing of its draft.
  store.run(
    `DELETE FROM draft WHERE formSubmissionId IN
     (SELECT id FROM submission WHERE formApplicationId = ? AND status = 'CANCELED_IDLE')`,
    application.id,
  );
  const id = store.insert('submission', {
    formApplicationId: application.id,
    professionalId: application.professionalId,
    patientId: application.patientId,
    formTemplateId: application.formTemplateId,
    status: 'CREATED',
    startedAt,
    createdAt: at,
    updatedAt: at,
  });
  return requireSubmission(store, application.professionalId, id);
}

/**
 * Takes a submission to the state that follows `trigger`, with what else changes. Its draft goes once it is closed.
 * @throws ServiceError 422 if its state has no such transition.
 */
export function moveSubmission(
  store: Store,
  row: SubmissionRow,
  trigger: SubmissionTrigger,
  at: number,
  changes: Partial<SubmissionRow> = {},
): SubmissionRow {
  const moved = { ...changes, status: submissionMachine.next(row.status, trigger), updatedAt: at };
  store.update('submission', { id: row.id }, moved);
  if (!PENDING_SUBMISSION_STATUSES.some((status) => status === moved.status)) {
    store.run('DELETE FROM draft WHERE formSubmissionId = ?', row.id);
  }
  return { ...row, ...moved };
}

export const readSubscaleScores = (row: SubmissionRow): Readonly<Record<string, number>> =>
  row.subscaleScores === null ? {} : (JSON.parse(row.subscaleScores) as Record<string, number>);

function scoresJson(row: SubmissionRow, language: SandboxLanguage) {
  const instrument = findInstrument(row.formTemplateId);
  if (!instrument || row.completedFillAt === null) {
    return { globalClassification: null, subscaleClassifications: {}, subscaleScores: [] };
  }
  const scores = readSubscaleScores(row);
  const global = row.score === null ? null : findRange(instrument.ranges, row.score);
  const scored = instrument.subscales.flatMap((subscale) => {
    const score = scores[subscale.key];
    return score === undefined ? [] : [{ subscale, score, range: findRange(subscale.ranges, score) }];
  });
  return {
    globalClassification: global && classificationJson(global, language),
    subscaleClassifications: Object.fromEntries(
      scored.flatMap(({ subscale, range }) =>
        range ? [[subscale.key, classificationJson(range, language)] as const] : [],
      ),
    ),
    subscaleScores: scored.map(({ subscale, score }) => ({
      id: subscale.id,
      name: subscale.name[language],
      score,
    })),
  };
}

/** The submission as lists carry it: without its answers. */
export function submissionJson(
  service: ServiceContext,
  row: SubmissionRow,
  language: SandboxLanguage,
  application = applicationById(service.store, row.formApplicationId),
): Submission {
  return {
    id: row.id,
    formApplicationId: row.formApplicationId,
    formApplication: application ? applicationSummaryJson(application) : null,
    formTemplateId: row.formTemplateId,
    formTemplate: instrumentReference(row.formTemplateId, language),
    patientId: row.patientId,
    status: row.status,
    fillType: 'DEFAULT',
    deadline: isoOrNull(row.deadline),
    notifiedAt: isoOrNull(row.notifiedAt),
    startedAt: isoOrNull(row.startedAt),
    startedFillAt: isoOrNull(row.startedFillAt),
    completedFillAt: isoOrNull(row.completedFillAt),
    urlToAnswer: application ? urlToAnswer(service, application.answerToken) : null,
    score: row.score,
    ...scoresJson(row, language),
    hasHighRisk: row.hasHighRisk === null ? null : row.hasHighRisk === 1,
    riskFlagCount: row.riskFlagCount,
    interpretativeAnalysis: null,
    psychometricIndicators: null,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

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
