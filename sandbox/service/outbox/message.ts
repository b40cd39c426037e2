import type { Notification } from '@instrument-panel/client/contract';
import { findInstrument } from '../../library/index.ts';
import { type SandboxLanguage, serviceMessages } from '../../words/index.ts';
import { iso } from '../clock.ts';
import type { Service } from '../service.ts';

/** A row of `message`: what would have been sent, and the facts that its text is made of. */
export interface MessageRow {
  readonly id: number;
  readonly at: number;
  readonly channel: 'EMAIL' | 'WHATSAPP';
  /** E-mail address or number. */
  readonly recipient: string;
  readonly kind: 'REQUEST_TO_ANSWER' | 'ACCOUNT_LINK';
  /** Of the link: the origin is known only once the server listens. */
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

/** A message as `GET /sandbox/outbox` gives it. */
export interface OutboxMessage {
  readonly id: number;
  /** RFC 3339. */
  readonly at: string;
  readonly channel: string;
  readonly to: string;
  readonly text: string;
  readonly link: string;
}

function textOf(row: MessageRow, language: SandboxLanguage): string {
  const words = serviceMessages[language];
  if (row.kind === 'ACCOUNT_LINK')
    return words.accountLink({ professional: row.toName, partner: row.fromName });
  const instrument = row.formTemplateId === null ? undefined : findInstrument(row.formTemplateId);
  const title = row.hideTitle === 1 || !instrument ? null : instrument.title[language];
  return words.requestToAnswer({ patient: row.toName, professional: row.fromName, title });
}

export function outboxJson(service: Service, row: MessageRow, language: SandboxLanguage): OutboxMessage {
  return {
    id: row.id,
    at: iso(row.at),
    channel: row.channel,
    to: row.recipient,
    text: textOf(row, language),
    link: `${service.publicUrl}${row.path}`,
  };
}

/** The same message as the interface gives it (Resources, Notification); the enumerated values are chosen. */
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
