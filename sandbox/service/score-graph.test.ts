import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Clinic, formId, openClinic } from './clinic.fixture.ts';

let clinic: Clinic;
let P: string;
let patientId: string;
beforeEach(async () => {
  clinic = await openClinic();
  P = await clinic.professional();
  patientId = await clinic.patient(P);
});
afterEach(() => clinic.sandbox.close());

/** Answers one application a day with the same option for every question, from 1 March 09:00 on. */
async function course(options: readonly number[], form = formId('PHQ-9')): Promise<void> {
  for (const [day, option] of options.entries()) {
    clinic.sandbox.clock.set(`2026-03-0${day + 1}T09:00:00Z`);
    await clinic.answer(await clinic.apply(P, patientId, 'NOW', { form }), option);
  }
}

it('has the whole scale, its ranges and no point where nothing was answered', async () => {
  const graph = await clinic.graph(P, patientId);
  expect(graph).toMatchObject({
    formTemplateId: formId('PHQ-9'),
    patientId,
    summary: {
      firstSubmissionCompletedFillAt: null,
      lastSubmissionCompletedFillAt: null,
      totalAnsweredSubmissions: 0,
    },
  });
  expect(graph.series).toHaveLength(1);
  expect(graph.series[0]).toMatchObject({
    seriesType: 'GLOBAL',
    source: 'QUESTIONS',
    calculationMethod: 'SUM',
    yDomain: { min: 0, max: 27 },
    points: [],
  });
  expect(
    graph.series[0]?.scoreRanges?.map(({ title, minScore, maxScore }) => [title, minScore, maxScore]),
  ).toEqual([
    ['Minimal', 0, 4],
    ['Mild', 5, 9],
    ['Moderate', 10, 14],
    ['Moderately severe', 15, 19],
    ['Severe', 20, 27],
  ]);
});

it('gives the indicators of every point against the first and the previous one', async () => {
  await course([2, 3, 1]);
  const points = (await clinic.graph(P, patientId)).series[0]?.points ?? [];
  expect(points.map(({ score, completedFillAt }) => [score, completedFillAt])).toEqual([
    [18, '2026-03-01T09:00:00.000Z'],
    [27, '2026-03-02T09:00:00.000Z'],
    [9, '2026-03-03T09:00:00.000Z'],
  ]);
  expect(points.map(({ indicators }) => indicators)).toEqual([
    {
      deltaFromBaseline: 0,
      deltaFromPrevious: null,
      percentChangeFromBaseline: 0,
      percentChangeFromPrevious: null,
      isBestScore: false,
      isWorstScore: false,
      previousSeverityCategory: null,
      severityCategory: 'Moderately severe',
    },
    {
      deltaFromBaseline: 9,
      deltaFromPrevious: 9,
      percentChangeFromBaseline: 50,
      percentChangeFromPrevious: 50,
      isBestScore: false,
      isWorstScore: true,
      previousSeverityCategory: 'Moderately severe',
      severityCategory: 'Severe',
    },
    {
      deltaFromBaseline: -9,
      deltaFromPrevious: -18,
      percentChangeFromBaseline: -50,
      percentChangeFromPrevious: expect.closeTo(-66.667, 2),
      isBestScore: true,
      isWorstScore: false,
      previousSeverityCategory: 'Severe',
      severityCategory: 'Mild',
    },
  ]);
});

it('gives null for a percentage against 0', async () => {
  await course([0, 1]);
  const points = (await clinic.graph(P, patientId)).series[0]?.points ?? [];
  expect(points.map(({ indicators }) => indicators?.percentChangeFromBaseline)).toEqual([null, null]);
  expect(points.map(({ indicators }) => indicators?.percentChangeFromPrevious)).toEqual([null, null]);
  expect(points[1]?.indicators?.deltaFromBaseline).toBe(9);
});

it('takes the highest score for the best where higher is better', async () => {
  await course([1, 4], formId('WHO-5'));
  const [series] = (await clinic.graph(P, patientId, formId('WHO-5'))).series;
  expect(series?.yDomain).toEqual({ min: 0, max: 100 });
  expect(
    series?.points.map(({ score, indicators }) => [score, indicators?.isBestScore, indicators?.isWorstScore]),
  ).toEqual([
    [20, false, true],
    [80, true, false],
  ]);
});

it('tells neither best nor worst where the direction is unknown', async () => {
  const library = await clinic.ok<
    { id: string; config: { globalScoreConfig: { scoreDirection: string | null } } }[]
  >('GET', '/forms/library');
  const unknown = library.find(({ config, id }) => {
    return config.globalScoreConfig.scoreDirection === null && id !== formId('DASS-21');
  });
  if (!unknown) throw new Error('The library has no instrument of unknown direction.');
  await course([0, 1], unknown.id);
  const points = (await clinic.graph(P, patientId, unknown.id)).series[0]?.points ?? [];
  expect(points).toHaveLength(2);
  for (const { indicators } of points) {
    expect(indicators).toMatchObject({ isBestScore: null, isWorstScore: null });
  }
});

it('has one series for each subscale of DASS-21 and no global one', async () => {
  await course([1], formId('DASS-21'));
  const { series } = await clinic.graph(P, patientId, formId('DASS-21'));
  expect(series.map(({ seriesType, name, yDomain }) => [seriesType, name, yDomain])).toEqual([
    ['SUBSCALE', 'Depression', { min: 0, max: 42 }],
    ['SUBSCALE', 'Anxiety', { min: 0, max: 42 }],
    ['SUBSCALE', 'Stress', { min: 0, max: 42 }],
  ]);
  expect(series.map(({ points }) => [points[0]?.score, points[0]?.classification?.title])).toEqual([
    [14, 'Moderate'],
    [14, 'Moderate'],
    [14, 'Normal'],
  ]);
});

it('considers only answers within the range, bounds included, for the indicators too', async () => {
  await course([2, 3, 1, 0]);
  const query = '?startDate=2026-03-02T09:00:00Z&endDate=2026-03-03T06:00:00-03:00';
  const graph = await clinic.graph(P, patientId, formId('PHQ-9'), query);
  const points = graph.series[0]?.points ?? [];
  expect(points.map(({ score, indicators }) => [score, indicators])).toMatchObject([
    [
      27,
      { deltaFromBaseline: 0, deltaFromPrevious: null, previousSeverityCategory: null, isWorstScore: true },
    ],
    [9, { deltaFromBaseline: -18, deltaFromPrevious: -18, isBestScore: true }],
  ]);
  expect(graph.summary).toEqual({
    firstSubmissionCompletedFillAt: '2026-03-02T09:00:00.000Z',
    lastSubmissionCompletedFillAt: '2026-03-03T09:00:00.000Z',
    totalAnsweredSubmissions: 2,
  });
});

it('joins the answers of all applications of the instrument, and of no other patient', async () => {
  await course([1, 2]);
  const other = await clinic.patient(P, 'Lia');
  await clinic.answer(await clinic.apply(P, other, 'NOW'), 3);
  const points = (await clinic.graph(P, patientId)).series[0]?.points ?? [];
  expect(points.map(({ formApplicationId, score }) => [formApplicationId, score])).toEqual([
    [1, 9],
    [2, 18],
  ]);
});

it('answers 404 for a patient or an instrument that is not there', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  for (const path of [
    `${P}/patients/${nobody}/forms/${formId('PHQ-9')}/score-graph`,
    `${P}/patients/${patientId}/forms/${nobody}/score-graph`,
  ]) {
    expect((await clinic.refused('GET', path)).code).toBe('404 NOT_FOUND');
  }
});
