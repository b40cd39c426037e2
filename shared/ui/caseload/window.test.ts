import { describe, expect, it } from 'vitest';
import { asideLinesOf, fitReasons, heightOf, linesOf, noteLinesOf, toMetrics } from './geometry.ts';
import { LineWindow } from './window.ts';

describe('lines of different heights', () => {
  const window = new LineWindow();
  window.set([36, 60, 60, 36, 100]);

  it.each([
    [0, 0],
    [35.9, 0],
    [36, 1],
    [155, 2],
    [156, 3],
    [10_000, 4],
  ])('at %i px is line %i', (height, index) => expect(window.at(height)).toBe(index));

  it('in view are those between the edges, with some more', () => {
    expect(window.range(40, 60)).toEqual([1, 3]);
    expect(window.range(40, 60, 2)).toEqual([0, 5]);
    expect(window.range(192, 100)).toEqual([4, 5]);
    expect([window.topOf(4), window.bottomOf(4), window.total]).toEqual([192, 292, 292]);
  });
  it('none give no range', () => {
    expect(new LineWindow().range(0, 500)).toEqual([0, 0]);
  });
  it('2,000 are found as a walk from the first on finds them', () => {
    const heights = Array.from({ length: 2_000 }, (_, index) => 30 + ((index * 37) % 91));
    const many = new LineWindow();
    many.set(heights);
    let index = 0;
    let end = heights[0] ?? 0;
    for (let top = 0; top < many.total; top += 7) {
      while (end <= top) end += heights[++index] ?? 0;
      if (top % 997 === 0) expect(many.at(top)).toBe(index);
    }
  });
});

describe('the height of a row', () => {
  const widthOf = (word: string, isBold: boolean | undefined) => word.length * (isBold ? 8 : 7);
  const wide = toMetrics(1_300, 13, widthOf);
  const narrow = toMetrics(330, 13, widthOf);
  const row = { key: 'p', heading: null, reasonLines: 1, instruments: 4, asideLines: 0 } as const;

  it('is that of its instruments or of its reasons, whichever are more, and of both where there is no room beside', () => {
    expect(wide.isNarrow).toBe(false);
    expect(heightOf({ ...row, reasonLines: 3 }, wide)).toBe(heightOf(row, wide));
    expect(heightOf({ ...row, reasonLines: 4 }, wide)).toBeGreaterThan(heightOf(row, wide));
    expect(heightOf(row, narrow)).toBeGreaterThan(heightOf(row, wide));
    // With lines of its own, what stands beside the scores makes it higher wherever it stands.
    const more = { ...row, asideLines: 2 };
    expect(heightOf({ ...more, reasonLines: 5 }, wide)).toBe(heightOf(more, wide));
    for (const metrics of [wide, narrow])
      expect(heightOf(more, metrics) - heightOf(row, metrics)).toBeCloseTo(2 * 1.75 * 13, -1);
  });
  it('has all that stands beside a score, which begins in its line where there is room', () => {
    const said = `${'a'.repeat(30)} · ${'b'.repeat(20)}`;
    // 1,300 − 28 × 13 − 34.75 × 13 − 100 pixels: 54 characters.
    expect([said, `${said} b`, `${said} ${'b '.repeat(25)}`].map((one) => asideLinesOf(one, wide))).toEqual([
      0, 1, 1,
    ]);
    expect(asideLinesOf('word '.repeat(100), wide)).toBe(3);
    expect(['', 'a', said, 'word '.repeat(100)].map((one) => asideLinesOf(one, narrow))).toEqual([
      0, 1, 2, 3,
    ]);
  });
  it('shows a text in two lines at most, and in three where there is little room', () => {
    expect(linesOf('', wide)).toBe(0);
    expect(linesOf('Due today', wide)).toBe(1);
    expect(linesOf('word '.repeat(40), wide)).toBe(2);
    expect(linesOf('word '.repeat(40), narrow)).toBe(3);
  });
  it('wraps between words where there is little room, those of a flag in bold', () => {
    // 281 pixels: 40 characters, or 35 in bold.
    expect(linesOf(`${'a'.repeat(20)} ${'b'.repeat(19)}`, narrow)).toBe(1);
    expect(linesOf(`${'a'.repeat(20)} ${'b'.repeat(19)}`, narrow, true)).toBe(2);
    expect(linesOf(`${'a'.repeat(20)} ${'b'.repeat(21)} c`, narrow)).toBe(2);
    expect(linesOf('a'.repeat(50), narrow)).toBe(1);
  });
  it('of a heading has what is said beneath it', () => {
    const heading = { key: 'flag', heading: 'flag', count: 1, noteLines: 0 } as const;
    for (const metrics of [wide, narrow])
      expect(heightOf({ ...heading, noteLines: 2 }, metrics) - heightOf(heading, metrics)).toBeCloseTo(
        2 * 1.75 * 13,
        -1,
      );
    // 1,300 and 330 pixels without 48.75: 178 and 40 characters.
    const said = 'word '.repeat(35);
    expect([
      noteLinesOf(said, wide),
      noteLinesOf(`${said}more more`, wide),
      noteLinesOf(said, narrow),
    ]).toEqual([1, 2, 5]);
  });
  it('that was fixed has as many reasons as fit, the first always, and counts the others', () => {
    expect(fitReasons(['a', 'b', 'c'], 2, wide)).toEqual({
      shown: [
        { text: 'a', lines: 1 },
        { text: 'b', lines: 1 },
      ],
      more: 1,
    });
    expect(fitReasons(['word '.repeat(40)], 1, wide).shown).toMatchObject([{ lines: 1 }]);
    expect(fitReasons(['a'], 0, wide).shown).toHaveLength(1);
    expect(fitReasons([], 3, wide)).toEqual({ shown: [], more: 0 });
  });
});
