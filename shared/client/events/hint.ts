import * as z from 'zod/mini';
import { Id, maybe, Uuid } from '../contract/field.ts';

/**
 * What a page is told of an event: identifiers only, each where it is known. Ids of patients, instruments and
 * professionals are UUIDs in lower case.
 */
export const EventHint = z.object({
  kind: z.string(),
  submissionId: maybe(Id),
  applicationId: maybe(Id),
  patientId: maybe(Uuid),
  formTemplateId: maybe(Uuid),
  professionalId: maybe(Uuid),
});
export type EventHint = z.infer<typeof EventHint>;

/** Reads the data of an event; null where it is none. */
export function readHint(data: string): EventHint | null {
  try {
    return EventHint.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

const isOther = (said: string | null | undefined, own: string): boolean =>
  typeof said === 'string' && said.toLowerCase() !== own.toLowerCase();

/** False where the event says that it is about another patient or another instrument; silence may mean anyone. */
export const mayConcern = (hint: EventHint, patientId: string, formId: string | null): boolean =>
  !isOther(hint.patientId, patientId) && (formId === null || !isOther(hint.formTemplateId, formId));
