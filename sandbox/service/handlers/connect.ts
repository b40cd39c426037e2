import { notFound } from '../errors.ts';
import type { HandlerOf } from '../http/handler.ts';
import { askForLink } from '../linking.ts';
import { findIntegration } from '../records/integration.ts';
import { findProfessionalByEmail } from '../records/professional.ts';

/** Links a professional who has an account: at once where the link is active, else by an e-mail to approve. */
export const connectProfessional: HandlerOf<'connectProfessional'> = ({ service, partner, body }) => {
  const professional = findProfessionalByEmail(service.store, body.email);
  if (!professional) throw notFound('professional');
  const link = findIntegration(service.store, partner, professional.serviceId);
  if (link?.status === 'ACTIVE') {
    return { status: 200, body: { status: 'ALREADY_LINKED', message: 'The link is active already.' } };
  }
  askForLink(service, partner, professional, body.external_id);
  return {
    status: 202,
    body: {
      status: 'VERIFICATION_LINK_SENT',
      message: 'The professional was sent an e-mail, and must approve through the link in it.',
    },
  };
};
