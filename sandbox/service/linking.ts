import type { LinkRequest, LinkService } from '../professional/index.ts';
import { sendVerification } from './outbox/send.ts';
import { findIntegration, type IntegrationRow, integrationByToken } from './records/integration.ts';
import { findProfessional, type ProfessionalRow } from './records/professional.ts';
import type { Service } from './service.ts';
import { integrationMachine } from './states/integration.ts';
import type { Store } from './store/database.ts';

function write(store: Store, link: IntegrationRow, changes: Partial<IntegrationRow>): void {
  const { status, externalId, askedExternalId, verificationToken, updatedAt } = { ...link, ...changes };
  store.run(
    `UPDATE integration SET status = ?, externalId = ?, askedExternalId = ?, verificationToken = ?, updatedAt = ?
     WHERE partner = ? AND professionalId = ?`,
    status,
    externalId,
    askedExternalId,
    verificationToken,
    updatedAt,
    link.partner,
    link.professionalId,
  );
}

/**
 * Asks the professional to approve the link with the partner. Asking again sends the e-mail again: its link stays
 * the same, so that either e-mail works, and the newest `externalId` counts.
 * @throws ServiceError 422 where the link is active.
 */
export function askForLink(
  service: Service,
  partner: string,
  professional: ProfessionalRow,
  externalId: string,
): void {
  const { store, clock, identifiers } = service;
  const professionalId = professional.serviceId;
  const now = clock.now();
  store.transaction(() => {
    const link = findIntegration(store, partner, professionalId);
    const waits = link?.askedExternalId != null && link.verificationToken !== null;
    const token = waits ? (link.verificationToken ?? '') : identifiers.token();
    const asked = { askedExternalId: externalId, verificationToken: token, updatedAt: now };
    if (link) write(store, link, { ...asked, status: integrationMachine.next(link.status, 'ask') });
    else {
      store.insert('integration', {
        ...asked,
        partner,
        professionalId,
        externalId,
        status: 'PENDING',
        createdAt: now,
      });
    }
    sendVerification(store, professional, partner, token, now);
  });
}

function look(store: Store, token: string): { request: LinkRequest; link?: IntegrationRow } {
  const link = integrationByToken(store, token);
  const professional = link && findProfessional(store, link.professionalId);
  if (!link || !professional) return { request: { kind: 'unknown' } };
  if (link.askedExternalId === null) return { request: { kind: 'used' } };
  const professionalName = [professional.name, professional.surname].filter(Boolean).join(' ');
  const { partner } = link;
  return { link, request: { kind: 'open', partner, professionalName, email: professional.email } };
}

/** What the page of the verification link asks of the service. */
export function createLinkService({ store, clock }: Service): LinkService {
  return {
    look: (token) => look(store, token).request,
    approve(token) {
      const { request, link } = look(store, token);
      if (!link) return request;
      // The token stays, so that the page can tell a used link from an unknown one.
      write(store, link, {
        status: integrationMachine.next(link.status, 'approve'),
        externalId: link.askedExternalId ?? link.externalId,
        askedExternalId: null,
        updatedAt: clock.now(),
      });
      return { kind: 'approved', partner: link.partner };
    },
  };
}
