import { expect, test } from 'vitest';
import { packIntegers, unpackIntegers } from './integers.ts';

const unpack = (text: string, length: number): readonly number[] | null => {
  const column = new Float64Array(length);
  return unpackIntegers(text, column) ? [...column] : null;
};

test.each([
  ['none', []],
  ['zero', [0]],
  ['those around zero', [0, -1, 1, -16, 15, 16, 0]],
  ['instants and the largest', [1_795_168_800_123, 0, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1]],
  ['each small distance', Array.from({ length: 4_000 }, (_, at) => (at * at) % 2_011)],
  ['a way up and down again', [5_000, 5_001, 5_063, 9_000, 8_999, 5_000]],
  ['one and two digits', [0, 63, 64, 4_095]],
  ['three digits and more', [0, 31, 32, 4_096, 32_768, 99_999]],
])('what was written is read: %s', (_, values) => {
  const text = packIntegers(values);
  expect(unpack(text, values.length)).toEqual(values);
  expect(JSON.stringify(text), 'nothing is escaped').toHaveLength(text.length + 2);
});

test.each([
  ['that are all the same no character', Array(9).fill(1_795_168_800), '1795168800 0 9 '],
  ['that lie close together a character each', [1_000, 1_005, 1_010, 1_015, 1_014], '1000~1 5 0:::1'],
  ['of a small range a character each', [7, 34, 8, 33], '7 1 4 0K1J'],
])('numbers %s', (_, values, text) => {
  expect(packIntegers(values)).toBe(text);
});

test.each([
  ['a number too few', '0 1 2 00', 3],
  ['a number too many', '0 1 4 0000', 3],
  ['a number too few that are all the same', '7 0 2 ', 3],
  ['a digit that is cut off', '0 2 3 00000', 3],
  ['all digits cut off', '0 2 3 000', 3],
  ['no beginning', '1 3 000', 3],
  ['a beginning that is none', 'x 1 3 000', 3],
  ['a digit that is none', '0 1 3 0\\0', 3],
  ['a digit that is too large for so many', '0 3 3 o00000000', 3],
  ['a space', '0 1 3 0 0', 3],
  ['another character', '0 1 3 0é0', 3],
])('of a text with %s nothing is read', (_, text, length) => {
  expect(unpack(text, length)).toBeNull();
});
