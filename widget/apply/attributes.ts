import { isUuid } from '@instrument-panel/client/params';
import { ApplyError } from '@instrument-panel/shared/ui/apply';
import type { Attributes } from '../element.ts';
import { anyText, languageTag, timeZone, webAddress } from '../takes.ts';

/** Attributes whose change asks for something else: the form is emptied at once. */
export const ASKING = {
  'patient-id': anyText,
  'professional-id': anyText,
  'base-url': webAddress,
} as const satisfies Attributes;

/** All of them; the others change only how it is shown. */
export const ATTRIBUTES: Attributes = {
  ...ASKING,
  'heading-level': [2, 1, 6],
  lang: languageTag,
  'time-zone': timeZone,
  dir: 'ltr rtl auto',
  density: 'comfortable compact',
};

/** Whom a form is for, and who applies: UUIDs in lower case. */
export interface Asked {
  readonly professionalId: string;
  readonly patientId: string;
}

/** The failure of an attribute that holds what it does not take; what it takes is said on the console. */
export const invalid = (name: string): ApplyError => new ApplyError('invalid', `${name} is invalid`, name);

/**
 * Reads what is asked from attributes.
 *
 * @throws {ApplyError} `missing` or `invalid`, naming the attribute; the value itself stays out, since it may be a patient's
 */
export function askedOf(given: (attribute: string) => string | null): Asked {
  const id = (name: string): string => {
    const value = given(name);
    if (!value) throw new ApplyError('missing', `${name} is missing`, name);
    if (!isUuid(value)) throw invalid(name);
    return value.toLowerCase();
  };
  return { patientId: id('patient-id'), professionalId: id('professional-id') };
}
