/** 64 characters that stand in JSON as they are: those from `0` on, without the backslash. */
const FIRST = 48;
const BACKSLASH = 92;
const HALF = 32;

const toCharacter = (symbol: number): string =>
  String.fromCharCode(symbol + FIRST + Number(symbol + FIRST >= BACKSLASH));

/**
 * Writes integers as a text: of each its distance from the one before, in digits of 5 bits, the lowest first. Thousands of
 * numbers that lie close together are a fraction of their JSON, and are read without an object for each.
 *
 * @param isApart true for values from zero on of which each is written as it is: they say nothing of each other
 */
export function packIntegers(values: readonly number[], isApart = false): string {
  let text = '';
  let last = 0;
  for (const value of values) {
    let left = isApart ? value : value < last ? 2 * (last - value) - 1 : 2 * (value - last);
    for (; left >= HALF; left = Math.floor(left / HALF)) text += toCharacter(HALF + (left % HALF));
    text += toCharacter(left);
    last = value;
  }
  return text;
}

/** Reads integers into a column; false for a text that has others, or not as many. `isApart` as they were written. */
export function unpackIntegers(text: string, column: Float64Array | Int32Array, isApart = false): boolean {
  let row = 0;
  let value = 0;
  let distance = 0;
  let unit = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const symbol = code - FIRST - (code > BACKSLASH ? 1 : 0);
    if (symbol < 0 || symbol >= 2 * HALF || code === BACKSLASH) return false;
    distance += (symbol % HALF) * unit;
    unit *= HALF;
    if (symbol >= HALF) continue;
    value += distance % 2 === 0 ? distance / 2 : -(distance + 1) / 2;
    column[row++] = isApart ? distance : value;
    distance = 0;
    unit = 1;
  }
  return row === column.length && unit === 1;
}
