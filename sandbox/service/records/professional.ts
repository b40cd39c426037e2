import type { Professional } from '@instrument-panel/client/contract';
import { iso } from '../clock.ts';
import type { Store, Stored } from '../database.ts';
import { ServiceError } from '../errors.ts';
import type { IntegrationState } from '../states/machines.ts';

/** A row of `professional`: an account with the service, with or without linked partners. */
export type ProfessionalRow = Omit<Stored<Professional>, 'externalId' | 'email'> & {
  readonly email: string;
  /** Whether the plan includes AI analysis; 0 or 1. */
  readonly hasAiAnalysis: number;
};

export const findProfessional = (store: Store, id: string): ProfessionalRow | undefined =>
  store.one('SELECT * FROM professional WHERE serviceId = ?', id);

/** By e-mail, upper and lower case alike. */
export const findProfessionalByEmail = (store: Store, email: string): ProfessionalRow | undefined =>
  store.one('SELECT * FROM professional WHERE email = ?', email);

/** The professional as a partner sees it: `externalId` is that partner's own. */
export function professionalJson(row: ProfessionalRow, externalId: string): Professional {
  const { hasAiAnalysis: _, ...shown } = row;
  return { ...shown, externalId, createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) };
}

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

const OF_PARTNER = 'SELECT * FROM integration WHERE partner = ? AND professionalId = ?';

export const findIntegration = (store: Store, partner: string, professionalId: string) =>
  store.one<IntegrationRow>(OF_PARTNER, partner, professionalId);

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
