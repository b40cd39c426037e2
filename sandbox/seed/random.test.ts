import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';

const draw = (count: number, ...texts: readonly (string | number)[]): number[] => {
  const chance = createRandom(...texts);
  return Array.from({ length: count }, () => chance.next());
};

describe('createRandom', () => {
  it('repeats itself for the same texts, and differs for others', () => {
    expect(draw(20, 1, 'course', 3)).toEqual(draw(20, 1, 'course', 3));
    expect(draw(20, 1, 'course', 3)).not.toEqual(draw(20, 1, 'course', 4));
    expect(draw(20, 2, 'course', 3)).not.toEqual(draw(20, 1, 'course', 3));
  });

  it('spreads evenly from 0 to 1', () => {
    const counts = new Array<number>(10).fill(0);
    for (const value of draw(10_000, 'even')) {
      const bin = Math.floor(value * 10);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    // 1000 expected in each; 5 standard deviations of a fair draw are 150.
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('gives whole numbers with both ends included', () => {
    const chance = createRandom('whole');
    const drawn = new Set(Array.from({ length: 200 }, () => chance.whole(2, 4)));
    expect([...drawn].sort()).toEqual([2, 3, 4]);
  });
});
