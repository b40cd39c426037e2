import type { EventHint } from '@instrument-panel/client/proxy';
import type { StoredEvent } from '../storage/storage.ts';

/** Whose an event is, as far as it had to be asked of the service. */
export interface Owner {
  readonly patientId: string;
  readonly formTemplateId?: string | undefined;
}

/** Kept as long as the event or its data is: the same event goes to thousands of readers. */
const asItIs = new WeakMap<StoredEvent, EventHint>();
const texts = new WeakMap<EventHint, string>();

/** The data of an event without its owner. */
export function toOwnEventHint(event: StoredEvent): EventHint {
  const known = asItIs.get(event) ?? toEventHint(event);
  asItIs.set(event, known);
  return known;
}

/** The data of an event, with what was learnt of its owner. */
export const toEventHint = (event: StoredEvent, owner: Partial<Owner> = {}): EventHint => ({
  kind: event.kind,
  submissionId: event.submissionId,
  applicationId: event.applicationId,
  patientId: event.patientId ?? owner.patientId,
  formTemplateId: event.formTemplateId ?? owner.formTemplateId,
  professionalId: event.professionalId,
});

/** An event as text (HTML standard, Server-sent events). Kinds and ids hold no line break, nor does JSON. */
export function frame(sequence: number, data: EventHint): string {
  const known = texts.get(data);
  if (known !== undefined) return known;
  const text = `id: ${sequence}\ndata: ${JSON.stringify(data)}\n\n`;
  texts.set(data, text);
  return text;
}

/** Some events cannot be told: the reader is to read what it shows again, and goes on after `sequence`. */
export const resync = (sequence: number): string => `id: ${sequence}\nevent: resync\ndata: {}\n\n`;

/** The last thing that a stream says; `expired` asks for a new token, `revoked` for a new sign-in. */
export const farewell = (reason: 'expired' | 'revoked'): string => `event: ${reason}\ndata: {}\n\n`;

/**
 * Says that the connection lives, and how far the reader has come: if all events were other people's it would
 * otherwise resume from where it began. An id without data is taken and raises no event.
 */
export const heartbeat = (sequence: number): string => `: heartbeat\nid: ${sequence}\n\n`;

/** The beginning of a stream: when to come back after a loss, in milliseconds, and from where. */
export const opening = (sequence: number): string => `retry: 3000\n: open\nid: ${sequence}\n\n`;
