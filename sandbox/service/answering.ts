import { CYCLE_LENGTHS, nextRequest } from '@instrument-panel/client/recurrence';
import type { InstrumentDefinition } from '../library/define.ts';
import { findInstrument } from '../library/index.ts';
import { instrumentJson } from '../library/json.ts';
import { checkAnswers, findRiskOptions, type GivenAnswer, scoreAnswers } from '../library/score.ts';
import {
  type AnswerRefusal,
  type AnswerRequest,
  type AnswerResult,
  type AnswerService,
  type GivenSheet,
  refusedAnswers,
} from '../pages/answers.ts';
import type { AnswerLanguage } from '../words/index.ts';
import { iso, isoOrNull } from './clock.ts';
import type { Store } from './database.ts';
import { fullName } from './outbox.ts';
import { type ApplicationRow, applicationByToken, moveApplication } from './records/application.ts';
import { findPatient } from './records/patient.ts';
import { findProfessional } from './records/professional.ts';
import { moveSubmission, type SubmissionRow } from './records/submission.ts';
import { CYCLE_RULES, EXPIRES_AFTER_MS } from './recurrence.ts';
import { findPendingSubmissions } from './requests.ts';
import type { ServiceContext } from './service.ts';
import { submissionMachine } from './states/machines.ts';
import { queueSubmissionAnswered } from './webhooks/delivery.ts';

const newest = (store: Store, applicationId: number): SubmissionRow | undefined =>
  store.one('SELECT * FROM submission WHERE formApplicationId = ? ORDER BY id DESC LIMIT 1', applicationId);

/**
 * The submission that an answer given now goes to: the newest that was sent and is pending, one that still
 * waits if the application is open to answer, or, after an idle closing, the one that it cancelled.
 */
function answerable(store: Store, application: ApplicationRow): SubmissionRow | undefined {
  const pending = findPendingSubmissions(store, application.id);
  const sent = pending.find((row) => row.notifiedAt !== null);
  if (sent) return sent;
  if (application.openToAnswer === 1 && pending[0]) return pending[0];
  const { professionalId, patientId } = application;
  if (application.status !== 'CANCELED_IDLE' || !findPatient(store, professionalId, patientId)) return;
  const last = newest(store, application.id);
  return last?.status === 'CANCELED_IDLE' ? last : undefined;
}

/** Finds the application of a link, after every transition that is due. */
function find({ store, runDue }: ServiceContext, answerToken: string) {
  runDue();
  const application = applicationByToken(store, answerToken);
  const instrument = application && findInstrument(application.formTemplateId);
  return instrument && { application, instrument, submission: answerable(store, application) };
}

/** How long a draft stays that was begun after its request had closed as idle: nothing else ends such a request. */
const LATE_DRAFT_KEPT_MS = 30 * 86_400_000;
/** How long after a risk signal the patient's page still shows where to find help. */
const RISK_SHOWN_MS = 3_600_000;

function readDraft(
  store: Store,
  { questions }: InstrumentDefinition,
  submissionId: number,
  language: AnswerLanguage,
): GivenAnswer[] {
  const rows = store.all<{ readonly optionId: number }>(
    'SELECT optionId FROM draft WHERE formSubmissionId = ?',
    submissionId,
  );
  const chosen = new Set(rows.map(({ optionId }) => optionId));
  return questions.flatMap(({ id: questionId, options }) => {
    const option = options.find(({ id }) => chosen.has(id));
    return option ? [{ questionId, value: option.text[language] }] : [];
  });
}

function look(service: ServiceContext, answerToken: string, language: AnswerLanguage): AnswerRequest {
  const found = find(service, answerToken);
  if (!found) return { kind: 'unknown' };
  const { application, instrument, submission } = found;
  if (submission) {
    const professional = findProfessional(service.store, application.professionalId);
    return {
      kind: 'open',
      submissionId: submission.id,
      instrument: instrumentJson(instrument, language),
      hideTitle: application.hideFormTemplateTitle === 1,
      professionalName: professional ? fullName(professional) : '',
      draft: readDraft(service.store, instrument, submission.id, language),
      riskOptions: findRiskOptions(instrument),
    };
  }
  if (application.status !== 'CREATED' && application.status !== 'IN_PROGRESS') return { kind: 'closed' };
  const nextAnswerAt = isoOrNull(application.nextAnswerAt);
  const last = newest(service.store, application.id);
  if (last?.status !== 'ANSWERED' || last.completedFillAt === null) {
    return { kind: 'nothing-due', nextAnswerAt };
  }
  const isFresh = service.clock.now() - last.completedFillAt < RISK_SHOWN_MS;
  const hasRisk = isFresh && (last.riskFlagCount ?? 0) > 0;
  return { kind: 'answered', completedFillAt: iso(last.completedFillAt), nextAnswerAt, hasRisk };
}

const REFUSALS = {
  unknown: [404, 'NOT_FOUND', 'This link does not belong to any request.'],
  answered: [409, 'INVALID_STATE', 'This request has been answered already.'],
  closed: [422, 'INVALID_STATE', 'This application is closed.'],
  'nothing-due': [422, 'INVALID_STATE', 'Nothing is to be answered at this time.'],
  superseded: [409, 'INVALID_STATE', 'A newer request has taken the place of this one.'],
} as const satisfies Record<
  Exclude<AnswerRequest['kind'], 'open'> | 'superseded',
  readonly [number, string, string]
>;

function refuse(kind: keyof typeof REFUSALS): AnswerRefusal {
  const [status, code, message] = REFUSALS[kind];
  return { kind: 'refused', status, error: { code, message }, fields: new Map() };
}

/** Returns the refusal of a link without an open questionnaire. */
function refuseClosed(service: ServiceContext, answerToken: string, language: AnswerLanguage): AnswerRefusal {
  const { kind } = look(service, answerToken, language);
  return refuse(kind === 'open' ? 'nothing-due' : kind);
}

function save(
  service: ServiceContext,
  answerToken: string,
  sheet: GivenSheet,
  language: AnswerLanguage,
): AnswerRefusal | null {
  const { store, clock } = service;
  const found = find(service, answerToken);
  if (!found?.submission) return refuseClosed(service, answerToken, language);
  const { instrument, submission } = found;
  if (sheet.submissionId !== null && sheet.submissionId !== submission.id) return refuse('superseded');
  const { answers, problems } = checkAnswers(instrument, sheet.answers);
  const wrong = problems.filter(({ kind }) => kind !== 'missing');
  if (wrong.length > 0) return refusedAnswers(wrong, language);
  if (answers.length === 0) return null;
  const now = clock.now();
  store.transaction(() => {
    for (const { question, option } of answers) {
      store.run('REPLACE INTO draft VALUES (?, ?, ?, NULL)', submission.id, question.id, option.id);
    }
    if (submission.status === 'CANCELED_IDLE') {
      const deleteAt = now + LATE_DRAFT_KEPT_MS;
      store.run('UPDATE draft SET deleteAt = ? WHERE formSubmissionId = ?', deleteAt, submission.id);
    }
    if (submissionMachine.can(submission.status, 'start')) {
      moveSubmission(store, submission, 'start', now, { startedFillAt: now });
    }
  });
  return null;
}

/** Updates the application after an answer: it is reopened if it was closed as idle, and its idle timer restarts. */
function afterAnswer(store: Store, application: ApplicationRow, late: boolean, now: number): void {
  const { recurrenceCycle, startedAt } = application;
  const isSingle = CYCLE_LENGTHS[recurrenceCycle] === null;
  const idleAt = isSingle ? null : now + CYCLE_RULES[recurrenceCycle].idleAfterMs;
  if (late) {
    const nextAnswerAt = nextRequest(recurrenceCycle, startedAt, now);
    const reopened = { nextAnswerAt, idleAt, canceledAt: null, expiresAt: now + EXPIRES_AFTER_MS };
    moveApplication(store, application, 'late-answer', now, reopened);
  } else if (application.status === 'CREATED') {
    // Answered before its date: the request counts as made, and the cycle goes on after that date.
    const nextAnswerAt = nextRequest(recurrenceCycle, startedAt, Math.max(startedAt, now));
    moveApplication(store, application, 'request', now, { nextAnswerAt, idleAt });
  } else {
    store.update('application', { id: application.id }, { idleAt, updatedAt: now });
  }
}

function answer(
  service: ServiceContext,
  answerToken: string,
  given: readonly GivenAnswer[],
  language: AnswerLanguage,
): AnswerResult {
  const { store, clock } = service;
  const found = find(service, answerToken);
  if (!found?.submission) return refuseClosed(service, answerToken, language);
  const { application, instrument, submission } = found;
  const { answers, problems } = checkAnswers(instrument, given);
  if (problems.length > 0) return refusedAnswers(problems, language);

  const result = scoreAnswers(instrument, answers);
  const now = clock.now();
  const late = submission.status === 'CANCELED_IDLE';
  store.transaction(() => {
    moveSubmission(store, submission, late ? 'late-answer' : 'answer', now, {
      startedFillAt: submission.startedFillAt ?? now,
      completedFillAt: now,
      score: result.total,
      subscaleScores: JSON.stringify(result.subscales),
      hasHighRisk: Number(result.hasHighRisk),
      riskFlagCount: result.riskFlagCount,
    });
    for (const { question, option } of answers) {
      store.insert('answer', {
        formSubmissionId: submission.id,
        questionId: question.id,
        optionId: option.id,
        weight: option.weight,
        flagType: option.risk?.flagType ?? null,
        severity: option.risk?.severity ?? null,
        createdAt: now,
        updatedAt: now,
      });
    }
    afterAnswer(store, application, late, now);
    queueSubmissionAnswered(store, submission, now);
  });
  return { kind: 'answered', submissionId: submission.id };
}

export const createAnswerService = (service: ServiceContext): AnswerService => ({
  look: (answerToken, language) => look(service, answerToken, language),
  opened(answerToken) {
    const submission = find(service, answerToken)?.submission;
    if (submission?.status !== 'CREATED' && submission?.status !== 'IN_PROGRESS') return;
    const now = service.clock.now();
    moveSubmission(service.store, submission, 'open', now);
  },
  save: (answerToken, sheet, language) => save(service, answerToken, sheet, language),
  answer: (answerToken, answers, language) => answer(service, answerToken, answers, language),
});
