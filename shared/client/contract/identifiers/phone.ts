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
