import { ServiceError } from '../errors.ts';
import type { IntegrationState } from '../states/integration.ts';
import type { Store } from '../store/database.ts';

/** A row of `integration`: the link between one professional and one partner. */
export interface IntegrationRow {
  readonly partner: string;
  readonly professionalId: string;
  readonly externalId: string;
  readonly status: IntegrationState;
  /** Of a request that waits for the professional's approval. */
  readonly askedExternalId: string | null;
  readonly verificationToken: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const findIntegration = (
  store: Store,
  partner: string,
  professionalId: string,
): IntegrationRow | undefined =>
  store.one('SELECT * FROM integration WHERE partner = ? AND professionalId = ?', partner, professionalId);

/** Path under which the links of verification e-mails lie. */
export const LINK_PATH = '/connect';

export const integrationByToken = (store: Store, token: string): IntegrationRow | undefined =>
  store.one('SELECT * FROM integration WHERE verificationToken = ?', token);

/**
 * The active link that every route under a professional needs.
 * @throws ServiceError 404 `INTEGRATION_NOT_FOUND`.
 */
export function requireLink(store: Store, partner: string, professionalId: string): IntegrationRow {
  const link = findIntegration(store, partner, professionalId);
  if (link?.status !== 'ACTIVE') {
    throw new ServiceError(
      404,
      'INTEGRATION_NOT_FOUND',
      'No active link between this professional and the partner. Ask for one with POST /connect.',
    );
  }
  return link;
}
