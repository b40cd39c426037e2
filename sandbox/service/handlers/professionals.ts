import { notFound, ServiceError } from '../errors.ts';
import type { Handlers } from '../http/handler.ts';
import { askForLink } from '../linking.ts';
import {
  findIntegration,
  findProfessional,
  findProfessionalByEmail,
  professionalJson,
  requireLink,
} from '../records/professional.ts';
import { integrationMachine } from '../states/machines.ts';

export const professionalHandlers = {
  /** Registers a professional. One who is linked already is returned; one who has an account must approve the link. */
  createProfessional: ({ service: { store, clock, identifiers }, partner, body }) => {
    const known = findProfessionalByEmail(store, body.email);
    if (known) {
      const link = findIntegration(store, partner, known.serviceId);
      if (link?.status === 'ACTIVE') return { status: 200, body: professionalJson(known, link.externalId) };
      throw new ServiceError(
        403,
        'PROFESSIONAL_CLAIM_REQUIRED',
        'This e-mail belongs to a professional who is not linked to the partner. Use POST /connect.',
      );
    }
    const now = clock.now();
    const begun = { status: 'ACTIVE', createdAt: now, updatedAt: now };
    const professional = {
      serviceId: identifiers.uuid(),
      name: body.name,
      surname: body.surname,
      email: body.email,
      cellphone: null,
      occupation: null,
      // One partner's plan has no AI analysis, to show its 403.
      hasAiAnalysis: Number(partner !== 'other'),
      ...begun,
    };
    store.transaction(() => {
      store.insert('professional', professional);
      const { serviceId: professionalId } = professional;
      store.insert('integration', { partner, professionalId, externalId: body.externalId, ...begun });
    });
    return { body: professionalJson(professional, body.externalId) };
  },

  checkProfessional: ({ service: { store }, partner, query }) => {
    const { serviceId = null } = findProfessionalByEmail(store, query.email) ?? {};
    const link = serviceId === null ? undefined : findIntegration(store, partner, serviceId);
    return { body: { exists: serviceId !== null, serviceId, linked: link?.status === 'ACTIVE' } };
  },

  getProfessional: ({ service, partner, path }) => {
    const professional = findProfessional(service.store, path.professionalId);
    if (!professional) throw notFound('professional');
    const link = requireLink(service.store, partner, path.professionalId);
    return { body: professionalJson(professional, link.externalId) };
  },

  /** Ends the link. The reply is chosen: the account link. */
  disconnectProfessional: ({ service: { store, clock }, partner, path: { professionalId } }) => {
    const link = requireLink(store, partner, professionalId);
    const status = integrationMachine.next(link.status, 'disconnect');
    store.update('integration', { partner, professionalId }, { status, updatedAt: clock.now() });
    const message = 'The link is inactive; no events are sent until it is renewed.';
    return { body: { status: 'DISCONNECTED', message } };
  },

  /** Links a professional who has an account: immediately if the link is active, else by an e-mail to approve. */
  connectProfessional: ({ service, partner, body }) => {
    const professional = findProfessionalByEmail(service.store, body.email);
    if (!professional) throw notFound('professional');
    const link = findIntegration(service.store, partner, professional.serviceId);
    if (link?.status === 'ACTIVE') {
      return { status: 200, body: { status: 'ALREADY_LINKED', message: 'The link is active already.' } };
    }
    askForLink(service, partner, professional, body.external_id);
    const message = 'The professional was sent an e-mail, and must approve through the link in it.';
    return { status: 202, body: { status: 'VERIFICATION_LINK_SENT', message } };
  },
} satisfies Partial<Handlers>;
