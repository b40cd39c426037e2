import { randomUUID } from 'node:crypto';
import {
  APPLICATION_CANCELED_IDLE,
  type ApplicationCanceledIdleEvent,
  SUBMISSION_ANSWERED,
  type SubmissionAnsweredEvent,
} from '@instrument-panel/client/contract';
import { iso, isoOrNull } from '../clock.ts';
import type { Store } from '../database.ts';
import type { ApplicationRow } from '../records/application.ts';
import type { IntegrationRow } from '../records/professional.ts';
import type { SubmissionRow } from '../records/submission.ts';

/**
 * - `QUEUED`: waits for its next try, or for the professional's link to become active again;
 * - `DELIVERED`: answered with 2xx;
 * - `FAILED`: the last try failed;
 * - `CANCELED`: the endpoint was removed before it was delivered.
 */
export const DELIVERY_STATUSES = ['QUEUED', 'DELIVERED', 'FAILED', 'CANCELED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A row of `delivery`: one event for one partner. */
export interface DeliveryRow {
  /** Order in which events were queued. */
  readonly sequence: number;
  /** Id of the envelope. */
  readonly id: string;
  readonly partner: string;
  readonly professionalId: string;
  readonly event: string;
  /** The raw text that every try sends. */
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly tries: number;
  /** Real time, milliseconds since the epoch; null if none will follow. */
  readonly nextTryAt: number | null;
}

export interface Attempt {
  /** Real time, milliseconds since the epoch. */
  readonly at: number;
  /** HTTP status; null if no answer came. */
  readonly status: number | null;
  readonly ms: number;
  /** Why no answer came, in a word or a short sentence without data. */
  readonly error: string | null;
}

/** Finds the next delivery of a partner. Those of a professional whose link is inactive wait. */
export const nextDelivery = (store: Store, partner: string): DeliveryRow | undefined =>
  store.one(
    `SELECT delivery.* FROM delivery CROSS JOIN integration USING (partner, professionalId)
     WHERE delivery.partner = ? AND delivery.status = 'QUEUED' AND integration.status = 'ACTIVE'
     ORDER BY sequence LIMIT 1`,
    partner,
  );

/** Creates all queued deliveries of a partner due. */
export function tryAtOnce(store: Store, partner: string): void {
  store.run(`UPDATE delivery SET nextTryAt = ? WHERE partner = ? AND status = 'QUEUED'`, Date.now(), partner);
}

/** Stores an attempt and the new state of its delivery: delivered, given up, or to be tried again at `nextTryAt`. */
export function recordAttempt(
  store: Store,
  { sequence }: DeliveryRow,
  attempt: Attempt,
  status: DeliveryStatus,
  nextTryAt: number | null = null,
): void {
  store.transaction(() => {
    store.insert('deliveryAttempt', { deliverySequence: sequence, ...attempt });
    store.run('UPDATE delivery SET tries = tries + 1 WHERE sequence = ?', sequence);
    store.run(
      // What was withdrawn while it was under way stays so, unless it arrived.
      `UPDATE delivery SET status = ?1, nextTryAt = ?2
       WHERE sequence = ?3 AND (status = 'QUEUED' OR ?1 = 'DELIVERED')`,
      status,
      nextTryAt,
      sequence,
    );
  });
}

/** Lists the deliveries with their attempts, newest first. Instants are real time, except inside `body`. */
export function deliveriesJson(store: Store, limit: number, wanted: DeliveryStatus | null) {
  const rows = store.all<DeliveryRow>(
    'SELECT * FROM delivery WHERE ?1 IS NULL OR status = ?1 ORDER BY sequence DESC LIMIT ?2',
    wanted,
    limit,
  );
  const attemptsOf =
    'SELECT at, status, ms, error FROM deliveryAttempt WHERE deliverySequence = ? ORDER BY id';
  return rows.map(({ sequence, id, partner, event, status, nextTryAt, body }) => ({
    id,
    partner,
    event,
    status,
    nextTryAt: isoOrNull(nextTryAt),
    body,
    attempts: store
      .all<Attempt>(attemptsOf, sequence)
      .map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
  }));
}
export type DeliveryJson = ReturnType<typeof deliveriesJson>[number];

type Receiver = Pick<IntegrationRow, 'partner' | 'externalId'>;

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
