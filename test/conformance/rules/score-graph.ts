import { expect } from 'vitest';
import { answered, instrument, patientOf, practice } from '../clinic.ts';
import type { Rules } from '../rule.ts';
import type { Given } from '../shape.ts';
import { type Instrument, ScoreGraph } from '../wire-library.ts';
import type { World } from '../world.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** A patient who answers the instrument once a day, one sheet after the other. */
async function course(world: World, shortTitle: string, sheets: readonly (readonly number[])[]) {
  const { ask, control } = world;
  const { P } = await practice(ask);
  const { serviceId } = await patientOf(ask, P);
  const form = await instrument(ask, shortTitle);
  const submissions = [];
  for (const sheet of sheets) {
    submissions.push(await answered(ask, P, form, serviceId, sheet));
    await control.advance('P1D');
  }
  const at = `${P}/patients/${serviceId}/forms/${form.id}/score-graph`;
  const graph = async (query?: Record<string, string>) => (await ask.get(at, query)).gives(ScoreGraph, 200);
  return { P, patientId: serviceId, form, submissions, at, graph };
}

type Series = Given<typeof ScoreGraph>['series'][number];

const percent = (now: number, then: number) => (then === 0 ? null : ((now - then) / then) * 100);

/** What the indicators of each point have to be, from the scores within the range alone. */
function indicatorsOf(
  scores: readonly number[],
  direction: string | null | undefined,
  ranges: Series['scoreRanges'],
) {
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const best = { HIGHER_WORSE: low, HIGHER_BETTER: high }[direction ?? ''];
  const worst = { HIGHER_WORSE: high, HIGHER_BETTER: low }[direction ?? ''];
  const category = (score: number) =>
    ranges.find(({ minScore, maxScore }) => minScore <= score && score <= maxScore)?.title ?? null;
  const [first = 0] = scores;
  return scores.map((score, index) => {
    const previous = scores[index - 1];
    return {
      deltaFromBaseline: score - first,
      deltaFromPrevious: previous === undefined ? null : score - previous,
      percentChangeFromBaseline: percent(score, first),
      percentChangeFromPrevious: previous === undefined ? null : percent(score, previous),
      isBestScore: best === undefined ? null : score === best,
      isWorstScore: worst === undefined ? null : score === worst,
      severityCategory: category(score),
      previousSeverityCategory: previous === undefined ? null : category(previous),
    };
  });
}

/** Equal but for the last digits of a percentage. */
function expectIndicators(series: Series | undefined, expected: ReturnType<typeof indicatorsOf>): void {
  const round = (value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value);
  const rounded = (items: readonly object[]) =>
    items.map((item) => Object.fromEntries(Object.entries(item).map(([key, value]) => [key, round(value)])));
  expect(rounded(series?.points.map(({ indicators }) => indicators) ?? [])).toEqual(
    rounded(expected).map((item) => expect.objectContaining(item)),
  );
}

const globalDirection = ({ config }: Instrument) => config.globalScoreConfig.scoreDirection;
const spread = (count: number, sum: number) =>
  Array.from({ length: count }, (_, at) => Math.min(3, Math.max(0, sum - at * 3)));

/** "Score graph" and the report that gives it. */
export const scoreGraph: Rules = (rule) => {
  rule('draws an answered course as one global series, in the order of the answers', async (world) => {
    const scores = [14, 14, 7, 21, 3];
    const { form, patientId, submissions, graph } = await course(
      world,
      'PHQ-9',
      scores.map((sum) => spread(9, sum)),
    );
    const { series, summary, ...rest } = await graph();
    expect(rest).toMatchObject({ formTemplateId: form.id, patientId });
    expect(series).toHaveLength(1);
    expect(series[0]).toMatchObject({
      seriesType: 'GLOBAL',
      source: 'QUESTIONS',
      calculationMethod: 'SUM',
      yDomain: { min: 0, max: 27 },
    });
    expect(series[0]?.scoreRanges.map(({ minScore, maxScore }) => [minScore, maxScore])).toEqual([
      [0, 4],
      [5, 9],
      [10, 14],
      [15, 19],
      [20, 27],
    ]);
    expect(series[0]?.points.map(({ score }) => score)).toEqual(scores);
    expect(series[0]?.points.map(({ submissionId }) => submissionId)).toEqual(
      submissions.map(({ id }) => id),
    );
    for (const [index, point] of (series[0]?.points ?? []).entries()) {
      expect(point.completedFillAt).toBe(submissions[index]?.completedFillAt);
      expect(point.formApplicationId).toBe(submissions[index]?.formApplicationId);
      expect(point.classification).toEqual(submissions[index]?.globalClassification);
    }
    expect(summary).toEqual({
      firstSubmissionCompletedFillAt: submissions[0]?.completedFillAt,
      lastSubmissionCompletedFillAt: submissions.at(-1)?.completedFillAt,
      totalAnsweredSubmissions: 5,
    });
  });

  rule('says of each point how it changed, where higher is worse', async (world) => {
    const scores = [10, 15, 0, 4, 15];
    const { form, graph } = await course(
      world,
      'PHQ-9',
      scores.map((sum) => spread(9, sum)),
    );
    const [series] = (await graph()).series;
    expectIndicators(series, indicatorsOf(scores, 'HIGHER_WORSE', series?.scoreRanges ?? []));
    expect(globalDirection(form)).toBe('HIGHER_WORSE');
  });

  rule('says of each point how it changed, where higher is better', async (world) => {
    const places = [
      [1, 1, 1, 1, 1],
      [5, 5, 5, 5, 5],
      [0, 0, 0, 0, 0],
      [2, 3, 2, 3, 2],
    ];
    const { form, graph } = await course(world, 'WHO-5', places);
    const [series] = (await graph()).series;
    expect(series?.yDomain).toEqual({ min: 0, max: 100 });
    expect(globalDirection(form)).toBe('HIGHER_BETTER');
    expectIndicators(series, indicatorsOf([20, 100, 0, 48], 'HIGHER_BETTER', series?.scoreRanges ?? []));
  });

  rule('has no percentage against a baseline of 0', async (world) => {
    const { graph } = await course(world, 'GAD-7', [spread(7, 0), spread(7, 6)]);
    const [, second] = (await graph()).series[0]?.points ?? [];
    expect(second?.indicators).toMatchObject({ deltaFromBaseline: 6, percentChangeFromBaseline: null });
    expect(second?.indicators.percentChangeFromPrevious).toBeNull();
  });

  rule('draws one series for each subscale, where there is no global score', async (world) => {
    const sheets = [Array(21).fill(1), Array(21).fill(2), Array.from({ length: 21 }, (_, at) => at % 4)];
    const { form, submissions, graph } = await course(world, 'DASS-21', sheets);
    const { series } = await graph();
    expect(series.map(({ name }) => name).sort()).toEqual(form.subScales.map(({ name }) => name).sort());
    for (const one of series) {
      const of = (index: number) =>
        submissions[index]?.subscaleScores?.find(({ name }) => name === one.name)?.score;
      const scores = [of(0) ?? -1, of(1) ?? -1, of(2) ?? -1];
      expect(one.seriesType).not.toBe('GLOBAL');
      expect(one.yDomain).toEqual({ min: 0, max: 42 });
      expect(one.points.map(({ score }) => score)).toEqual(scores);
      expect(scores.slice(0, 2)).toEqual([14, 28]);
      expectIndicators(one, indicatorsOf(scores, 'HIGHER_WORSE', one.scoreRanges));
    }
  });

  rule('considers only answers within the range, bounds included, for the indicators too', async (world) => {
    const scores = [8, 12, 4, 20];
    const { submissions, graph } = await course(
      world,
      'PHQ-9',
      scores.map((sum) => spread(9, sum)),
    );
    const at = (index: number) => submissions[index]?.completedFillAt ?? '';
    const all = submissions.map(({ id }) => id);
    const drawn = ({ series }: Given<typeof ScoreGraph>) =>
      series[0]?.points.map(({ submissionId }) => submissionId);
    const within = await graph({ startDate: at(1), endDate: at(2) });
    expect(drawn(within)).toEqual(all.slice(1, 3));
    expectIndicators(
      within.series[0],
      indicatorsOf(scores.slice(1, 3), 'HIGHER_WORSE', within.series[0]?.scoreRanges ?? []),
    );
    expect(within.summary).toEqual({
      firstSubmissionCompletedFillAt: at(1),
      lastSubmissionCompletedFillAt: at(2),
      totalAnsweredSubmissions: 2,
    });
    expect(drawn(await graph({ startDate: at(2) }))).toEqual(all.slice(2));
    expect(drawn(await graph({ endDate: at(0) }))).toEqual(all.slice(0, 1));
    const [series] = (await graph({ endDate: '2020-01-01T00:00:00Z' })).series;
    expect(series?.points ?? []).toEqual([]);
  });

  rule('reads a date of any time zone', async (world) => {
    const { submissions, graph } = await course(world, 'PHQ-2', [
      [1, 1],
      [2, 2],
    ]);
    const second = new Date(submissions[1]?.completedFillAt ?? '');
    const there = new Date(second.getTime() - 3 * 3_600_000).toISOString().replace('Z', '-03:00');
    const points = (await graph({ startDate: there })).series[0]?.points ?? [];
    expect(points.map(({ score }) => score)).toEqual([4]);
  });

  rule('is empty for a patient who has not answered', async (world) => {
    const { graph } = await course(world, 'PHQ-9', []);
    const { series, summary } = await graph();
    expect(series.flatMap(({ points }) => points)).toEqual([]);
    expect(summary).toEqual({
      firstSubmissionCompletedFillAt: null,
      lastSubmissionCompletedFillAt: null,
      totalAnsweredSubmissions: 0,
    });
  });

  rule('answers 404 for a patient or an instrument that is not there', async (world) => {
    const { P, patientId, form } = await course(world, 'PHQ-9', []);
    (await world.ask.get(`${P}/patients/${NOBODY}/forms/${form.id}/score-graph`)).refuses(404);
    (await world.ask.get(`${P}/patients/${patientId}/forms/${NOBODY}/score-graph`)).refuses(404);
  });

  rule.malformed('refuses a range that is turned round or no date', async (world) => {
    const { at } = await course(world, 'PHQ-9', []);
    const turned = { startDate: '2026-03-02T00:00:00Z', endDate: '2026-03-01T00:00:00Z' };
    (await world.ask.get(at, turned)).refuses(400, 'VALIDATION_ERROR', 'startDate');
    for (const field of ['startDate', 'endDate']) {
      for (const wrong of ['x', '2026-03-02', '', '2026-02-30T00:00:00Z']) {
        (await world.ask.get(at, { [field]: wrong })).refuses(400, 'VALIDATION_ERROR', field);
      }
    }
  });
};
