import { isUuid } from '../../shared/contract/param.ts';
import { isTimeZone } from '../../shared/locale/panel/format.ts';
import { ApplyError } from '../../shared/ui/apply/index.ts';

/** Whom a form is for, and who applies: UUIDs in lower case. */
export interface Asked {
  readonly professionalId: string;
  readonly patientId: string;
}

/**
 * Reads what is asked from attributes.
 *
 * @throws {ApplyError} `missing` or `invalid`, naming the attribute and what is accepted; the value itself stays
 *   out, since it may be a patient's
 */
export function askedOf(given: (attribute: string) => string | null): Asked {
  const id = (name: string): string => {
    const value = given(name);
    if (!value) throw new ApplyError('missing', `the attribute ${name} is missing: a UUID.`, name);
    if (!isUuid(value)) throw new ApplyError('invalid', `the attribute ${name} must be a UUID.`, name);
    return value.toLowerCase();
  };
  const zone = 'time-zone';
  if (!isTimeZone(given(zone))) {
    throw new ApplyError('invalid', `the attribute ${zone} must be such as Europe/Lisbon.`, zone);
  }
  return { patientId: id('patient-id'), professionalId: id('professional-id') };
}
