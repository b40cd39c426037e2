import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDeadlines } from './deadlines.ts';

test('end in the order of their times, whatever the order in which they were set, and never early', async () => {
  const deadlines = createDeadlines();
  const ended: number[] = [];
  const startedAt = performance.now();
  const early: number[] = [];
  const end = (milliseconds: number) => () => {
    ended.push(milliseconds);
    if (performance.now() - startedAt < milliseconds) early.push(milliseconds);
  };
  for (const milliseconds of [400, 5, 200]) deadlines.set(milliseconds, end(milliseconds));
  await expect.poll(() => ended, { timeout: 10_000 }).toEqual([5, 200, 400]);
  expect(early).toEqual([]);
});

test('that are cleared end never, and those after them do', async () => {
  const deadlines = createDeadlines();
  const ended: string[] = [];
  const cleared = deadlines.set(20, () => ended.push('cleared'));
  deadlines.set(30, () => ended.push('kept'));
  deadlines.clear(cleared);
  await expect.poll(() => ended, { timeout: 10_000 }).toEqual(['kept']);
});

test('may set another as they end, also an earlier one than all that wait', async () => {
  const deadlines = createDeadlines();
  const ended: string[] = [];
  deadlines.set(60_000, () => ended.push('late'));
  deadlines.set(5, () => deadlines.set(5, () => ended.push('second')));
  await expect.poll(() => ended, { timeout: 10_000 }).toEqual(['second']);
});

test('of which one clears another that is due too, end only themselves', async () => {
  const deadlines = createDeadlines();
  const ended: string[] = [];
  const other = { deadline: deadlines.set(60_000, () => {}) };
  deadlines.set(5, () => {
    ended.push('first');
    deadlines.clear(other.deadline);
  });
  other.deadline = deadlines.set(6, () => ended.push('second'));
  // Both are due before the timer can ring.
  const until = performance.now() + 20;
  while (performance.now() < until);
  await pause(0);
  await expect.poll(() => ended, { timeout: 10_000 }).toEqual(['first']);
});
