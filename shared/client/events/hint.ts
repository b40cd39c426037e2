import type { EventHint as Hint } from '../contract/proxy-api/events.ts';
import { EventHint } from '../contract/summaries.ts';

/** Reads the data of an event; null where it is none. */
export function readHint(data: string): Hint | null {
  try {
    return EventHint.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

const isOther = (said: string | null | undefined, own: string): boolean =>
  typeof said === 'string' && said.toLowerCase() !== own.toLowerCase();

/** False where the event says that it is about another patient or another instrument; silence may mean anyone. */
export const mayConcern = (hint: Hint, patientId: string, formId: string | null): boolean =>
  !isOther(hint.patientId, patientId) && (formId === null || !isOther(hint.formTemplateId, formId));
