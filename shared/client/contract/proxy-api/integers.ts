/** 64 characters that stand in JSON as they are: those from `0` on, without the backslash. */
const FIRST = 48;
const BACKSLASH = 92;
const DIGITS = 64;
/** Digits of numbers that take more than two: the lowest ones are as good as chance, and compress better if they are few. */
const FEW_DIGITS = 32;

const FORM = /^(-?\d{1,16})([ ~])(\d{1,2}) (\d{1,7}) (\S*)$/;

const toCharacter = (digit: number): string =>
  String.fromCharCode(digit + FIRST + Number(digit + FIRST >= BACKSLASH));

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * Writes integers as a text that compresses well, and is read without an object for each: the number that they begin with,
 * the count of the digits of each, how many they are, and their digits, the lowest of all first. Each is its distance from the least, or from the
 * one before (written after `~`), whichever is smaller in the sum.
 */
export function packIntegers(values: readonly number[]): string {
  const [first = 0] = values;
  const least = values.reduce((a, b) => Math.min(a, b), first);
  const apart = values.map((value) => value - least);
  const near = values.map((value, at) => {
    const distance = value - (values[at - 1] ?? first);
    return distance < 0 ? -2 * distance - 1 : 2 * distance;
  });
  const isNear = sumOf(near) < sumOf(apart) && near.every(Number.isSafeInteger);
  const written = isNear ? near : apart;
  const most = written.reduce((a, b) => Math.max(a, b), 0);
  const base = most < DIGITS * DIGITS ? DIGITS : FEW_DIGITS;
  let text = '';
  let count = 0;
  for (let unit = 1; unit <= most; unit *= base, count++)
    for (const value of written) text += toCharacter(Math.floor(value / unit) % base);
  return `${isNear ? `${first}~` : `${least} `}${count} ${values.length} ${text}`;
}

/** Puts into a column what digits say, the lowest of all first; false for characters that are none. */
function addDigits(digits: string, column: Float64Array | Int32Array, base: number): boolean {
  column.fill(0);
  let isRead = true;
  for (let at = 0, unit = 1; at < digits.length; unit *= base)
    for (let row = 0; row < column.length; row++, at++) {
      const code = digits.charCodeAt(at);
      const digit = code - FIRST - Number(code > BACKSLASH);
      isRead &&= digit >= 0 && digit < base && code !== BACKSLASH;
      column[row] = (column[row] ?? 0) + digit * unit;
    }
  return isRead;
}

/** Reads integers into a column; false for a text that has others, or not as many. */
export function unpackIntegers(text: string, column: Float64Array | Int32Array): boolean {
  const [, begin, kind, count = '', length, digits = ''] = FORM.exec(text) ?? [];
  if (Number(length) !== column.length || digits.length !== Number(count) * column.length) return false;
  if (!addDigits(digits, column, Number(count) > 2 ? FEW_DIGITS : DIGITS)) return false;
  let value = Number(begin);
  for (let row = 0; row < column.length; row++) {
    const distance = column[row] ?? 0;
    if (kind === '~') value += distance % 2 === 0 ? distance / 2 : -(distance + 1) / 2;
    column[row] = kind === '~' ? value : value + distance;
  }
  return true;
}
