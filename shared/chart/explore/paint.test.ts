import { describe, expect, it } from 'vitest';
import type { Treatment } from '../../score/treatments.ts';
import type { ScoreView } from '../../score/view.ts';
import { placeNames, placeTreatments, type Row } from './paint.ts';

/** 1 ms is 1 px, and a letter is 10 px wide. */
const place = (...treatments: readonly Partial<Treatment>[]) =>
  placeTreatments(
    treatments.map((one) => ({ at: 0, until: null, kind: null, label: '', ...one }) as Treatment),
    { left: 0, right: 500, x: (at) => at },
    (label) => label.length * 10,
  ).map(({ lane, label, labelAt }) => [label, lane, labelAt]);

describe('the label of an event of treatment', () => {
  it('stands behind its mark', () => {
    expect(place({ at: 100, label: 'Session' })).toEqual([['Session', 0, 104]]);
  });
  it('stands before its mark near the right edge, and lies on no other', () => {
    expect(place({ at: 350, label: 'Admission' }, { at: 480, label: 'Session' })).toEqual([
      ['Admission', 0, 354],
      ['Session', 1, 402],
    ]);
  });
  it('is left out where it fits neither way', () => {
    expect(place({ at: 250, label: 'A name that is wider than the whole of the axis at this size' })).toEqual(
      [['', 0, expect.any(Number)]],
    );
  });
});

describe('the names of the bands in a low row', () => {
  const LINE_PX = 14;
  const titles = ['Minimal', 'Mild', 'Moderate', 'Moderately severe', 'Severe'];
  const edges = [0, 4.5, 9.5, 14.5, 19.5, 27];
  const bands = titles.map((title, band) => ({ title, from: edges[band] ?? 0, to: edges[band + 1] ?? 27 }));
  const view = { yMin: 0, yMax: 27, bands, points: [{ band: 3 }], isLatestKnown: true };
  const row = { view: view as unknown as ScoreView, name: 'PHQ-9', facts: ['18'] } as Row;
  const linesAt = (height: number) =>
    placeNames(row, 900, { y: (score) => 100 + ((27 - score) / 27) * height }).map(({ text, at }) => ({
      text: text.trim(),
      at,
    }));
  it.each([84, 90, 110, 300])('lie apart, line by line, and beside their own scale (%d px)', (height) => {
    const lines = linesAt(height);
    expect(lines.map(({ text }) => text)).toEqual([
      'Severe',
      'Moderately',
      'severe',
      'Moderate',
      'Mild',
      'Minimal',
    ]);
    for (const [index, { at }] of lines.entries()) {
      expect(at - (lines[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(LINE_PX - 1e-9);
      expect(at).toBeGreaterThanOrEqual(100 + LINE_PX / 2);
      expect(at).toBeLessThanOrEqual(100 + height - LINE_PX / 2 + 1e-9);
    }
  });
  it('are only that of the present band where not all have room', () => {
    expect(linesAt(83).map(({ text }) => text)).toEqual(['Moderately', 'severe']);
  });
});
