import type { Professional } from '@instrument-panel/client/contract';
import { iso } from '../clock.ts';
import type { Store } from '../store/database.ts';

/** A row of `professional`: an account with the service, whoever is linked to it. */
export interface ProfessionalRow {
  readonly serviceId: string;
  readonly name: string;
  readonly surname: string | null;
  readonly email: string;
  readonly cellphone: string | null;
  readonly occupation: string | null;
  readonly status: string;
  /** Whether the plan includes AI analysis; 0 or 1. */
  readonly hasAiAnalysis: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

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
