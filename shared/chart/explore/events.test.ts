import { describe, expect, it } from 'vitest';
import type { Treatment } from '../../score/treatments.ts';
import { placeEvents } from './events.ts';

const LETTER_PX = 7;
const PLOT = { left: 30, now: null };

/** 1 ms is 1 px. */
function place(
  treatments: readonly Partial<Treatment>[],
  more: Partial<Parameters<typeof placeEvents>[2]> = {},
) {
  const given = treatments.map(
    (one) => ({ at: 0, until: null, ongoing: false, kind: 'session', label: 'Session', ...one }) as Treatment,
  );
  const area = { ...PLOT, right: 500, width: 600, x: (at: number) => at, ...more };
  const names = given.map(({ label }) => label);
  return placeEvents(given, names, area, (text) => text.length * LETTER_PX);
}

const textsOf = ({ events }: ReturnType<typeof place>) => events.map(({ text, lane }) => [text, lane]);

describe('events of treatment in their lanes', () => {
  it('have their names right of where they begin, also past the right edge of the plot', () => {
    const placed = place([
      { at: 100, label: 'Booster' },
      { at: 480, label: 'Review of care' },
    ]);
    expect(textsOf(placed)).toEqual([
      ['Booster', 0],
      ['Review of care', 0],
    ]);
    expect(placed.isNumbered).toBe(false);
  });

  it('have a lane of their own where a bar or a name of another is', () => {
    const placed = place([
      { at: 40, until: 300, label: 'Escitalopram' },
      { at: 60, until: 200, label: 'Cognitive behavioral therapy' },
      { at: 240, label: 'Review' },
      { at: 310, label: 'Escitalopram' },
    ]);
    expect(textsOf(placed)).toEqual([
      ['Escitalopram', 0],
      ['Cognitive behavioral therapy', 1],
      ['Review', 2],
      ['Escitalopram', 0],
    ]);
  });

  it('all have numbers by their order where one of the names has no room', () => {
    const label = 'Cognitive behavioral therapy, 12 sessions';
    const placed = place([{ at: 40, until: 120 }, { at: 80, until: 200, label }, { at: 190 }], {
      right: 220,
      width: 260,
    });
    expect(textsOf(placed)).toEqual([
      ['1', 0],
      ['2', 1],
      ['3', 0],
    ]);
    expect(placed).toMatchObject({ isNumbered: true, lanes: 2 });
  });

  it('keep their numbers where those before them are out of sight', () => {
    const label = 'A name that is wider than everything that is there to hold it'.repeat(2);
    expect(textsOf(place([{ at: 5 }, { at: 40, label }, { at: 900 }]))).toEqual([['2', 0]]);
  });

  it('have numbers where one has no name at all', () => {
    expect(textsOf(place([{ at: 40 }, { at: 200, label: '' }]))).toEqual([
      ['1', 0],
      ['2', 0],
    ]);
  });

  it('that go on end with an arrow today, or where today is not known at the edge of the plot', () => {
    const ongoing = [{ at: 100, ongoing: true, kind: 'medication' }];
    expect(place(ongoing, { now: 400 }).events).toMatchObject([{ from: 100, to: 400, end: 'arrow' }]);
    expect(place(ongoing).events).toMatchObject([{ from: 100, to: 500, end: 'arrow' }]);
    expect(place(ongoing, { now: 700 }).events).toMatchObject([{ to: 500, end: 'none' }]);
  });

  it('without an end have dashes and no bar, and one of a single day neither', () => {
    const { events } = place([
      { at: 100, kind: 'medication' },
      { at: 300, kind: 'session' },
      { at: 400, until: 450, kind: 'course' },
    ]);
    expect(events).toMatchObject([
      { to: null, end: 'dashes' },
      { to: null, end: 'none' },
      { to: 450, end: 'mark' },
    ]);
  });

  it.each([260, 520, 1100])('never share their place with another, at 60 events and %d px', (right) => {
    const kinds = ['session', 'medication', 'course'];
    const treatments = Array.from({ length: 60 }, (_, index) => {
      const at = 30 + ((index * index * 37) % (right - 30));
      const until = index % 5 === 0 ? at + 90 : null;
      return { at, until, kind: kinds[index % 3] ?? '', label: `Sertraline ${index} mg` };
    }).sort((a, b) => a.at - b.at);
    const { events } = place(treatments, { right, width: right + 110 });
    expect(events).toHaveLength(60);
    const boxes = events.map(({ from, to, lane, text, end }) => {
      expect(text).not.toBe('');
      const dashes = end === 'dashes' ? 19 : 0;
      return { lane, from, to: Math.max(from + 4 + text.length * LETTER_PX, to ?? from + dashes) };
    });
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        if (one.lane === other.lane) expect(one.to < other.from || other.to < one.from).toBe(true);
  });
});
