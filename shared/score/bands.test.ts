import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandOf, bandsOf } from './bands.ts';

type Bounds = readonly [min: number, max: number];
const ranges = (...bounds: readonly Bounds[]) =>
  bounds.map(([minScore, maxScore], index) => ({ title: `range ${index}`, color: null, minScore, maxScore }));
const drawn = (bounds: readonly Bounds[], yMin: number, yMax: number) =>
  bandsOf(ranges(...bounds), yMin, yMax).bands.map(({ from, to }) => [from, to]);

describe('bands', () => {
  it.each<[string, readonly Bounds[], number, number, readonly Bounds[]]>([
    // Kroenke, Spitzer, Williams 2001
    [
      'PHQ-9',
      [
        [0, 4],
        [5, 9],
        [10, 14],
        [15, 19],
        [20, 27],
      ],
      0,
      27,
      [
        [0, 4.5],
        [4.5, 9.5],
        [9.5, 14.5],
        [14.5, 19.5],
        [19.5, 27],
      ],
    ],
    // Weathers 2013: a cut-off, and no severity bands
    [
      'PCL-5',
      [
        [0, 32],
        [33, 80],
      ],
      0,
      80,
      [
        [0, 32.5],
        [32.5, 80],
      ],
    ],
    // Kessler 2002, ranges of the Australian Bureau of Statistics: the scale begins at 10
    [
      'K10',
      [
        [10, 15],
        [16, 21],
        [22, 29],
        [30, 50],
      ],
      10,
      50,
      [
        [10, 15.5],
        [15.5, 21.5],
        [21.5, 29.5],
        [29.5, 50],
      ],
    ],
  ])('of %s meet at half points and fill the scale', (_, bounds, yMin, yMax, expected) => {
    expect(drawn(bounds, yMin, yMax)).toEqual(expected);
  });

  it('of ranges with decimals meet between their bounds', () => {
    expect(
      drawn(
        [
          [0, 0.9],
          [1, 1.9],
          [2, 4],
        ],
        0,
        4,
      ),
    ).toEqual([
      [0, 0.95],
      [0.95, 1.95],
      [1.95, 4],
    ]);
  });

  it('that share a bound meet at it, also at zero', () => {
    expect(
      drawn(
        [
          [-5, 0],
          [0, 5],
        ],
        -5,
        5,
      ),
    ).toEqual([
      [-5, 0],
      [0, 5],
    ]);
  });

  it('leave a hole where the service sends no range', () => {
    expect(
      drawn(
        [
          [0, 4],
          [10, 14],
        ],
        0,
        27,
      ),
    ).toEqual([
      [0, 4.5],
      [9.5, 14.5],
    ]);
  });

  it('that overlap give way to the later one at its minScore', () => {
    expect(
      drawn(
        [
          [0, 6],
          [5, 10],
        ],
        0,
        10,
      ),
    ).toEqual([
      [0, 4.5],
      [4.5, 10],
    ]);
  });

  it('are not drawn, and counted, where a range is inverted, off the scale or inside another', () => {
    const { bands, refused } = bandsOf(ranges([9, 5], [40, 50], [0, 20], [3, 4]), 0, 27);
    expect(bands.map(({ title }) => title)).toEqual(['range 2']);
    expect(refused).toBe(3);
  });

  it('are drawn once for a range that is sent twice', () => {
    const twice = [...ranges([0, 4]), ...ranges([0, 4])];
    expect(bandsOf(twice, 0, 27)).toMatchObject({ bands: [{ from: 0, to: 4.5 }], refused: 0 });
  });

  const someRanges = fc.array(fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: -5, max: 60 })), {
    maxLength: 9,
  });

  it('never overlap, and put a score in at most one of them', () => {
    fc.assert(
      fc.property(someRanges, fc.double({ min: 0, max: 50, noNaN: true }), (bounds, score) => {
        const { bands, refused } = bandsOf(ranges(...bounds), 0, 50);
        bands.forEach(({ from, to }, index) => {
          expect(from).toBeLessThan(to);
          expect(from).toBeGreaterThanOrEqual(bands[index - 1]?.to ?? 0);
        });
        expect(bands.filter(({ from, to }) => from < score && score < to).length).toBeLessThanOrEqual(1);
        expect(bands.length + refused).toBeLessThanOrEqual(bounds.length);
      }),
    );
  });

  it('leave no gap between integer ranges that follow one another', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 8 }), (cuts) => {
        const starts = [0, ...cuts.sort((a, b) => a - b)];
        const bounds = starts.map((start, index): Bounds => [start, (starts[index + 1] ?? 101) - 1]);
        const { bands } = bandsOf(ranges(...bounds), 0, 100);
        expect(bands.map(({ from }) => from)).toEqual([0, ...bands.slice(0, -1).map(({ to }) => to)]);
        expect(bands.at(-1)?.to).toBe(100);
      }),
    );
  });
});

describe('the band of a score', () => {
  const { bands } = bandsOf(ranges([0, 6], [5, 10]), 0, 10);
  it('is that whose inclusive bounds hold it', () => {
    expect(bandOf(bands, 4, null)).toBe(0);
    expect(bandOf(bands, 7, null)).toBe(1);
    expect(bandOf(bands, 11, null)).toBe(-1);
  });
  it('is the one that the service names, where ranges overlap', () => {
    expect(bandOf(bands, 6, 'range 0')).toBe(0);
    expect(bandOf(bands, 6, 'range 1')).toBe(1);
    expect(bandOf(bands, 6, null)).toBe(1);
  });
  it('is not one that the service names but that does not hold the score', () => {
    expect(bandOf(bands, 2, 'range 1')).toBe(0);
  });
});
