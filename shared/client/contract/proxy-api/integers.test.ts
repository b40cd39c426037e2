import { expect, test } from 'vitest';
import { packIntegers, unpackIntegers } from './integers.ts';

const unpack = (text: string, length: number): readonly number[] | null => {
  const column = new Float64Array(length);
  return unpackIntegers(text, column) ? [...column] : null;
};

test.each([
  ['none', []],
  ['those around zero', [0, -1, 1, -16, 15, 16, 0]],
  ['instants and the largest', [1_795_168_800_123, 0, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1]],
  ['each small distance', Array.from({ length: 4_000 }, (_, at) => (at * at) % 2_011)],
])('what was written is read: %s', (_, values) => {
  const text = packIntegers(values);
  expect(unpack(text, values.length)).toEqual(values);
  expect(JSON.stringify(text), 'nothing is escaped').toHaveLength(text.length + 2);
});

test('numbers that say nothing of each other are written each by itself', () => {
  const text = packIntegers([0, 27, 31, 32, 99_999], true);
  expect(text).toHaveLength(1 + 1 + 1 + 2 + 4);
  const column = new Float64Array(5);
  expect([unpackIntegers(text, column, true), [...column]]).toEqual([true, [0, 27, 31, 32, 99_999]]);
});

test('numbers that lie close together are a character each', () => {
  expect(packIntegers([100, 101, 109, 94])).toHaveLength(5);
});

test.each([
  ['a number too few', '00', 3],
  ['a number too many', '0000', 3],
  ['a number that is cut off', '00o', 3],
  ['another character', '0\\0', 3],
  ['another character', '0 0', 3],
  ['another character', '0é0', 3],
])('of a text with %s nothing is read', (_, text, length) => {
  expect(unpack(text, length)).toBeNull();
});
