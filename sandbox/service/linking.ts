import { ACTIVE_APPLICATION_STATUSES } from '@instrument-panel/client/contract';
import type { LinkRequest, LinkService } from '../pages/link-pages.ts';
import { fullName, sendVerification } from './outbox.ts';
import type { ApplicationRow } from './records/application.ts';
import { requirePatient } from './records/patient.ts';
import {
  findIntegration,
  findProfessional,
  type IntegrationRow,
  integrationByToken,
  type ProfessionalRow,
} from './records/professional.ts';
import { closeApplication } from './requests.ts';
import type { ServiceContext } from './service.ts';
import { integrationMachine } from './states/machines.ts';
import type { Store } from './store/database.ts';

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

function look(store: Store, token: string): { request: LinkRequest; link?: IntegrationRow } {
  const link = integrationByToken(store, token);
  const professional = link && findProfessional(store, link.professionalId);
  if (!link || !professional) return { request: { kind: 'unknown' } };
  if (link.askedExternalId === null) return { request: { kind: 'used' } };
  const professionalName = fullName(professional);
  const { partner } = link;
  return { link, request: { kind: 'open', partner, professionalName, email: professional.email } };
}

/** Creates the service behind the page of the verification link. */
export function createLinkService({ store, clock }: ServiceContext): LinkService {
  return {
    look: (token) => look(store, token).request,
    approve(token) {
      const { request, link } = look(store, token);
      if (!link) return request;
      // The token stays, so that the page can tell a used link from an unknown one.
      const { partner, professionalId, status, askedExternalId, externalId } = link;
      store.update(
        'integration',
        { partner, professionalId },
        {
          status: integrationMachine.next(status, 'approve'),
          externalId: askedExternalId ?? externalId,
          askedExternalId: null,
          updatedAt: clock.now(),
        },
      );
      return { kind: 'approved', partner };
    },
  };
}

const ACTIVE = ACTIVE_APPLICATION_STATUSES.map((status) => `'${status}'`).join(', ');

/**
 * Unlinks a patient from a professional, as happens outside of the interface: the active applications are closed,
 * and the professional has no such patient any more. What was answered stays in the lists of the professional.
 * @throws ServiceError 404 if the professional has no such patient.
 */
export function unlinkFromProfessional(
  service: ServiceContext,
  professionalId: string,
  patientId: string,
): void {
  const { store, clock } = service;
  requirePatient(store, professionalId, patientId);
  const now = clock.now();
  store.transaction(() => {
    const rows = store.all<ApplicationRow>(
      `SELECT * FROM application WHERE +professionalId = ? AND patientId = ? AND status IN (${ACTIVE})`,
      professionalId,
      patientId,
    );
    for (const row of rows) closeApplication(store, row, 'unlink-patient', now);
    store.run('DELETE FROM relation WHERE professionalId = ? AND patientId = ?', professionalId, patientId);
  });
}
