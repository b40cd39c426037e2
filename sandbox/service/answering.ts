import { nextRequest } from '@instrument-panel/client/recurrence';
import { findInstrument } from '../library/index.ts';
import { instrumentJson } from '../library/json.ts';
import { checkAnswers, type GivenAnswer, scoreAnswers } from '../library/score.ts';
import {
  type AnswerRequest,
  type AnswerResult,
  type AnswerService,
  refusedAnswers,
} from '../pages/answers.ts';
import { matchSandboxLanguage } from '../words/index.ts';
import { iso, isoOrNull } from './clock.ts';
import { fullName } from './outbox.ts';
import { type ApplicationRow, applicationByToken, moveApplication } from './records/application.ts';
import { findPatient } from './records/patient.ts';
import { findProfessional } from './records/professional.ts';
import { moveSubmission, type SubmissionRow } from './records/submission.ts';
import { CYCLE_RULES, EXPIRES_AFTER_MS } from './recurrence.ts';
import { findPendingSubmissions } from './requests.ts';
import type { ServiceContext } from './service.ts';
import type { Store } from './store/database.ts';
import { queueSubmissionAnswered } from './webhooks/queue.ts';

const newest = (store: Store, applicationId: number): SubmissionRow | undefined =>
  store.one('SELECT * FROM submission WHERE formApplicationId = ? ORDER BY id DESC LIMIT 1', applicationId);

/** Tells whether the professional still has the patient. */
const hasPatient = (store: Store, { professionalId, patientId }: ApplicationRow): boolean =>
  findPatient(store, professionalId, patientId) !== undefined;

/**
 * The submission that an answer given now goes to: the newest that was sent and is pending, one that still
 * waits if the application is open to answer, or, after an idle closing, the one that it cancelled.
 */
function answerable(store: Store, application: ApplicationRow): SubmissionRow | undefined {
  const pending = findPendingSubmissions(store, application.id);
  const sent = pending.find((row) => row.notifiedAt !== null);
  if (sent) return sent;
  if (application.openToAnswer === 1 && pending[0]) return pending[0];
  const isReopened = application.status === 'CANCELED_IDLE' && hasPatient(store, application);
  if (!isReopened) return undefined;
  const last = newest(store, application.id);
  return last?.status === 'CANCELED_IDLE' ? last : undefined;
}

function look(service: ServiceContext, answerToken: string, language: string): AnswerRequest {
  const { store } = service;
  const application = applicationByToken(store, answerToken);
  const instrument = application && findInstrument(application.formTemplateId);
  if (!application || !instrument) return { kind: 'unknown' };
  const submission = answerable(store, application);
  if (submission) {
    const professional = findProfessional(store, application.professionalId);
    return {
      kind: 'open',
      submissionId: submission.id,
      instrument: instrumentJson(instrument, matchSandboxLanguage(language) ?? service.language),
      hideTitle: application.hideFormTemplateTitle === 1,
      professionalName: professional ? fullName(professional) : '',
    };
  }
  if (application.status !== 'CREATED' && application.status !== 'IN_PROGRESS') return { kind: 'closed' };
  const last = newest(store, application.id);
  if (last?.status === 'ANSWERED' && last.completedFillAt !== null) {
    return {
      kind: 'answered',
      completedFillAt: iso(last.completedFillAt),
      nextAnswerAt: isoOrNull(application.nextAnswerAt),
    };
  }
  return { kind: 'nothing-due', nextAnswerAt: isoOrNull(application.nextAnswerAt) };
}

const REFUSALS = {
  unknown: [404, 'NOT_FOUND', 'This link does not belong to any request.'],
  answered: [409, 'INVALID_STATE', 'This request has been answered already.'],
  closed: [422, 'INVALID_STATE', 'This application is closed.'],
  'nothing-due': [422, 'INVALID_STATE', 'Nothing is to be answered at this time.'],
} as const satisfies Record<Exclude<AnswerRequest['kind'], 'open'>, readonly [number, string, string]>;

function refuse(kind: keyof typeof REFUSALS): AnswerResult {
  const [status, code, message] = REFUSALS[kind];
  return { kind: 'refused', status, error: { code, message }, fields: new Map() };
}

/** Updates the application after an answer: it is reopened if it was closed as idle, and its idle timer restarts. */
function afterAnswer(store: Store, application: ApplicationRow, late: boolean, now: number): void {
  const { recurrenceCycle, startedAt } = application;
  const rule = CYCLE_RULES[recurrenceCycle];
  const idleAt = rule.every === null ? null : now + rule.idleAfterMs;
  if (late) {
    const nextAnswerAt = nextRequest(recurrenceCycle, startedAt, now);
    moveApplication(store, application, 'late-answer', now, {
      nextAnswerAt,
      idleAt,
      canceledAt: null,
      expiresAt: now + EXPIRES_AFTER_MS,
    });
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
  language: string,
): AnswerResult {
  const { store, clock } = service;
  const application = applicationByToken(store, answerToken);
  const instrument = application && findInstrument(application.formTemplateId);
  if (!application || !instrument) return refuse('unknown');
  const submission = answerable(store, application);
  if (!submission) {
    const seen = look(service, answerToken, language);
    return refuse(seen.kind === 'open' ? 'nothing-due' : seen.kind);
  }
  const { answers, problems } = checkAnswers(instrument, given);
  if (problems.length > 0)
    return refusedAnswers(problems, matchSandboxLanguage(language) ?? service.language);

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

function opened(service: ServiceContext, answerToken: string): void {
  const { store, clock } = service;
  const application = applicationByToken(store, answerToken);
  const submission = application && answerable(store, application);
  if (submission?.status !== 'CREATED' && submission?.status !== 'IN_PROGRESS') return;
  moveSubmission(store, submission, 'open', clock.now(), { startedFillAt: clock.now() });
}

/** Creates the service behind the patient's page. Due transitions run first. */
export function createAnswerService(service: ServiceContext): AnswerService {
  return {
    look(answerToken, language) {
      service.runDue();
      return look(service, answerToken, language);
    },
    opened(answerToken) {
      service.runDue();
      opened(service, answerToken);
    },
    answer(answerToken, answers, language) {
      service.runDue();
      return answer(service, answerToken, answers, language);
    },
  };
}
