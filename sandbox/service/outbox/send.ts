import { ANSWER_PATH, type ApplicationRow } from '../records/application.ts';
import { LINK_PATH } from '../records/integration.ts';
import { findPatient } from '../records/patient.ts';
import { findProfessional, type ProfessionalRow } from '../records/professional.ts';
import type { Store } from '../store/database.ts';
import type { MessageRow } from './message.ts';

const fullName = (person: { readonly name: string; readonly surname: string | null }): string =>
  [person.name, person.surname].filter(Boolean).join(' ');

function put(store: Store, message: Omit<MessageRow, 'id'>): void {
  store.insert('message', { ...message });
}

/** Where a request of the application goes: each channel that it notifies by and the patient can be reached on. */
export function channelsOf(
  store: Store,
  application: ApplicationRow,
): readonly { readonly channel: MessageRow['channel']; readonly recipient: string }[] {
  const patient = findPatient(store, application.professionalId, application.patientId);
  return [
    ...(application.notifyEmail === 1 && patient?.email
      ? [{ channel: 'EMAIL', recipient: patient.email } as const]
      : []),
    ...(application.notifyWhatsApp === 1 && patient?.cellphone
      ? [{ channel: 'WHATSAPP', recipient: patient.cellphone } as const]
      : []),
  ];
}

/** Puts a request to answer into the outbox, once for each channel; gives how many went by WhatsApp. */
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
  const channels = channelsOf(store, application);
  for (const { channel, recipient } of channels) {
    put(store, {
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
  put(store, {
    at,
    channel: 'EMAIL',
    recipient: professional.email,
    kind: 'ACCOUNT_LINK',
    path: `${LINK_PATH}/${token}`,
    fromName: partner,
    toName: fullName(professional),
    professionalId: professional.serviceId,
    patientId: null,
    formTemplateId: null,
    hideTitle: 0,
    formApplicationId: null,
    formSubmissionId: null,
  });
}
