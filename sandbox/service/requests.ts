import { PENDING_SUBMISSION_STATUSES } from '../../shared/contract/index.ts';
import { sendToPatient } from './outbox/send.ts';
import { type ApplicationRow, applicationById, moveApplication } from './records/application.ts';
import { createSubmission, moveSubmission, type SubmissionRow } from './records/submission.ts';
import { CYCLE_RULES, deadlineOf, nextRequest } from './recurrence.ts';
import { type SubmissionTrigger, submissionMachine } from './states/submission.ts';
import type { Store } from './store/database.ts';
import { queueApplicationCanceledIdle } from './webhooks/queue.ts';

const PENDING = PENDING_SUBMISSION_STATUSES.map((status) => `'${status}'`).join(', ');

/** Submissions of an application that can still be answered, newest first. */
export const pendingOf = (store: Store, applicationId: number): SubmissionRow[] =>
  store.all(
    `SELECT * FROM submission WHERE formApplicationId = ? AND status IN (${PENDING}) ORDER BY id DESC`,
    applicationId,
  );

/** Takes every pending submission of an application through `trigger`. */
export function closePending(
  store: Store,
  applicationId: number,
  trigger: Extract<SubmissionTrigger, 'cancel' | 'idle'>,
  at: number,
): void {
  for (const submission of pendingOf(store, applicationId)) moveSubmission(store, submission, trigger, at);
}

/**
 * Sends the application's next request at the instant `at`: the submission that waits, or a new one, becomes
 * IN_PROGRESS, and what is LATE is cancelled, since its successor exists.
 */
export function sendRequest(store: Store, application: ApplicationRow, at: number): void {
  const { id, recurrenceCycle, startedAt } = application;
  const [waiting, ...others] = pendingOf(store, id).toSorted(
    (a, b) => Number(a.notifiedAt !== null) - Number(b.notifiedAt !== null),
  );
  const isWaiting = waiting?.notifiedAt === null;
  const request = isWaiting ? waiting : createSubmission(store, application, at, at);
  moveSubmission(store, request, 'request', at, {
    notifiedAt: at,
    deadline: deadlineOf(recurrenceCycle, startedAt, at),
  });
  for (const earlier of isWaiting ? others : [waiting, ...others]) {
    if (earlier?.status === 'LATE') moveSubmission(store, earlier, 'supersede', at);
  }
  const whatsApp = sendToPatient(store, application, request.id, at);
  moveApplication(store, application, 'request', at, {
    whatsAppSends: application.whatsAppSends + whatsApp,
    nextAnswerAt: nextRequest(recurrenceCycle, startedAt, at),
    idleAt: application.idleAt ?? at + CYCLE_RULES[recurrenceCycle].idleAfter,
  });
}

/** Closes an application whose patient has not answered for the cycle's time. */
export function closeIdle(store: Store, application: ApplicationRow, at: number): void {
  const single = CYCLE_RULES[application.recurrenceCycle].every === null;
  if (single && pendingOf(store, application.id).length === 0) {
    // Nothing is asked of the patient any more, so nobody is inactive.
    store.update('application', 'id', application.id, { idleAt: null });
    return;
  }
  closePending(store, application.id, 'idle', at);
  moveApplication(store, application, 'idle', at, { nextAnswerAt: null, idleAt: null, canceledAt: at });
  queueApplicationCanceledIdle(store, application, at);
}

/** A request that is withdrawn before its date is not made again: the cycle goes on with the next one. */
export function skipRequest(store: Store, submission: SubmissionRow): void {
  if (submission.notifiedAt !== null || !submissionMachine.can(submission.status, 'cancel')) return;
  const application = applicationById(store, submission.formApplicationId);
  if (!application || application.nextAnswerAt === null) return;
  const { recurrenceCycle, startedAt, nextAnswerAt } = application;
  store.update('application', 'id', application.id, {
    nextAnswerAt: nextRequest(recurrenceCycle, startedAt, nextAnswerAt),
  });
}
