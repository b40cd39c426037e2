import { randomBytes } from 'node:crypto';
import type { Session } from '../staff/sessions.ts';

/** Milliseconds for which a chart can be opened by its visit. */
const LIFE = 3_600_000;
const MOST = 5_000;

/**
 * Charts that a frame of another origin may show. The cookie does not reach there, and the address must not say
 * who the patient is: it carries a number that means nothing to anybody else.
 */
export function createVisits(now: () => number) {
  const visits = new Map<
    string,
    { readonly sessionId: string; readonly record: string; readonly at: number }
  >();
  return {
    open(session: Session, record: string): string {
      const oldest = visits.keys().next().value;
      if (visits.size >= MOST && oldest !== undefined) visits.delete(oldest);
      const visit = randomBytes(24).toString('base64url');
      visits.set(visit, { sessionId: session.id, record, at: now() });
      return visit;
    },
    /** Whose chart it is, and by which session it was opened; null where it is over or was never there. */
    find(visit: string): { readonly sessionId: string; readonly record: string } | null {
      const found = visits.get(visit);
      return found && now() - found.at <= LIFE ? found : null;
    },
  };
}
