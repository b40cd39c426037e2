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

function queue(store: Store, partner: string, professionalId: string, event: Event): void {
  store.insert('delivery', {
    id: event.id,
    partner,
    professionalId,
    event: event.event,
    // The text itself is kept: every try sends the same bytes.
    body: JSON.stringify(event),
    status: 'QUEUED',
    nextTryAt: Date.now(),
  });
}

/** Queues `SUBMISSION_ANSWERED` for every partner linked to the professional; call it in the answer's transaction. */
export function queueSubmissionAnswered(store: Store, submission: SubmissionRow, at: number): void {
  const { professionalId, patientId, formTemplateId } = submission;
  for (const { partner, externalId } of receiversOf(store, professionalId)) {
    queue(store, partner, professionalId, {
      id: randomUUID(),
      event: SUBMISSION_ANSWERED,
      createdAt: iso(at),
      data: {
        submissionId: submission.id,
        applicationId: submission.formApplicationId,
        externalProfessionalId: externalId,
        professionalId,
        patientId,
        formTemplateId,
      },
    });
  }
}

/**
 * Queues `APPLICATION_CANCELED_IDLE`; call it in the closing's transaction. Its payload says `createdByPartner`
 * true and nothing else, so it goes to the partner that created the application, and to no other.
 */
export function queueApplicationCanceledIdle(store: Store, application: ApplicationRow, at: number): void {
  const { professionalId, patientId } = application;
  for (const { partner, externalId } of receiversOf(store, professionalId)) {
    if (partner !== application.partner) continue;
    queue(store, partner, professionalId, {
      id: randomUUID(),
      event: APPLICATION_CANCELED_IDLE,
      createdAt: iso(at),
      data: {
        applicationId: application.id,
        canceledAt: iso(at),
        createdByPartner: true,
        externalProfessionalId: externalId,
        professionalId,
        patientId,
      },
    });
  }
}
