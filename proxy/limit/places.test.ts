import { expect, test } from 'vitest';
import { divideByTenant, type Places } from './places.ts';

/** Takes as many as there are; gives how many. */
function takeAll(places: Places): number {
  let taken = 0;
  for (; !places.isFull(); taken += 1) places.take();
  return taken;
}

test('one tenant alone may take all places', () => {
  expect(takeAll(divideByTenant(100, 1)())).toBe(100);
});

test('of several none takes all: each keeps its part of one half, and one has half of the other at most', () => {
  const next = divideByTenant(100, 5);
  const [first, second, third] = [next(), next(), next()];
  // 10 of its own, and 25 of the 50 in common.
  expect(takeAll(first)).toBe(35);
  expect(takeAll(second)).toBe(35);
  expect(takeAll(third)).toBe(10);
});

test('a place that is left may be taken again, by others too if it was one in common', () => {
  const next = divideByTenant(8, 2);
  const [first, second] = [next(), next()];
  expect(takeAll(first)).toBe(4);
  expect(takeAll(second)).toBe(4);
  first.leave();
  first.leave();
  expect(takeAll(second)).toBe(0);
  expect(takeAll(first)).toBe(2);
});

test('as many tenants as places still have one each', () => {
  const next = divideByTenant(3, 4);
  expect([next(), next(), next(), next()].map(takeAll)).toEqual([1, 1, 1, 1]);
});
