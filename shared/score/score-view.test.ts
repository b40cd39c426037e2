import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instrument, ScoreGraph, Submission } from '../client/contract/index.ts';
import { changeOf } from './change.ts';
import { nearestPoint } from './nearest.ts';
import { scoreView } from './score-view.ts';

const patientId = 'abcdefab-1111-4111-8111-111111111111';
const formTemplateId = '22222222-2222-4222-8222-222222222222';
const now = Date.parse('2026-06-01T00:00:00Z');
const day = (date: number): string => `2026-03-${String(date).padStart(2, '0')}T12:00:00Z`;
const at = (date: number): number => Date.parse(day(date));

type Series = ScoreGraph['series'][number];
const graph = (series: Partial<Series> = {}, ...others: readonly Series[]): ScoreGraph => ({
  patientId,
  formTemplateId,
  series: [
    { seriesId: 'GLOBAL', seriesType: 'GLOBAL', yDomain: { min: 0, max: 27 }, points: [], ...series },
    ...others,
  ],
});
const point = (id: number, score: number, date = id) => ({
  submissionId: id,
  completedFillAt: day(date),
  score,
});
const request = (id: number, status: Submission['status'], more: Partial<Submission> = {}): Submission => ({
  id,
  patientId,
  formTemplateId,
  status,
  startedAt: day(id),
  ...more,
});

describe('the points of a view', () => {
  it('are sorted by time, whatever order they are sent in', () => {
    const view = scoreView({ graph: graph({ points: [point(3, 7), point(1, 9), point(2, 8)] }), now });
    expect(view.points.map(({ submissionId }) => submissionId)).toEqual([1, 2, 3]);
    expect([view.from, view.to]).toEqual([at(1), now]);
  });

  it('are one for each submission, and none where the service contradicts itself', () => {
    const sent = [point(1, 7), point(1, 7), point(2, 5), point(2, 6)];
    const view = scoreView({ graph: graph({ points: sent }), now });
    expect(view.points.map(({ score }) => score)).toEqual([7]);
    expect(view.unread).toEqual({ at: [], undated: 1 });
  });

  it('are none of a submission of which another point could not be placed', () => {
    const view = scoreView({ graph: graph({ points: [point(1, 7), point(2, 1e9), point(2, 5)] }), now });
    expect(view.points.map(({ score }) => score)).toEqual([7]);
  });

  it('of a subscale are none where the list of submissions says another score', () => {
    const series = { seriesId: '7', seriesType: 'SUBSCALE', name: 'Anxiety' };
    const scores = [3, 4].map(
      (score) =>
        scoreView({
          graph: graph({ ...series, points: [point(1, 3)] }),
          submissions: [
            {
              ...request(1, 'ANSWERED'),
              completedFillAt: day(1),
              subscaleScores: [{ name: 'Anxiety', score }],
            },
          ],
          now,
        }).points.length,
    );
    expect(scores).toEqual([1, 0]);
  });

  it('have no class where the list of submissions says another', () => {
    const sent = { ...point(1, 7), classification: { title: 'Mild' } };
    const said = (title: string) => ({ ...request(1, 'ANSWERED'), globalClassification: { title } });
    const titles = ['Mild', 'Severe'].map(
      (title) =>
        scoreView({
          graph: graph({ points: [sent] }),
          submissions: [{ ...said(title), completedFillAt: day(1) }],
          now,
        }).points[0]?.classification,
    );
    expect(titles).toEqual(['Mild', null]);
  });

  it('carry what the service says of them, and no colour that is none', () => {
    const classification = { title: 'Mild', color: 'url(x)', minScore: 5, maxScore: 9 };
    const view = scoreView({
      graph: graph({
        points: [{ ...point(1, 7), classification }],
        scoreRanges: [{ title: 'Mild', color: '#FA0', minScore: 5, maxScore: 9 }],
      }),
      now,
    });
    expect(view.points[0]).toMatchObject({
      classification: 'Mild',
      classificationColor: null,
      band: 0,
    });
    expect(view.bands[0]?.color).toBe('#ffaa00');
  });
});

describe('the scale', () => {
  const ranges = [
    { title: 'Low', minScore: 10, maxScore: 15 },
    { title: 'High', minScore: 16, maxScore: 50 },
  ];
  it('is the full yDomain, not the span of the data', () => {
    expect(scoreView({ graph: graph({ points: [point(1, 9), point(2, 11)] }), now })).toMatchObject({
      yMin: 0,
      yMax: 27,
      domainSource: 'service',
    });
  });
  it('is that of the ranges where there is no yDomain, and says so', () => {
    const sent = graph({ yDomain: null, scoreRanges: ranges, points: [point(1, 12)] });
    expect(scoreView({ graph: sent, now })).toMatchObject({
      yMin: 10,
      yMax: 50,
      domainSource: 'ranges',
      unreadable: 0,
    });
  });
  it('is that of the scores where there is neither, and says so', () => {
    const sent = graph({ yDomain: null, points: [point(1, 12)] });
    expect(scoreView({ graph: sent, now })).toMatchObject({ yMin: 0, yMax: 12, domainSource: 'scores' });
  });
  it('counts a yDomain that makes no sense', () => {
    const sent = graph({ yDomain: { min: 27, max: 0 }, scoreRanges: ranges });
    expect(scoreView({ graph: sent, now })).toMatchObject({ domainSource: 'ranges', unreadable: 1 });
  });
  it('has no point outside it: such an answer counts as one that could not be read', () => {
    const sent = graph({ points: [point(1, 30), point(2, 14), point(3, 1e9)] });
    const view = scoreView({ graph: sent, now });
    expect(view).toMatchObject({ yMin: 0, yMax: 27, unread: { at: [at(1), at(3)], undated: 0 } });
    expect(view.points.map(({ score }) => score)).toEqual([14]);
  });
  it('of ranges is widened to a score beside them, though not to one that lies far away', () => {
    const sent = graph({ yDomain: null, scoreRanges: ranges, points: [point(1, 8), point(2, 1e9)] });
    expect(scoreView({ graph: sent, now })).toMatchObject({ yMin: 8, yMax: 50, unread: { at: [at(2)] } });
  });
  it('is not that of an end, and has no score, that no scale reaches', () => {
    const wide = [{ title: 'Low', minScore: 0, maxScore: 1e9 }];
    const sent = graph({
      yDomain: { min: 0, max: 1e9 },
      scoreRanges: wide,
      points: [point(1, 12), point(2, 1e9)],
    });
    const view = scoreView({ graph: sent, now });
    expect(view).toMatchObject({ yMin: 0, yMax: 12, domainSource: 'scores', unread: { at: [at(2)] } });
  });
  it('of ranges that do not hold all scores is disputed, and so has no end', () => {
    const sent = graph({ yDomain: null, scoreRanges: ranges, points: [point(1, 8), point(2, 12)] });
    expect(scoreView({ graph: sent, now })).toMatchObject({ yMin: 8, yMax: 50, domainSource: 'disputed' });
  });
  it('is not that of ranges of which one could not be read', () => {
    const series = graph({ yDomain: null, scoreRanges: ranges, points: [point(1, 12)] }).series[0];
    const sent = { ...graph(), series: [{ ...series, unreadFields: ['scoreRanges'] } as unknown as Series] };
    expect(scoreView({ graph: sent, now })).toMatchObject({ yMin: 0, yMax: 12, domainSource: 'scores' });
  });
  it('has ticks at its ends and at each minScore', () => {
    expect(
      scoreView({ graph: graph({ yDomain: { min: 10, max: 50 }, scoreRanges: ranges }), now }).yTicks,
    ).toEqual([10, 16, 50]);
  });
});

describe('a series that could not be read', () => {
  const lostSeries = { ...graph(), series: [], unreadFields: ['series'] } as ScoreGraph;
  it('may hold any answer, so none is the latest, and counts as no answer itself', () => {
    const view = scoreView({ graph: lostSeries, submissions: [], now });
    expect(view).toMatchObject({ isLatestKnown: false, unread: { at: [], undated: 0 } });
  });
  it('leaves answers that the list knows of, which count as not read', () => {
    const submissions = [{ ...request(1, 'ANSWERED'), completedFillAt: day(1) }];
    expect(scoreView({ graph: lostSeries, submissions, now }).unread).toEqual({ at: [at(1)], undated: 0 });
  });
});

describe('the series', () => {
  const subscale: Series = { seriesId: '7', seriesType: 'SUBSCALE', name: 'Anxiety', points: [point(1, 3)] };
  it('is the global one unless another is asked for', () => {
    expect(scoreView({ graph: { ...graph(), series: [subscale, ...graph().series] }, now })).toMatchObject({
      seriesId: 'GLOBAL',
      seriesName: null,
    });
    expect(scoreView({ graph: graph({}, subscale), seriesId: '7', now })).toMatchObject({
      seriesName: 'Anxiety',
    });
  });
  it('is empty, not another one, where that id is not there', () => {
    const view = scoreView({ graph: graph({ points: [point(1, 3)] }), seriesId: '8', now });
    expect(view).toMatchObject({ seriesId: '8', points: [] });
  });
});

describe('the direction', () => {
  const instrument = (direction: string | null, subScales: Instrument['subScales'] = null): Instrument => ({
    id: formTemplateId.toUpperCase(),
    title: 'An instrument',
    config: { globalScoreConfig: { scoreDirection: direction } },
    subScales,
  });
  const directionOf = (given: Instrument | null, series: Partial<Series> = {}) =>
    scoreView({ graph: graph(series), instrument: given, now }).direction;

  it.each([
    ['HIGHER_WORSE', 'higher-worse'],
    ['HIGHER_BETTER', 'higher-better'],
    ['LOWER_WORSE', 'unknown'],
    ['higher_worse', 'unknown'],
    [null, 'unknown'],
  ])('is for %s: %s', (sent, direction) => {
    expect(directionOf(instrument(sent))).toBe(direction);
  });
  it('is unknown without an instrument, or with another one', () => {
    expect(directionOf(null)).toBe('unknown');
    expect(directionOf({ ...instrument('HIGHER_WORSE'), id: patientId })).toBe('unknown');
  });
  it('of a subscale is its own, found by id, code or name', () => {
    const scales = [{ id: 7, name: 'Anxiety', code: 'ANX', scoreDirection: 'HIGHER_BETTER' }];
    const given = instrument('HIGHER_WORSE', scales);
    for (const series of [{ seriesId: '7' }, { seriesId: 'ANX' }, { seriesId: 'x', name: 'Anxiety' }])
      expect(directionOf(given, { seriesType: 'SUBSCALE', ...series })).toBe('higher-better');
    expect(directionOf(given, { seriesType: 'SUBSCALE', seriesId: '8', name: 'Stress' })).toBe('unknown');
  });
});

describe('a change', () => {
  const classed = (id: number, score: number, title: string | null) => ({
    ...point(id, score),
    classification: title === null ? null : { title },
  });
  const changeIn = (points: Series['points']) => changeOf(scoreView({ graph: graph({ points }), now }));

  it('is the difference to the answer before, which is named', () => {
    const change = changeIn([point(1, 4), point(5, 13), point(20, 15)]);
    expect([change?.difference, change?.from.at, change?.from.score]).toEqual([2, at(5), 13]);
    expect(changeIn([point(1, 4)])).toBeNull();
    expect(changeIn([point(1, Number.MAX_VALUE), point(2, -Number.MAX_VALUE)])).toBeNull();
  });
  it('names the class before only if the service sent another one with each of both', () => {
    expect(changeIn([classed(1, 4, 'Mild'), classed(2, 20, 'Severe')])?.previousClass).toBe('Mild');
    expect(changeIn([classed(1, 4, 'Mild'), classed(2, 6, 'Mild')])?.previousClass).toBeNull();
    expect(changeIn([classed(1, 4, null), classed(2, 20, 'Severe')])?.previousClass).toBeNull();
    expect(changeIn([classed(1, 4, 'Mild'), classed(2, 20, null)])?.previousClass).toBeNull();
  });
  it('names the class before only if the service names the same one with the answer after it', () => {
    const classBefore = (previousSeverityCategory: string | null) =>
      changeIn([
        classed(1, 4, 'Mild'),
        { ...classed(2, 20, 'Severe'), indicators: { previousSeverityCategory } },
      ])?.previousClass;
    expect(classBefore('Mild')).toBe('Mild');
    expect(classBefore(null)).toBe('Mild');
    expect(classBefore('Moderate')).toBeNull();
  });
});

describe('risk', () => {
  it('is not called absent as of a day before an answer that only the graph dates later', () => {
    const clear = { status: 'ANSWERED', riskFlagCount: 0 } as const;
    const submissions = [
      request(1, 'ANSWERED', { ...clear, completedFillAt: day(2) }),
      request(2, 'ANSWERED', { ...clear, completedFillAt: day(1) }),
    ];
    const points = [point(1, 9, 2), point(2, 8, 20)];
    const { risk } = scoreView({ graph: graph({ points }), submissions, now });
    expect(risk.kind).toBe('unavailable');
    // Where both date it the same, it is read.
    const agreed = submissions.map((one) => (one.id === 2 ? { ...one, completedFillAt: day(20) } : one));
    expect(scoreView({ graph: graph({ points }), submissions: agreed, now }).risk).toMatchObject({
      kind: 'none',
      asOf: at(20),
    });
  });
});

describe('the latest answer', () => {
  const points = [point(1, 5), point(10, 6)];
  const isLatestKnown = (more: Partial<Parameters<typeof scoreView>[0]>) =>
    scoreView({ graph: graph({ points }), now, ...more }).isLatestKnown;

  it('is the last point where nothing newer is known', () => {
    expect(isLatestKnown({})).toBe(true);
    expect(isLatestKnown({ lost: [{ completedFillAt: day(5) }] })).toBe(true);
    const submissions = [request(10, 'ANSWERED', { completedFillAt: day(10) }), request(20, 'CREATED')];
    expect(isLatestKnown({ submissions })).toBe(true);
  });
  it.each<[string, Record<string, unknown>]>([
    ['comes later', { submissionId: 20, completedFillAt: day(20) }],
    ['has no date that could be read', { submissionId: 20 }],
    ['is in a row of which nothing could be read', {}],
  ])('is not known where an answer that could not be read %s', (_, row) => {
    expect(isLatestKnown({ lost: [row] })).toBe(false);
  });
  it('is not known where the list of submissions has a later answer than the graph', () => {
    const submissions = [request(20, 'ANSWERED', { completedFillAt: day(20) })];
    expect(isLatestKnown({ submissions })).toBe(false);
    expect(isLatestKnown({ submissions, endDate: day(15) })).toBe(true);
  });
  it('is not said of the last answer of a period that is over', () => {
    const isEnded = (endDate: string | null, clock: number | null = now) =>
      scoreView({ graph: graph({ points }), now: clock, endDate }).isEnded;
    expect(isEnded(day(15))).toBe(true);
    expect(isEnded(day(15), null)).toBe(true);
    expect(isEnded(new Date(now + 1).toISOString())).toBe(false);
    expect(isEnded(null)).toBe(false);
  });
  it('is not known where a row that was lost dates it otherwise than the graph', () => {
    const row = { id: 10, status: 'ANSWERED', score: 6 };
    expect(isLatestKnown({ lost: [{ ...row, completedFillAt: day(10) }] })).toBe(true);
    expect(isLatestKnown({ lost: [{ ...row, completedFillAt: day(12) }] })).toBe(false);
  });
  it('is not put in doubt, and no risk is known, by a row of another patient', () => {
    const lost = [{ completedFillAt: day(20), hasHighRisk: true, patientId: formTemplateId }];
    expect(scoreView({ graph: graph({ points }), lost, now })).toMatchObject({
      isLatestKnown: true,
      risk: { kind: 'unavailable' },
    });
  });
  it('is not put in doubt by requests without an answer, or by another instrument', () => {
    const row = { completedFillAt: day(20), status: 'LATE' };
    expect(isLatestKnown({ lost: [row] })).toBe(true);
    expect(isLatestKnown({ lost: [{ completedFillAt: day(20), formTemplateId: patientId }] })).toBe(true);
  });
});

describe('answers that are not shown', () => {
  const points = [point(1, 5), point(10, 6)];
  const answeredOn = (id: number, more: Partial<Submission> = {}) =>
    request(id, 'ANSWERED', { completedFillAt: day(id), ...more });
  const unread = (more: Partial<Parameters<typeof scoreView>[0]>) =>
    scoreView({ graph: graph({ points }), now, ...more }).unread;

  it('are known from lost rows and from the list of submissions, each once', () => {
    const lost = [{ submissionId: 20, completedFillAt: day(20) }, { id: 20 }, { submissionId: 21 }];
    expect(unread({ lost, submissions: [answeredOn(20), answeredOn(25)] })).toEqual({
      at: [at(20), at(25)],
      undated: 1,
    });
  });
  it('are those of which the graph and the list say different scores or days', () => {
    expect(unread({ submissions: [answeredOn(10, { score: 7 })] })).toEqual({ at: [at(10)], undated: 0 });
    expect(unread({ submissions: [answeredOn(10, { score: 6 })] })).toEqual({ at: [], undated: 0 });
    const moved = [answeredOn(10, { completedFillAt: day(20) })];
    expect(unread({ submissions: moved })).toEqual({ at: [at(20)], undated: 0 });
  });
  it('leave a gap in the line where they lie between two that could', () => {
    const submissions = [answeredOn(5), answeredOn(25)];
    const view = scoreView({ graph: graph({ points }), now, submissions });
    expect(view.unread.at).toEqual([at(5), at(25)]);
    expect([...view.gaps]).toEqual([1]);
  });
  it('are those answered in the future', () => {
    const future = { ...point(11, 7), completedFillAt: '2199-01-01T00:00:00Z' };
    expect(unread({ graph: graph({ points: [...points, future] }) })).toEqual({ at: [], undated: 1 });
  });
  it('are not those outside the period that was asked for', () => {
    const submissions = [answeredOn(20), answeredOn(5)];
    expect(unread({ submissions, startDate: day(8), endDate: day(15) })).toEqual({ at: [], undated: 0 });
  });
  it('have no class said of them that the ranges contradict', () => {
    const scoreRanges = [
      { title: 'Low', minScore: 0, maxScore: 9 },
      { title: 'High', minScore: 10, maxScore: 27 },
    ];
    const said = (title: string) =>
      scoreView({
        graph: graph({ scoreRanges, points: [{ ...point(1, 5), classification: { title } }] }),
        now,
      }).points[0]?.classification;
    expect([said('Low'), said('High'), said('Severe')]).toEqual(['Low', null, null]);
  });
});

describe('missed requests', () => {
  const answered = [point(1, 5), point(10, 6), point(20, 7)];
  it.each(['CANCELED', 'CANCELED_LATE', 'CANCELED_IDLE', 'LATE'] as const)(
    'are marked where %s',
    (status) => {
      const view = scoreView({ graph: graph({ points: answered }), submissions: [request(15, status)], now });
      expect(view.missed).toEqual([{ submissionId: 15, at: at(15), status }]);
      expect([...view.gaps]).toEqual([2]);
    },
  );
  it.each(['CREATED', 'IN_PROGRESS', 'OPENED', 'STARTED', 'ANSWERED'] as const)(
    'are not those %s',
    (status) => {
      const view = scoreView({ graph: graph({ points: answered }), submissions: [request(15, status)], now });
      expect(view.missed).toEqual([]);
      expect(view.gaps.size).toBe(0);
    },
  );
  it('extend the time axis, and make no gap outside the answers', () => {
    const submissions = [request(28, 'CANCELED_LATE')];
    const view = scoreView({ graph: graph({ points: answered }), submissions });
    expect(view.to).toBe(at(28));
    expect(view.gaps.size).toBe(0);
  });
  it('are not those withdrawn before they were due', () => {
    const submissions = [request(1, 'CANCELED', { startedAt: '2026-06-02T00:00:00Z' })];
    expect(scoreView({ graph: graph(), submissions, now }).missed).toEqual([]);
  });
  it('are counted where they have no instant', () => {
    const submissions = [request(1, 'CANCELED', { startedAt: null })];
    expect(scoreView({ graph: graph(), submissions, unreadable: 2, now })).toMatchObject({
      missed: [],
      unreadable: 3,
    });
  });
  it('are missed whatever the clock says, if the service calls them late', () => {
    const late = [request(1, 'LATE', { startedAt: '2199-01-01T00:00:00Z' }), request(2, 'CANCELED_LATE')];
    for (const clock of [null, at(1), now]) {
      expect(scoreView({ graph: graph(), submissions: late, now: clock }).missedCount).toBe(2);
    }
  });
  it('are no requests that have a point in the graph', () => {
    const submissions = [request(10, 'LATE')];
    const view = scoreView({ graph: graph({ points: answered }), submissions, now });
    expect(view).toMatchObject({ missedCount: 0, unread: { at: [at(10)], undated: 0 } });
  });
  it('are those of this patient and this instrument, both ids compared in any case', () => {
    const submissions = [
      request(4, 'CANCELED', { patientId: patientId.toUpperCase() }),
      request(5, 'CANCELED', { patientId: formTemplateId }),
      request(6, 'CANCELED', { formTemplateId: patientId }),
    ];
    const { missed } = scoreView({ graph: graph(), submissions, now });
    expect(missed.map(({ submissionId }) => submissionId)).toEqual([4]);
  });
});

describe('nearestPoint', () => {
  it('finds what a search through all finds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1 }),
        fc.integer({ min: -9, max: 509 }),
        (times, time) => {
          const points = times.sort((a, b) => a - b).map((when) => ({ at: when }));
          const best = Math.min(...points.map((one) => Math.abs(one.at - time)));
          const view = { points } as unknown as Parameters<typeof nearestPoint>[0];
          expect(Math.abs((points[nearestPoint(view, time)]?.at ?? Number.NaN) - time)).toBe(best);
        },
      ),
    );
  });
  it('is -1 without points', () => {
    expect(nearestPoint({ points: [] }, 0)).toBe(-1);
  });
});

const number = fc.oneof(
  fc.integer({ min: -1e6, max: 1e6 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const instant = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const someGraph: fc.Arbitrary<ScoreGraph> = fc.record({
  patientId: fc.constant(patientId),
  formTemplateId: fc.constant(formTemplateId),
  series: fc.array(
    fc.record({
      seriesId: fc.string(),
      seriesType: maybe(fc.string()),
      name: maybe(fc.string()),
      scoreRanges: maybe(
        fc.array(
          fc.record({ title: fc.string(), color: maybe(fc.string()), minScore: number, maxScore: number }),
        ),
      ),
      yDomain: maybe(fc.record({ min: number, max: number })),
      points: fc.array(
        fc.record({ submissionId: fc.integer({ min: 1, max: 9 }), completedFillAt: instant, score: number }),
      ),
    }),
    { maxLength: 3 },
  ),
});

describe('a view of any graph that the contract lets pass', () => {
  it('is made without throwing, in order and inside its own axes', () => {
    fc.assert(
      fc.property(someGraph, (sent) => {
        const view = scoreView({ graph: sent, now });
        expect(view.yMin).toBeLessThan(view.yMax);
        expect(view.from).toBeLessThanOrEqual(view.to);
        expect([...view.yTicks]).toEqual([...view.yTicks].sort((a, b) => a - b));
        view.points.forEach((one, index) => {
          expect(one.at).toBeGreaterThanOrEqual(view.points[index - 1]?.at ?? view.from);
          expect(one.at).toBeLessThanOrEqual(view.to);
          expect(one.score >= view.yMin && one.score <= view.yMax).toBe(true);
        });
        view.bands.forEach(({ from, to }, index) => {
          expect(from).toBeGreaterThanOrEqual(view.bands[index - 1]?.to ?? view.yMin);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(to).toBeLessThanOrEqual(view.yMax);
        });
      }),
    );
  });
});
