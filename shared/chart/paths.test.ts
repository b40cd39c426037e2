import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScoreView, ViewPoint } from '../score/view.ts';
import { scaleOf, spread } from './frame.ts';
import { DOTTED_MAX, drawnIndices, pathsOf, UNTHINNED_MAX } from './paths.ts';

const point = (at: number, score: number, risk: ViewPoint['risk'] = 'none'): ViewPoint => ({
  submissionId: at,
  applicationId: null,
  at,
  score,
  classification: null,
  classificationColor: null,
  band: -1,
  risk,
});
const view = (points: readonly ViewPoint[], gaps: readonly number[] = []): ScoreView => ({
  patientId: '',
  formTemplateId: '',
  seriesId: '',
  seriesName: null,
  yMin: 0,
  yMax: 100,
  domainSource: 'service',
  bands: [],
  yTicks: [0, 100],
  points,
  unread: { at: [], undated: 0 },
  isLatestKnown: true,
  since: null,
  until: null,
  isEnded: false,
  missedCount: 0,
  now: null,
  missed: [],
  gaps: new Set(gaps),
  from: points[0]?.at ?? 0,
  to: points.at(-1)?.at ?? 0,
  direction: 'unknown',
  risk: { kind: 'unavailable' },
  unreadable: 0,
});
const paths = (given: ScoreView) => pathsOf(given, scaleOf(given));

describe('the paths of a course', () => {
  it('lie on a true time axis over the full scale, with a dot for each answer', () => {
    expect(paths(view([point(0, 0), point(10, 50), point(100, 100)]))).toEqual({
      line: 'M0 1000L1000 500L10000 0',
      gap: '',
      dots: 'M0 1000h0M1000 500h0M10000 0h0',
      last: 'M10000 0h0',
      ahead: '',
      flags: '',
      core: '',
    });
  });
  it('bridge a gap by a piece of its own', () => {
    expect(paths(view([point(0, 0), point(50, 0), point(100, 0)], [1]))).toMatchObject({
      line: 'M0 1000M5000 1000L10000 1000',
      gap: 'M0 1000L5000 1000',
    });
  });
  it('dot of many answers only those that no segment touches', () => {
    const many = Array.from({ length: DOTTED_MAX + 1 }, (_, at) => point(at, 0));
    expect(paths(view(many)).dots).toBe('');
    // Requests were missed before and after the third, before the second and after the last but one.
    expect(paths(view(many, [1, 2, 3, DOTTED_MAX])).dots.match(/h0/g)).toHaveLength(4);
  });
  it('lead from the latest answer on its own level to today', () => {
    const given = { ...view([point(0, 0), point(50, 75)]), to: 100, now: 100 };
    expect(paths(given)).toMatchObject({ last: 'M5000 250h0', ahead: 'M5000 250H10000' });
  });
  it('lead nowhere if today is not known, or after the end of the axis', () => {
    const given = { ...view([point(0, 0), point(50, 75)]), to: 100 };
    expect(paths({ ...given, now: null }).ahead).toBe('');
    expect(paths({ ...given, now: 101 }).ahead).toBe('');
  });
  it('mark no answer as the latest if a newer one may be missing', () => {
    const given = { ...view([point(0, 0), point(50, 75)]), to: 100, now: 100, isLatestKnown: false };
    expect(paths(given)).toMatchObject({ last: '', ahead: '', dots: 'M0 1000h0M5000 250h0' });
  });
  it('mark the answers whose risk is flagged, and no other', () => {
    const given = view([point(0, 0, 'unknown'), point(50, 0, 'flagged'), point(100, 0, 'none')]);
    expect(paths(given)).toMatchObject({ flags: 'M5000 1000h1', core: 'M5000 1000h1' });
  });
  it('put a single answer in the middle', () => {
    expect(paths(view([point(7, 50)]))).toMatchObject({ line: 'M5000 500', dots: 'M5000 500h0' });
  });
});

describe('the points that are drawn', () => {
  it('are all of them up to a limit', () => {
    const points = Array.from({ length: UNTHINNED_MAX }, (_, at) => point(at, 1));
    expect(drawnIndices(view(points))).toHaveLength(UNTHINNED_MAX);
  });
  it('are fewer beyond it, with the ends, the extremes, every flag and both ends of every gap', () => {
    const course = fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 300 })), {
      minLength: 2000,
      maxLength: 4000,
    });
    fc.assert(
      fc.property(course, (scores) => {
        const points = scores.map(([score, die], at) => point(at, score, die === 0 ? 'flagged' : 'none'));
        const gaps = scores.flatMap(([, die], index) => (index > 0 && die === 1 ? [index] : []));
        const drawn = new Set(drawnIndices(view(points, gaps)));
        expect([...drawn]).toEqual([...drawn].sort((a, b) => a - b));
        expect(drawn.has(0) && drawn.has(points.length - 1)).toBe(true);
        for (const gap of gaps) expect(drawn.has(gap) && drawn.has(gap - 1)).toBe(true);
        points.forEach(({ risk }, index) => {
          if (risk === 'flagged') expect(drawn.has(index)).toBe(true);
        });
        const kept = [...drawn].map((index) => points[index]?.score ?? Number.NaN);
        expect(Math.min(...kept)).toBe(Math.min(...scores.map(([score]) => score)));
        expect(Math.max(...kept)).toBe(Math.max(...scores.map(([score]) => score)));
        // Four to each of 400 columns and the right edge; what must stay comes on top.
        const flagged = points.filter(({ risk }) => risk === 'flagged').length;
        expect(drawn.size).toBeLessThanOrEqual(4 * 401 + flagged + 2 * gaps.length);
      }),
      // Shrinking courses this long takes minutes; the course that fails is told as it is.
      { numRuns: 20, endOnFailure: true },
    );
  });
});

describe('labels moved apart', () => {
  it('stay where they are when there is room', () => {
    expect(spread([0, 0.5, 1], 0.06)).toEqual([0, 0.5, 1]);
  });
  it('keep their order, their distance and their place on the plot', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (given) => {
        const at = spread(
          [...given].sort((a, b) => a - b),
          0.062,
        );
        at.forEach((y, index) => {
          expect(y).toBeLessThanOrEqual(1 + 1e-9);
          expect(y).toBeGreaterThanOrEqual(-1e-9);
          expect(y - (at[index - 1] ?? -1)).toBeGreaterThanOrEqual(0.062 - 1e-9);
        });
      }),
    );
  });
});
