import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScoreGraph } from '../../client/contract/index.ts';
import { scoreView } from '../../score/score-view.ts';
import {
  type AxisWindow,
  coursesOf,
  linesByCourse,
  linesByDate,
  panned,
  revealing,
  wholeOf,
  zoomed,
} from './lines.ts';

const PATIENT = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const FORM = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const day = (date: number): string => new Date(Date.UTC(2026, 0, date, 9)).toISOString();

/** A view of answers: day of the year, score, application. */
function viewOf(
  answers: readonly (readonly [date: number, score: number, application?: number])[],
  missed: readonly number[] = [],
) {
  const graph: ScoreGraph = {
    patientId: PATIENT,
    formTemplateId: FORM,
    series: [
      {
        seriesId: 'global',
        seriesType: 'GLOBAL',
        yDomain: { min: 0, max: 27 },
        points: answers.map(([date, score, applicationId], index) => ({
          submissionId: index + 1,
          formApplicationId: applicationId ?? null,
          completedFillAt: day(date),
          score,
        })),
      },
    ],
  };
  const submissions = missed.map((date) => ({
    id: 1000 + date,
    patientId: PATIENT,
    formTemplateId: FORM,
    status: 'CANCELED_LATE' as const,
    startedAt: day(date),
  }));
  return scoreView({ graph, submissions, now: Date.parse(day(400)) });
}

describe('the window of the axis', () => {
  const whole: AxisWindow = { from: 0, to: 1000 };
  const anyWindow = fc
    .tuple(fc.double({ min: 0, max: 990, noNaN: true }), fc.double({ min: 10, max: 1000, noNaN: true }))
    .map(([from, length]) => ({ from, to: Math.min(1000, from + length) }));

  it('never leaves the whole, however it is zoomed and moved', () => {
    const move = fc.record({
      factor: fc.double({ min: 0.01, max: 100, noNaN: true }),
      at: fc.double({ min: -500, max: 1500, noNaN: true }),
      part: fc.double({ min: -3, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(anyWindow, fc.array(move, { maxLength: 8 }), (start, moves) => {
        let shown: AxisWindow = start;
        for (const { factor, at, part } of moves) {
          shown = panned(zoomed(shown, whole, factor, at), whole, part);
          expect(shown.from).toBeGreaterThanOrEqual(-1e-6);
          expect(shown.to).toBeLessThanOrEqual(1000 + 1e-6);
          expect(shown.to - shown.from).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('keeps the place that is zoomed at where it is', () => {
    const shown = zoomed({ from: 0, to: 1000 }, whole, 0.5, 250);
    expect(shown).toEqual({ from: 125, to: 625 });
  });

  it('shows the whole again when it is zoomed out far enough', () => {
    expect(zoomed({ from: 400, to: 410 }, whole, 1000)).toEqual(whole);
  });

  it('moves no further than needed to reveal a place', () => {
    expect(revealing({ from: 100, to: 200 }, whole, 150)).toEqual({ from: 100, to: 200 });
    expect(revealing({ from: 100, to: 200 }, whole, 250)).toEqual({ from: 150, to: 250 });
    expect(revealing({ from: 100, to: 200 }, whole, 30)).toEqual({ from: 30, to: 130 });
  });
});

describe('the courses of a series', () => {
  it('are its answers by application, the earliest first', () => {
    const view = viewOf([
      [1, 20, 7],
      [8, 18, 7],
      [100, 15, 9],
      [107, 12, 9],
    ]);
    expect(
      coursesOf(view).map(({ applicationId, points }) => [applicationId, points.map(({ score }) => score)]),
    ).toEqual([
      [7, [20, 18]],
      [9, [15, 12]],
    ]);
  });

  it('lose no answer, and count each once, whatever applications they name', () => {
    const answers = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 27 }),
        fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(answers, (some) => {
        const view = viewOf(some as [number, number, number?][]);
        const drawn = coursesOf(view).flatMap(({ points }) => points.map(({ submissionId }) => submissionId));
        expect(drawn.toSorted((a, b) => a - b)).toEqual(some.map((_, index) => index + 1));
      }),
    );
  });
});

describe('lines', () => {
  it('over the calendar stand at their instants, dashed where a request was missed', () => {
    const view = viewOf(
      [
        [1, 20],
        [8, 18],
        [22, 9],
      ],
      [15],
    );
    const [line] = linesByDate([view]);
    expect(line?.points.map(({ x, y }) => [x, y])).toEqual([
      [Date.parse(day(1)), 20],
      [Date.parse(day(8)), 18],
      [Date.parse(day(22)), 9],
    ]);
    expect([...(line?.gaps ?? [])]).toEqual([2]);
  });

  it('of two courses each begin on their own first day, the earlier one behind', () => {
    const view = viewOf([
      [1, 20, 7],
      [15, 18, 7],
      [100, 15, 9],
      [107, 12, 9],
      [121, 6, 9],
    ]);
    const lines = linesByCourse(view);
    expect(lines?.map(({ role, points }) => [role, points.map(({ x, y }) => [x, y])])).toEqual([
      [
        'earlier',
        [
          [0, 20],
          [14, 18],
        ],
      ],
      [
        'current',
        [
          [0, 15],
          [7, 12],
          [21, 6],
        ],
      ],
    ]);
  });

  it('of one course are not compared with themselves', () => {
    expect(
      linesByCourse(
        viewOf([
          [1, 20, 7],
          [8, 18, 7],
        ]),
      ),
    ).toBeNull();
    expect(linesByCourse(viewOf([]))).toBeNull();
  });

  it('have an axis wider than they are, also where there is one answer, or none', () => {
    const { from, to } = wholeOf(linesByDate([viewOf([[1, 20]])]));
    expect(from).toBeLessThan(Date.parse(day(1)));
    expect(to).toBeGreaterThan(Date.parse(day(1)));
    const none = wholeOf([]);
    expect(none.to).toBeGreaterThan(none.from);
  });
});
