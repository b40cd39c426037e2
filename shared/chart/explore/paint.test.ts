import { describe, expect, it } from 'vitest';
import type { Treatment } from '../../score/treatments.ts';
import { placeTreatments } from './paint.ts';

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
