import { describe, expect, it } from 'vitest';
import type { Direction } from '../score/view.ts';
import { bandFill } from './severity.ts';

/** Lightness of each band from the lowest score up, in the light and in the dark scheme. */
const lightness = (count: number, direction: Direction) =>
  ([0, 1] as const).map((scheme) =>
    Array.from({ length: count }, (_, index) =>
      Number(/oklch\((\S+)/.exec(bandFill(index, count, direction)[scheme])?.[1]),
    ),
  );
const ascending = (values: readonly number[] = []) => [...new Set(values)].sort((a, b) => a - b);

describe('fills of the bands', () => {
  it.each([2, 3, 5, 8])(
    'of %i: darker with severity in the light scheme, lighter in the dark one',
    (count) => {
      const [light, dark] = lightness(count, 'higher-worse');
      expect(light).toEqual(ascending(light).toReversed());
      expect(dark).toEqual(ascending(dark));
    },
  );
  it('run the other way where a higher score is better', () => {
    const [light, dark] = lightness(5, 'higher-worse');
    expect(lightness(5, 'higher-better')).toEqual([light?.toReversed(), dark?.toReversed()]);
  });
  it('are all the same where the direction is not known', () => {
    const fills = [0, 1, 2, 3].map((index) => bandFill(index, 4, 'unknown'));
    expect(new Set(fills.map((fill) => fill.join(' '))).size).toBe(1);
  });
  it('do not reach the strong end with two bands', () => {
    const [two, five] = [lightness(2, 'higher-worse'), lightness(5, 'higher-worse')];
    expect(Math.min(...(two[0] ?? []))).toBeGreaterThan(Math.min(...(five[0] ?? [])) + 0.05);
  });
});
