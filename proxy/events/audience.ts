import { isAmong, type Narrowing } from '../forward/access.ts';
import type { StoredEvent } from '../storage/storage.ts';
import type { Claims } from '../token/index.ts';
import { dataOf, type EventData, ownDataOf } from './frame.ts';
import type { OwnerOf } from './owner.ts';

/** Who reads a stream. */
export interface Reader {
  readonly claims: Claims;
  /** The patients of the token; null where it is not narrowed. */
  readonly narrowing: Narrowing;
}

/** What a reader may be told of an event; null where nothing. Throws where that cannot be found out now. */
export type Audience = (reader: Reader, event: StoredEvent) => Promise<EventData | null>;

/**
 * Decides who is told of an event (design.md, Who sees what). A professional or patient gets the events of the
 * token's own professional, and where it is narrowed only those of its patients. What the signed payload does not
 * say is asked of the service; what the service does not say either is withheld.
 */
export function createAudience(ownerOf: OwnerOf): Audience {
  return async ({ claims, narrowing }, event) => {
    const isAnyones = claims.role === 'operations';
    if (!isAnyones && event.professionalId !== undefined && event.professionalId !== claims.pro) return null;
    if (narrowing && event.patientId !== undefined && !isAmong(narrowing, event.patientId)) return null;

    const isProfessionalSure = isAnyones || event.professionalId !== undefined;
    const isPatientSure = narrowing === null || event.patientId !== undefined;
    if (isProfessionalSure && isPatientSure) return ownDataOf(event);

    const professionalId = isAnyones ? event.professionalId : claims.pro;
    if (professionalId === undefined) return null;
    const owner = await ownerOf(event, professionalId);
    if (owner === null) return null;
    // Payload and record must name the same patient; where they do not, neither is believed.
    if (event.patientId !== undefined && event.patientId !== owner.patientId) return null;
    if (narrowing && !isAmong(narrowing, owner.patientId)) return null;
    return { ...dataOf(event, owner), professionalId };
  };
}
