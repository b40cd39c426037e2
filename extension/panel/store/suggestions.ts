import type { ApplyState } from '@instrument-panel/shared/ui/apply/state';
import type { Course } from './course.ts';

/** How many instruments are suggested. */
const MOST = 4;

/** An instrument that is suggested, and why. */
export interface Suggestion {
  readonly id: string;
  readonly name: string;
  readonly from: 'patient' | 'browser';
}

/**
 * Instruments to apply with one click less: those that the patient answered before, the newest first, then those
 * applied lately from this browser. What is in use already is none: applying it again asks for a word more.
 */
export function suggestionsOf(
  { library, inUse }: Pick<ApplyState, 'library' | 'inUse'>,
  courses: readonly Pick<Course, 'formId' | 'isAnswered'>[],
  recent: readonly string[],
): readonly Suggestion[] {
  const answered = courses.filter(({ isAnswered }) => isAnswered).map(({ formId }) => formId);
  const ids = [...new Set([...answered, ...recent])];
  return ids
    .filter((id) => !inUse.has(id))
    .flatMap((id) => {
      const found = library.find((one) => one.id === id);
      const from = answered.includes(id) ? ('patient' as const) : ('browser' as const);
      return found ? [{ id, name: found.name, from }] : [];
    })
    .slice(0, MOST);
}
