import { expect, it } from 'vitest';
import { QUIET_ZONE_MODULES, qrModules } from './qr.ts';

/** The eight masks of ISO/IEC 18004, table 10: true where a module is turned. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/** Reads a code of version 2, which has one block of codewords and one alignment pattern, as the standard says. */
function read(code: readonly (readonly boolean[])[]): string {
  const size = code.length;
  expect(size, 'version 2').toBe(25);
  const at = (row: number, column: number) => code[row]?.[column] ?? false;
  // The mask stands in three bits of the format information, which are turned by 101.
  const format = [2, 3, 4].map((column) => Number(at(8, column)));
  const mask = MASKS[((format[0] ?? 0) * 4 + (format[1] ?? 0) * 2 + (format[2] ?? 0)) ^ 0b101];
  const isFunction = (row: number, column: number) =>
    (row < 9 && column < 9) ||
    (row < 9 && column > size - 9) ||
    (row > size - 9 && column < 9) ||
    row === 6 ||
    column === 6 ||
    (row > 15 && row < 21 && column > 15 && column < 21);
  const bits: number[] = [];
  // Pairs of columns from the right, upwards and downwards in turn, over the timing pattern in column 6.
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = isUp ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (!isFunction(row, column)) bits.push(Number(at(row, column) !== mask?.(row, column)));
      }
    }
    isUp = !isUp;
  }
  const number = (from: number, length: number) =>
    Number.parseInt(bits.slice(from, from + length).join(''), 2);
  expect(number(0, 4), 'byte mode').toBe(0b0100);
  const bytes = Array.from({ length: number(4, 8) }, (_, index) => number(12 + index * 8, 8));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

it('is read back as the link that it was made of', () => {
  const link = 'https://a.example/b/c-42';
  const modules = qrModules(link) ?? [];
  const inner = modules
    .slice(QUIET_ZONE_MODULES, -QUIET_ZONE_MODULES)
    .map((row) => row.slice(QUIET_ZONE_MODULES, -QUIET_ZONE_MODULES));
  expect(read(inner)).toBe(link);
});

it('has light all around, four modules wide', () => {
  const modules = qrModules('https://answer.example/answer/token') ?? [];
  const far = modules.length - QUIET_ZONE_MODULES;
  const edge = modules.flatMap((row, y) =>
    row.filter((_, x) => x < QUIET_ZONE_MODULES || y < QUIET_ZONE_MODULES || x >= far || y >= far),
  );
  expect(edge.length).toBeGreaterThan(0);
  expect(edge.some(Boolean)).toBe(false);
});

it('is none for a text that no code holds (2,331 bytes at level M)', () => {
  expect(qrModules('x'.repeat(2_331))).not.toBeNull();
  expect(qrModules('x'.repeat(2_332))).toBeNull();
});
