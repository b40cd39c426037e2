import { describe, expect, it } from 'vitest';
import type { ScoreView } from '../../score/view.ts';
import { placeNames } from './names.ts';

const LINE_PX = 14;
const TOP = 100;
const titles = ['Minimal', 'Mild', 'Moderate', 'Moderately severe', 'Severe'];
const edges = [0, 4.5, 9.5, 14.5, 19.5, 27];
const bands = titles.map((title, band) => ({ title, from: edges[band] ?? 0, to: edges[band + 1] ?? 27 }));

function linesAt(height: number, width: number, present = 3) {
  const view = { yMin: 0, yMax: 27, bands, points: [{ band: present }], isLatestKnown: true };
  const row = { view: view as unknown as ScoreView, facts: ['18'] };
  return placeNames(row, width, (score) => TOP + ((27 - score) / 27) * height);
}

/** The names as blocks: the text, and the middle of its first and of its last line. */
function blocksAt(height: number, width: number, present?: number) {
  const lines = linesAt(height, width, present);
  return [...Map.groupBy(lines, ({ band }) => band)].map(([band, own]) => ({
    band,
    text: own.map(({ text }) => text).join(' '),
    first: own[0]?.at ?? 0,
    last: own.at(-1)?.at ?? 0,
    count: own.length,
  }));
}

describe('the names of the bands', () => {
  it.each([84, 92, 120, 300])(
    'have a line each beside a wide axis, and all of them room (%d px)',
    (height) => {
      expect(linesAt(height, 1000).map(({ text }) => text)).toEqual(titles.toReversed());
    },
  );

  it('are left out from the middle where two lines have no room in a low row', () => {
    expect(blocksAt(92, 560).map(({ text }) => text)).toEqual([
      'Severe',
      'Moderately severe',
      'Mild',
      'Minimal',
    ]);
    expect(blocksAt(92, 560, 2).map(({ text }) => text)).toEqual([
      'Severe',
      'Moderately severe',
      'Moderate',
      'Minimal',
    ]);
    expect(blocksAt(140, 560)).toHaveLength(5);
  });

  it.each([40, 60, 84, 92, 110, 140, 300])(
    'stand beside their own band, with gaps between them (%d px)',
    (height) => {
      for (const width of [560, 1000])
        for (const present of [0, 1, 2, 3, 4]) {
          const blocks = blocksAt(height, width, present);
          expect(blocks.map(({ text }) => text)).toContain(titles[present]);
          for (const [index, { band, first, last, count }] of blocks.entries()) {
            const middle = 27 - (((first + last) / 2 - TOP) / height) * 27;
            expect(middle).toBeGreaterThanOrEqual(band.from - 1e-9);
            expect(middle).toBeLessThanOrEqual(band.to + 1e-9);
            expect(last - first).toBeCloseTo((count - 1) * LINE_PX);
            const above = blocks[index - 1];
            if (!above) continue;
            const gap = first - above.last - LINE_PX;
            expect(gap).toBeGreaterThanOrEqual(count > 1 || above.count > 1 ? 4 : 0);
          }
        }
    },
  );

  it.each([84, 92, 300])('stay within the height of the scale (%d px)', (height) => {
    for (const { at } of linesAt(height, 560)) {
      expect(at).toBeGreaterThanOrEqual(TOP + LINE_PX / 2 - 1e-9);
      expect(at).toBeLessThanOrEqual(TOP + height - LINE_PX / 2 + 1e-9);
    }
  });

  it('are none beside a narrow row that has its facts above it', () => {
    expect(linesAt(92, 360)).toEqual([]);
  });
});
