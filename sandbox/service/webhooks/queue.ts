import { randomUUID } from 'node:crypto';
import {
  APPLICATION_CANCELED_IDLE,
  type ApplicationCanceledIdleEvent,
  SUBMISSION_ANSWERED,
  type SubmissionAnsweredEvent,
} from '@instrument-panel/client/contract';
import { iso } from '../clock.ts';
import type { ApplicationRow } from '../records/application.ts';
import type { SubmissionRow } from '../records/submission.ts';
import type { Store } from '../store/database.ts';

/** A partner that receives a professional's events, and its own identifier of the professional. */
interface Receiver {
  readonly partner: string;
  readonly externalId: string;
}

/**
 * Partners with an endpoint and an active link: "events of a professional's applications are not sent while the
 * integration with that professional is INACTIVE". What happens then is not queued, so it is not sent later.
 */
const receiversOf = (store: Store, professionalId: string): Receiver[] =>
  store.all(
    `SELECT integration.partner, externalId FROM webhook CROSS JOIN integration USING (partner)
     WHERE professionalId = ? AND status = 'ACTIVE'`,
    professionalId,
  );

type Event = SubmissionAnsweredEvent | ApplicationCanceledIdleEvent;

/** Queues an event for each receiver; `toEvent` gives what it says to a partner. Null: nothing. */
function queue(
  store: Store,
  professionalId: string,
  at: number,
  toEvent: (receiver: Receiver) => Pick<Event, 'event' | 'data'> | null,
): void {
  for (const receiver of receiversOf(store, professionalId)) {
    const content = toEvent(receiver);
    if (!content) continue;
    const id = randomUUID();
    const { event, data } = content;
    store.insert('delivery', {
      id,
      partner: receiver.partner,
      professionalId,
      event,
      // The text itself is kept: every try sends the same bytes.
      body: JSON.stringify({ id, event, createdAt: iso(at), data }),
      status: 'QUEUED',
      nextTryAt: Date.now(),
    });
  }
}

/** Queues `SUBMISSION_ANSWERED` for every partner linked to the professional; call it in the answer's transaction. */
export function queueSubmissionAnswered(store: Store, submission: SubmissionRow, at: number): void {
  const { id: submissionId, formApplicationId: applicationId } = submission;
  const { professionalId, patientId, formTemplateId } = submission;
  queue(store, professionalId, at, ({ externalId: externalProfessionalId }) => ({
    event: SUBMISSION_ANSWERED,
    data: { submissionId, applicationId, externalProfessionalId, professionalId, patientId, formTemplateId },
  }));
}

/**
 * Queues `APPLICATION_CANCELED_IDLE`; call it in the closing's transaction. Its payload says `createdByPartner`
 * true and nothing else, so it goes to the partner that created the application, and to no other.
 */
export function queueApplicationCanceledIdle(store: Store, application: ApplicationRow, at: number): void {
  const { id: applicationId, professionalId, patientId } = application;
  queue(store, professionalId, at, ({ partner, externalId }) => {
    if (partner !== application.partner) return null;
    const about = { externalProfessionalId: externalId, professionalId, patientId };
    const data = { applicationId, canceledAt: iso(at), createdByPartner: true as const, ...about };
    return { event: APPLICATION_CANCELED_IDLE, data };
  });
}
