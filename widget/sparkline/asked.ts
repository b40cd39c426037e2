import { isUuid } from '@instrument-panel/client/params';
import { invalidAttribute, PanelError } from '../panel/problem.ts';

/** What a sparkline is asked to show; UUIDs in lower case. */
export interface SparklineAsked {
  readonly professionalId: string;
  readonly patientId: string;
  /** Null for the instrument of the patient's latest answer. */
  readonly formId: string | null;
}

/**
 * Reads what is asked from attributes.
 *
 * @throws {PanelError} `missing` or `invalid`, naming the attribute; the value itself stays out, since it may be a patient's
 */
export function askedOf(given: (attribute: string) => string | null): SparklineAsked {
  const id = (name: string): string | null => {
    const value = given(name);
    if (value && !isUuid(value)) {
      throw invalidAttribute(name);
    }
    return value?.toLowerCase() || null;
  };
  const needed = (name: string): string => {
    const value = id(name);
    if (!value) throw new PanelError('missing', `${name} is missing`, name);
    return value;
  };
  return {
    patientId: needed('patient-id'),
    professionalId: needed('professional-id'),
    formId: id('form-id'),
  };
}
