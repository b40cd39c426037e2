/** Accents of the Latin, Greek and Cyrillic scripts; the vowel signs of others change a name and stay. */
const ACCENTS = /[\u0300-\u036f]/g;
const APOSTROPHES = /['’‘ʼ`´]/g;
const NOT_IN_A_NAME = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * A name as it is compared: without case, accents, punctuation and doubled spaces, `LIMA, Ana` the right way
 * round. Nothing is shortened or guessed: names with and without a middle name stay two. Empty where no letter
 * is left.
 */
export function comparableName(name: string): string {
  const [last = '', first, ...more] = name.split(',');
  const ordered = first !== undefined && more.length === 0 ? `${first} ${last}` : name;
  return ordered
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .replace(NOT_IN_A_NAME, ' ')
    .trim();
}

/** Whether two names are one, or `unknown` where either has no letter. */
export function compareNames(given: string, recorded: string): 'agrees' | 'contradicts' | 'unknown' {
  const [one, other] = [comparableName(given), comparableName(recorded)];
  if (one === '' || other === '') return 'unknown';
  return one === other ? 'agrees' : 'contradicts';
}

/**
 * Whether a day (`YYYY-MM-DD`) is the one of a recorded date-time. A recorded `1990-01-02T00:00:00+02:00` is one
 * day as it is written and another in UTC; which one is meant cannot be known, so that it agrees with neither and
 * contradicts every third day.
 */
export function compareBirthdays(given: string, recorded: string): 'agrees' | 'contradicts' | 'unknown' {
  const at = new Date(recorded);
  const written = /^\d{4}-\d{2}-\d{2}/.exec(recorded)?.[0];
  if (written === undefined || Number.isNaN(at.getTime())) return 'unknown';
  const days = [written, at.toISOString().slice(0, 10)];
  if (days.every((day) => day === given)) return 'agrees';
  return days.includes(given) ? 'unknown' : 'contradicts';
}

/** Country codes by the zones of ITU-T E.164, which begin no other code. */
const COUNTRY_CODE =
  /^(?:1|7|2(?:0|7|[1-689]\d)|3(?:[0-469]|[578]\d)|4(?:[013-9]|2\d)|5(?:[1-8]|[09]\d)|6(?:[0-6]|[7-9]\d)|8(?:[1246]|[0358]\d)|9(?:[0-58]|[679]\d))$/;

/** Fewer digits are a number within a town, which many towns have. */
const LEAST_DIGITS = 8;
/** A number of so many digits holds its area code, so that what precedes it can only be the country's. */
const WHOLE_NATIONAL_DIGITS = 10;

interface Phone {
  readonly digits: string;
  /** Written with `+` or `00`: it begins with the country code. */
  readonly international: boolean;
}

function readPhone(text: string): Phone {
  const plain = text.normalize('NFKC').replace(/\(0\)/g, '');
  const digits = plain.replace(/\D/g, '');
  if (/^\s*\(?\s*\+/.test(plain)) return { digits, international: true };
  if (digits.startsWith('00')) return { digits: digits.slice(2), international: true };
  // The zero that some countries dial before the area code is no part of the number.
  return { digits: digits.replace(/^0/, ''), international: false };
}

/** Whether `long` is `short` with a country code before it. */
function isWithCountryCode(long: Phone, short: Phone): boolean {
  if (short.international || !long.digits.endsWith(short.digits)) return false;
  if (!long.international && short.digits.length < WHOLE_NATIONAL_DIGITS) return false;
  return COUNTRY_CODE.test(long.digits.slice(0, -short.digits.length));
}

/**
 * Whether two phone numbers are one: digits only, with or without the country code. `unknown` where either is too
 * short to tell people apart.
 */
export function comparePhones(given: string, recorded: string): 'agrees' | 'contradicts' | 'unknown' {
  const [one, other] = [readPhone(given), readPhone(recorded)];
  if (Math.min(one.digits.length, other.digits.length) < LEAST_DIGITS) return 'unknown';
  if (one.digits === other.digits) return 'agrees';
  return isWithCountryCode(one, other) || isWithCountryCode(other, one) ? 'agrees' : 'contradicts';
}

/** What a person is recognised by, the name first. */
export const IDENTIFIER_KINDS = ['name', 'birthday', 'email', 'phone'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/** What the EHR says of a person. */
export interface Identifiers {
  readonly name?: string | undefined;
  readonly surname?: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly birthday?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** What the service's record says of them; null where it says nothing that can be compared. */
export interface RecordedIdentifiers {
  /** Name and surname. */
  readonly name: string | null;
  /** RFC 3339. */
  readonly birthday: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Where what was given and what is recorded agree and contradict; a kind in neither could not be compared. */
export interface Comparison {
  readonly agreed: readonly IdentifierKind[];
  readonly contradicted: readonly IdentifierKind[];
}

type Compare = (given: string, recorded: string) => 'agrees' | 'contradicts' | 'unknown';

const plainEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase();

const COMPARE: Readonly<Record<IdentifierKind, Compare>> = {
  name: compareNames,
  birthday: compareBirthdays,
  email: (given, recorded) => (plainEmail(given) === plainEmail(recorded) ? 'agrees' : 'contradicts'),
  phone: comparePhones,
};

/** Name and surname as one. */
const given = (identifiers: Identifiers, kind: IdentifierKind): string | undefined =>
  kind === 'name'
    ? [identifiers.name, identifiers.surname].filter((part) => part !== undefined).join(' ')
    : identifiers[kind];

/** Compares kind by kind what the EHR gives with what the service has. */
export function compareIdentifiers(identifiers: Identifiers, recorded: RecordedIdentifiers): Comparison {
  const agreed: IdentifierKind[] = [];
  const contradicted: IdentifierKind[] = [];
  for (const kind of IDENTIFIER_KINDS) {
    const [one, other] = [given(identifiers, kind)?.trim(), recorded[kind]?.trim()];
    if (!one || !other) continue;
    const result = COMPARE[kind](one, other);
    if (result === 'agrees') agreed.push(kind);
    if (result === 'contradicts') contradicted.push(kind);
  }
  return { agreed, contradicted };
}

/** Recognised: the name and at least one further identifier agree (docs/decisions/0015-context-lock.md). */
export const isRecognised = ({ agreed }: Comparison): boolean =>
  agreed.includes('name') && agreed.length >= 2;

/** A record of the service, as far as a person is recognised by it. */
export interface PatientRecord extends RecordedIdentifiers {
  /** UUID; null where the record has none that can be used. */
  readonly patientId: string | null;
}

/**
 * What a search among a professional's patients finds:
 * - `one`: exactly one record is recognised and contradicted by nothing;
 * - `many`: more than one is, so that it is not known which;
 * - `contradicted`: one would be recognised, were it not for the kinds that contradict;
 * - `none`.
 */
export type Found =
  | { readonly kind: 'one'; readonly patientId: string; readonly agreed: readonly IdentifierKind[] }
  | { readonly kind: 'contradicted'; readonly kinds: readonly IdentifierKind[] }
  | { readonly kind: 'many' | 'none' };

/** Looks for the person whom the identifiers describe; never by the name alone. */
export function searchPatients(identifiers: Identifiers, records: readonly PatientRecord[]): Found {
  const recognised = records
    .map(({ patientId, ...recorded }) => ({ patientId, ...compareIdentifiers(identifiers, recorded) }))
    .filter(isRecognised);
  const [match, ...others] = recognised.filter(({ contradicted }) => contradicted.length === 0);
  if (match) {
    if (others.length > 0 || match.patientId === null) return { kind: 'many' };
    return { kind: 'one', patientId: match.patientId, agreed: match.agreed };
  }
  const kinds = [...new Set(recognised.flatMap(({ contradicted }) => contradicted))];
  return kinds.length > 0 ? { kind: 'contradicted', kinds } : { kind: 'none' };
}
