import { ACTIVE_APPLICATION_STATUSES, PENDING_SUBMISSION_STATUSES } from '@instrument-panel/client/contract';
import { CYCLE_LENGTHS, nextRequest } from '@instrument-panel/client/recurrence';
import type { Store } from './database.ts';
import { findChannels, sendToPatient } from './outbox.ts';
import { type ApplicationRow, applicationById, moveApplication } from './records/application.ts';
import { createSubmission, moveSubmission, type SubmissionRow } from './records/submission.ts';
import { CYCLE_RULES, computeDeadline } from './recurrence.ts';
import { type ApplicationTrigger, submissionMachine } from './states/machines.ts';
import { queueApplicationCanceledIdle } from './webhooks/delivery.ts';

const PENDING = PENDING_SUBMISSION_STATUSES.map((status) => `'${status}'`).join(', ');

/** Submissions of an application that can still be answered, newest first. */
export const findPendingSubmissions = (store: Store, applicationId: number): SubmissionRow[] =>
  store.all(
    `SELECT * FROM submission WHERE formApplicationId = ? AND status IN (${PENDING}) ORDER BY id DESC`,
    applicationId,
  );

export function closePending(store: Store, applicationId: number, trigger: 'cancel' | 'idle', at: number) {
  for (const submission of findPendingSubmissions(store, applicationId))
    moveSubmission(store, submission, trigger, at);
}

/** Ends all automatic transitions of an application. */
const AT_REST = { nextAnswerAt: null, idleAt: null, expiresAt: null } as const;

/** Closes an application for another reason than inactivity; what is pending is cancelled. */
export function closeApplication(
  store: Store,
  application: ApplicationRow,
  trigger: Extract<ApplicationTrigger, 'finish' | 'cancel' | 'whatsapp-limit' | 'expire' | 'unlink-patient'>,
  at: number,
): void {
  moveApplication(store, application, trigger, at, AT_REST);
  closePending(store, application.id, 'cancel', at);
}

const ACTIVE = ACTIVE_APPLICATION_STATUSES.map((status) => `'${status}'`).join(', ');

/** Closes a patient's active applications, of one instrument or of all. Returns their ids. */
export function closeActive(
  store: Store,
  { professionalId, patientId }: { readonly professionalId: string; readonly patientId: string },
  formTemplateId: string | null,
  trigger: 'cancel' | 'unlink-patient',
  at: number,
): number[] {
  return store.transaction(() => {
    const rows = store.all<ApplicationRow>(
      `SELECT * FROM application WHERE +professionalId = ?1 AND patientId = ?2
       AND (?3 IS NULL OR formTemplateId = ?3) AND status IN (${ACTIVE}) ORDER BY id`,
      professionalId,
      patientId,
      formTemplateId,
    );
    for (const row of rows) closeApplication(store, row, trigger, at);
    return rows.map(({ id }) => id);
  });
}

/** WhatsApp messages of an application since its cycle began; the next request closes it instead (number chosen). */
const WHATSAPP_LIMIT = 30;

const isAtWhatsAppLimit = (store: Store, application: ApplicationRow): boolean =>
  application.whatsAppSends >= WHATSAPP_LIMIT &&
  findChannels(store, application).some(({ channel }) => channel === 'WHATSAPP');

/**
 * Sends the application's next request at the instant `at`: the submission that waits, or a new one, becomes
 * IN_PROGRESS, and what is LATE is cancelled, since its successor exists. At the limit of WhatsApp sends the
 * application is closed instead.
 */
export function sendRequest(store: Store, application: ApplicationRow, at: number): void {
  if (isAtWhatsAppLimit(store, application)) {
    closeApplication(store, application, 'whatsapp-limit', at);
    return;
  }
  const { id, recurrenceCycle, startedAt } = application;
  const [waiting, ...others] = findPendingSubmissions(store, id).toSorted(
    (a, b) => Number(a.notifiedAt !== null) - Number(b.notifiedAt !== null),
  );
  const isWaiting = waiting?.notifiedAt === null;
  const request = isWaiting ? waiting : createSubmission(store, application, at, at);
  moveSubmission(store, request, 'request', at, {
    notifiedAt: at,
    deadline: computeDeadline(recurrenceCycle, startedAt, at),
  });
  for (const earlier of isWaiting ? others : [waiting, ...others]) {
    if (earlier?.status === 'LATE') moveSubmission(store, earlier, 'supersede', at);
  }
  const whatsApp = sendToPatient(store, application, request.id, at);
  moveApplication(store, application, 'request', at, {
    whatsAppSends: application.whatsAppSends + whatsApp,
    nextAnswerAt: nextRequest(recurrenceCycle, startedAt, at),
    idleAt: application.idleAt ?? at + CYCLE_RULES[recurrenceCycle].idleAfterMs,
  });
}

/** Closes an application whose patient has not answered for the cycle's time. */
export function closeIdle(store: Store, application: ApplicationRow, at: number): void {
  const single = CYCLE_LENGTHS[application.recurrenceCycle] === null;
  if (single && findPendingSubmissions(store, application.id).length === 0) {
    // No request is open, so the patient is not inactive.
    store.update('application', { id: application.id }, { idleAt: null });
    return;
  }
  closePending(store, application.id, 'idle', at);
  moveApplication(store, application, 'idle', at, { ...AT_REST, canceledAt: at });
  queueApplicationCanceledIdle(store, application, at);
}

/** Skips a request that is withdrawn before its date: the cycle continues with the next one. */
export function skipRequest(store: Store, submission: SubmissionRow): void {
  if (submission.notifiedAt !== null || !submissionMachine.can(submission.status, 'cancel')) return;
  const application = applicationById(store, submission.formApplicationId);
  if (!application || application.nextAnswerAt === null) return;
  const { recurrenceCycle, startedAt, nextAnswerAt } = application;
  store.update(
    'application',
    { id: application.id },
    {
      nextAnswerAt: nextRequest(recurrenceCycle, startedAt, nextAnswerAt),
    },
  );
}
