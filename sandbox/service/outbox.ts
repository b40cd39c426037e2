import type { Notification } from '@instrument-panel/client/contract';
import { findInstrument } from '../library/index.ts';
import { type SandboxLanguage, serviceMessages } from '../words/index.ts';
import { iso } from './clock.ts';
import type { Store } from './database.ts';
import { ANSWER_PATH, type ApplicationRow, toLink } from './records/application.ts';
import { findPatient } from './records/patient.ts';
import { findProfessional, LINK_PATH, type ProfessionalRow } from './records/professional.ts';
import type { ServiceContext } from './service.ts';

/** A row of `message`: a message that would have been sent, and the data of its text. */
export interface MessageRow {
  readonly id: number;
  readonly at: number;
  readonly channel: 'EMAIL' | 'WHATSAPP';
  /** E-mail address or number. */
  readonly recipient: string;
  readonly kind: 'REQUEST_TO_ANSWER' | 'ACCOUNT_LINK';
  /** Path of the link; the origin is known only once the server listens. */
  readonly path: string;
  readonly fromName: string;
  readonly toName: string;
  readonly professionalId: string;
  /** The patient and what is asked of them; null for a message to a professional. */
  readonly patientId: string | null;
  readonly formTemplateId: string | null;
  readonly hideTitle: number;
  readonly formApplicationId: number | null;
  readonly formSubmissionId: number | null;
}

function textOf(row: MessageRow, language: SandboxLanguage): string {
  const words = serviceMessages[language];
  if (row.kind === 'ACCOUNT_LINK')
    return words.accountLink({ professional: row.toName, partner: row.fromName });
  const instrument = row.formTemplateId === null ? undefined : findInstrument(row.formTemplateId);
  const title = row.hideTitle === 1 || !instrument ? null : instrument.title[language];
  return words.requestToAnswer({ patient: row.toName, professional: row.fromName, title });
}

/** Converts a message into one of `GET /sandbox/outbox`; `at` is RFC 3339. */
export function outboxJson(service: ServiceContext, row: MessageRow, language: SandboxLanguage) {
  const { id, channel, recipient: to, path } = row;
  return {
    id,
    at: iso(row.at),
    channel,
    to,
    text: textOf(row, language),
    link: toLink(service, path),
  };
}
export type OutboxMessage = ReturnType<typeof outboxJson>;

/** Converts a message into a notification (docs/service.md#notification). */
export function notificationJson(row: MessageRow & { readonly patientId: string }): Notification {
  const at = iso(row.at);
  return {
    id: row.id,
    formApplicationId: row.formApplicationId,
    formSubmissionId: row.formSubmissionId,
    patientId: row.patientId,
    professionalId: row.professionalId,
    patientName: row.toName,
    destinationEmail: row.channel === 'EMAIL' ? row.recipient : null,
    destinationPhoneNumber: row.channel === 'WHATSAPP' ? row.recipient : null,
    channel: row.channel,
    context: row.kind,
    provider: 'SANDBOX',
    status: 'SENT',
    createdAt: at,
    sentAt: at,
    updatedAt: at,
  };
}

export const fullName = (person: { readonly name: string; readonly surname: string | null }): string =>
  [person.name, person.surname].filter(Boolean).join(' ');

/** Finds the channels of a request: those of the application on which the patient can be reached. */
export function findChannels(store: Store, application: ApplicationRow) {
  const patient = findPatient(store, application.professionalId, application.patientId);
  const channels = [
    { channel: 'EMAIL', isOn: application.notifyEmail === 1, recipient: patient?.email },
    { channel: 'WHATSAPP', isOn: application.notifyWhatsApp === 1, recipient: patient?.cellphone },
  ] as const;
  return channels.flatMap(({ channel, isOn, recipient }) =>
    isOn && recipient ? [{ channel, recipient }] : [],
  );
}

/** Puts a request to answer into the outbox for each channel. Returns the number of WhatsApp messages. */
export function sendToPatient(
  store: Store,
  application: ApplicationRow,
  submissionId: number,
  at: number,
): number {
  const { professionalId, patientId } = application;
  const patient = findPatient(store, professionalId, patientId);
  const professional = findProfessional(store, professionalId);
  if (!patient || !professional) return 0;
  const channels = findChannels(store, application);
  for (const { channel, recipient } of channels) {
    store.insert('message', {
      at,
      channel,
      recipient,
      kind: 'REQUEST_TO_ANSWER',
      path: `${ANSWER_PATH}/${application.answerToken}`,
      fromName: fullName(professional),
      toName: fullName(patient),
      professionalId,
      patientId,
      formTemplateId: application.formTemplateId,
      hideTitle: application.hideFormTemplateTitle,
      formApplicationId: application.id,
      formSubmissionId: submissionId,
    });
  }
  return channels.filter(({ channel }) => channel === 'WHATSAPP').length;
}

/** Puts the e-mail that asks a professional to approve the link with a partner into the outbox. */
export function sendVerification(
  store: Store,
  professional: ProfessionalRow,
  partner: string,
  token: string,
  at: number,
): void {
  store.insert('message', {
    at,
    channel: 'EMAIL',
    recipient: professional.email,
    kind: 'ACCOUNT_LINK',
    path: `${LINK_PATH}/${token}`,
    fromName: partner,
    toName: fullName(professional),
    professionalId: professional.serviceId,
    hideTitle: 0,
  });
}
