import type { InstrumentDefinition } from './definition.ts';
import { phq9 } from './instruments/phq-9.ts';

/** Every instrument of the library, in the order in which it is listed. */
export const LIBRARY: readonly InstrumentDefinition[] = [phq9];

/** The instrument of a UUID (`formId`, in any case of letters), or undefined. */
export function findInstrument(id: string): InstrumentDefinition | undefined {
  const wanted = id.toLowerCase();
  return LIBRARY.find((instrument) => instrument.id === wanted);
}
