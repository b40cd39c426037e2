/** Accents of the Latin, Greek and Cyrillic scripts. Vowel signs of other scripts are kept: they distinguish names. */
const ACCENTS = /[\u0300-\u036f]/g;
const APOSTROPHES = /['’‘ʼ`´]/g;
const NOT_IN_A_NAME = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * Normalizes a name for comparison: lower case, no accents or punctuation, single spaces, `LIMA, Ana` as `ana lima`. A
 * name with a middle name differs from one without. Empty if no letter is left.
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

type Verdict = 'agrees' | 'contradicts' | 'unknown';

const agreesIf = (isOne: boolean): Verdict => (isOne ? 'agrees' : 'contradicts');

function compareNames(given: string, recorded: string): Verdict {
  const [one, other] = [comparableName(given), comparableName(recorded)];
  return one === '' || other === '' ? 'unknown' : agreesIf(one === other);
}

/** A recorded `1990-01-02T00:00:00+02:00` is another day in UTC than as written: `unknown`, whichever is given. */
function compareBirthdays(given: string, recorded: string): Verdict {
  const at = new Date(recorded);
  const written = /^\d{4}-\d{2}-\d{2}/.exec(recorded)?.[0];
  if (written === undefined || Number.isNaN(at.getTime())) return 'unknown';
  const inUtc = at.toISOString().slice(0, 10);
  return (given === written) === (given === inUtc) ? agreesIf(given === written) : 'unknown';
}

/** Country codes of ITU-T E.164; none is the beginning of another. */
const COUNTRY_CODE =
  /^(?:1|7|2(?:0|7|[1-689]\d)|3(?:[0-469]|[578]\d)|4(?:[013-9]|2\d)|5(?:[1-8]|[09]\d)|6(?:[0-6]|[7-9]\d)|8(?:[1246]|[0358]\d)|9(?:[0-58]|[679]\d))$/;

/** A shorter number has no area code, so several people can have it. */
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

/** Compares phone numbers, with or without the country code. `unknown` where one is too short to tell people apart. */
export function comparePhones(given: string, recorded: string): Verdict {
  const [one, other] = [readPhone(given), readPhone(recorded)];
  if (Math.min(one.digits.length, other.digits.length) < LEAST_DIGITS) return 'unknown';
  return agreesIf(
    one.digits === other.digits || isWithCountryCode(one, other) || isWithCountryCode(other, one),
  );
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

/** A record of the service, as far as a person is recognised by it; null where it says nothing to compare. */
export interface PatientRecord {
  /** UUID; null where the record has none that can be used. */
  readonly patientId: string | null;
  /** Name and surname. */
  readonly name: string | null;
  /** RFC 3339. */
  readonly birthday: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

const plainEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase();

const COMPARE: Readonly<Record<IdentifierKind, (given: string, recorded: string) => Verdict>> = {
  name: compareNames,
  birthday: compareBirthdays,
  email: (given, recorded) => agreesIf(plainEmail(given) === plainEmail(recorded)),
  phone: comparePhones,
};

/** Compares what the EHR gives with what the service has. A kind in neither list could not be compared. */
export function compareIdentifiers(
  { name, surname, ...rest }: Identifiers,
  recorded: Omit<PatientRecord, 'patientId'>,
) {
  const fullName = [name, surname].filter((part) => part !== undefined).join(' ');
  const given: Identifiers = { ...rest, name: fullName };
  const thatAre = (verdict: string) =>
    IDENTIFIER_KINDS.filter((kind) => {
      const [one, other] = [given[kind]?.trim(), recorded[kind]?.trim()];
      return one && other && COMPARE[kind](one, other) === verdict;
    });
  return { agreed: thatAre('agrees'), contradicted: thatAre('contradicts') };
}

/**
 * The result of a search among a professional's patients:
 * - `one`: exactly one record matches, and none of its identifiers contradicts;
 * - `many`: several records match, so it is unknown which is meant;
 * - `contradicted`: a record matches, but its identifiers of `kinds` contradict;
 * - `none`: no record matches.
 */
export type Found =
  | { readonly kind: 'one'; readonly patientId: string; readonly agreed: readonly IdentifierKind[] }
  | { readonly kind: 'contradicted'; readonly kinds: readonly IdentifierKind[] }
  | { readonly kind: 'many' | 'none' };

/** Looks for a person: the name and one further identifier have to agree (docs/decisions/0015-context-lock.md). */
export function searchPatients(identifiers: Identifiers, records: readonly PatientRecord[]): Found {
  const recognised = records
    .map(({ patientId, ...recorded }) => ({ patientId, ...compareIdentifiers(identifiers, recorded) }))
    .filter(({ agreed }) => agreed.includes('name') && agreed.length >= 2);
  const [match, ...others] = recognised.filter(({ contradicted }) => contradicted.length === 0);
  if (match) {
    if (others.length > 0 || match.patientId === null) return { kind: 'many' };
    return { kind: 'one', patientId: match.patientId, agreed: match.agreed };
  }
  const kinds = [...new Set(recognised.flatMap(({ contradicted }) => contradicted))];
  return kinds.length > 0 ? { kind: 'contradicted', kinds } : { kind: 'none' };
}
