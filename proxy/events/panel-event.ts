import type { StoredEvent } from '../storage/storage.ts';

/** An event as the partner's own code gets it: identifiers only, so whatever it is about has to be read anew. */
export interface PanelEvent extends Omit<StoredEvent, 'receivedAt'> {
  /** ISO 8601. */
  readonly receivedAt: string;
}

/** Writes the time of an event as the partner reads it. */
export const panelEvent = (event: StoredEvent): PanelEvent => ({
  ...event,
  receivedAt: new Date(event.receivedAt).toISOString(),
});
