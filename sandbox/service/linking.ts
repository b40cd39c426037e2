import { fullName, sendVerification } from './outbox.ts';
import { requirePatient } from './records/patient.ts';
import {
  findIntegration,
  findProfessional,
  integrationByToken,
  type ProfessionalRow,
} from './records/professional.ts';
import { closeActive } from './requests.ts';
import type { ServiceContext } from './service.ts';
import { integrationMachine } from './states/machines.ts';

/**
 * Asks the professional to approve the link with the partner. Asking again sends the e-mail again: its link stays
 * the same, so that either e-mail works, and the newest `externalId` counts.
 * @throws ServiceError 422 if the link is active.
 */
export function askForLink(
  service: ServiceContext,
  partner: string,
  professional: ProfessionalRow,
  externalId: string,
): void {
  const { store, clock, identifiers } = service;
  const keys = { partner, professionalId: professional.serviceId };
  const now = clock.now();
  store.transaction(() => {
    const link = findIntegration(store, partner, professional.serviceId);
    const token = (link?.askedExternalId != null && link.verificationToken) || identifiers.token();
    const asked = { askedExternalId: externalId, verificationToken: token, updatedAt: now };
    if (link) {
      const status = integrationMachine.next(link.status, 'ask');
      store.update('integration', keys, { ...asked, status });
    } else store.insert('integration', { ...keys, ...asked, externalId, status: 'PENDING', createdAt: now });
    sendVerification(store, professional, partner, token, now);
  });
}

/** State of the link of a verification e-mail. */
export type LinkRequest =
  /** Waits for the professional's approval. */
  | {
      readonly kind: 'open';
      readonly partner: string;
      readonly professionalName: string;
      readonly email: string;
    }
  | { readonly kind: 'approved'; readonly partner: string }
  /** Was approved earlier. */
  | { readonly kind: 'used' }
  | { readonly kind: 'unknown' };

/** Reads the state of a link without changing it. */
export function lookAtLink({ store }: ServiceContext, token: string): LinkRequest {
  const link = integrationByToken(store, token);
  const professional = link && findProfessional(store, link.professionalId);
  if (!professional) return { kind: 'unknown' };
  if (link.askedExternalId === null) return { kind: 'used' };
  const { email } = professional;
  return { kind: 'open', partner: link.partner, professionalName: fullName(professional), email };
}

/** Approves a request that waits, and returns `approved`. Any other state stays as it is. */
export function approveLink(service: ServiceContext, token: string): LinkRequest {
  const request = lookAtLink(service, token);
  const link = integrationByToken(service.store, token);
  if (request.kind !== 'open' || !link) return request;
  const { partner, professionalId, askedExternalId } = link;
  // The token stays, so that the page can tell a used link from an unknown one.
  const approved = {
    status: integrationMachine.next(link.status, 'approve'),
    externalId: askedExternalId ?? link.externalId,
    askedExternalId: null,
    updatedAt: service.clock.now(),
  };
  service.store.update('integration', { partner, professionalId }, approved);
  return { kind: 'approved', partner };
}

/**
 * Unlinks a patient from a professional, as happens outside of the interface: the active applications are closed,
 * and the professional has no such patient any more. What was answered stays in the lists of the professional.
 * @throws ServiceError 404 if the professional has no such patient.
 */
export function unlinkFromProfessional(
  { store, clock }: ServiceContext,
  professionalId: string,
  patientId: string,
): void {
  requirePatient(store, professionalId, patientId);
  store.transaction(() => {
    closeActive(store, { professionalId, patientId }, null, 'unlink-patient', clock.now());
    // A request that closed as idle could still be answered, and so may have a draft.
    store.run(
      `DELETE FROM draft WHERE formSubmissionId IN
       (SELECT id FROM submission WHERE professionalId = ? AND patientId = ?)`,
      professionalId,
      patientId,
    );
    store.run('DELETE FROM relation WHERE professionalId = ? AND patientId = ?', professionalId, patientId);
  });
}
