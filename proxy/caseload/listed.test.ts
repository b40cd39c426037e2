import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createListedMemory } from './listed.ts';

const FIRST = '33333333-3333-4333-8333-333333333333';
const SECOND = '44444444-4444-4444-8444-444444444444';
const digest = hash('sha256', `${FIRST} ${SECOND}`, 'hex');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('keeps ids for five seconds, and leaves none after that', () => {
  const memory = createListedMemory();
  memory.keep([FIRST, SECOND]);
  vi.advanceTimersByTime(4_999);
  expect(memory.find(digest)).toEqual([FIRST, SECOND]);
  vi.advanceTimersByTime(1);
  expect(memory.find(digest)).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});

test('keeps a list that was named again for five seconds more, and the newest hundred', () => {
  const memory = createListedMemory();
  memory.keep([FIRST, SECOND]);
  vi.advanceTimersByTime(3_000);
  memory.keep([FIRST, SECOND]);
  vi.advanceTimersByTime(3_000);
  expect(memory.find(digest)).toEqual([FIRST, SECOND]);
  for (let other = 0; other < 100; other += 1) memory.keep([SECOND, `${other}`]);
  expect(memory.find(digest)).toBeUndefined();
  expect(vi.getTimerCount()).toBe(100);
});
