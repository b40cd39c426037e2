import { expect, test } from 'vitest';
import { createRowSet } from './row-set.ts';
import type { ReadRow } from './rows.ts';
import { readRows } from './service-list.ts';

/** Reads for a millisecond what takes microseconds, so that the clock of the machine does not matter. */
function createSlowReader(onRead: () => void): ReadRow {
  return (raw) => {
    const until = performance.now() + 1;
    while (performance.now() < until);
    onRead();
    const id = Number(raw);
    return { identity: id, isLost: false, flat: { id, patientId: null, isPartial: false }, answers: [] };
  };
}

test('rows of all requests together hold the event loop for a few milliseconds at a time', async () => {
  const rowsOfTurn: number[] = [0];
  let isOver = false;
  const nextIteration = (): void => {
    rowsOfTurn.push(0);
    if (!isOver) setImmediate(nextIteration);
  };
  setImmediate(nextIteration);
  const read = createSlowReader(() => {
    rowsOfTurn.push((rowsOfTurn.pop() ?? 0) + 1);
  });
  const list = Array.from({ length: 40 }, (_, id) => id);
  const counted = await Promise.all([1, 2, 3].map(() => readRows(list, read, createRowSet())));
  isOver = true;
  expect(counted).toEqual(Array(3).fill({ known: 0, first: 0 }));
  expect(rowsOfTurn.reduce((sum, rows) => sum + rows)).toBe(120);
  // 5 ms, the row with which they are over, and one that begins the next turn before this counter does.
  expect(Math.max(...rowsOfTurn)).toBeLessThanOrEqual(12);
});
