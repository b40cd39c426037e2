import type { Instrument, ScoreGraph, Submission } from '../../shared/client/contract/index.ts';

export const ANA = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
export const BRUNO = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a02';
export const PROFESSIONAL = '9d1b7a60-4c7b-4b62-8b6a-5c1f7a3e2b01';
export const PHQ9 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';

/** Ranges as published: Kroenke, Spitzer, Williams 2001. */
const PHQ9_RANGES = [
  { title: 'Minimal', color: '#17858b', minScore: 0, maxScore: 4 },
  { title: 'Mild', color: '#8a7a0c', minScore: 5, maxScore: 9 },
  { title: 'Moderate', color: '#c8641a', minScore: 10, maxScore: 14 },
  { title: 'Moderately severe', color: '#d8404d', minScore: 15, maxScore: 19 },
  { title: 'Severe', color: '#9a56d0', minScore: 20, maxScore: 27 },
];
/** Topp, Østergaard, Søndergaard, Bech 2015. */
const WHO5_RANGES = [
  { title: 'Low well-being', color: '#d8404d', minScore: 0, maxScore: 50 },
  { title: 'Not low', color: '#17858b', minScore: 51, maxScore: 100 },
];
/** Lovibond and Lovibond 1995. */
const DASS_CUTS = {
  Depression: [0, 10, 14, 21, 28],
  Anxiety: [0, 8, 10, 15, 20],
  Stress: [0, 15, 19, 26, 34],
};
const DASS_TITLES = ['Normal', 'Mild', 'Moderate', 'Severe', 'Extremely severe'];
const DASS_COLORS = ['#17858b', '#8a7a0c', '#c8641a', '#d8404d', '#9a56d0'];

type Range = (typeof PHQ9_RANGES)[number];

/** What a patient's service answers about one instrument. */
export interface Course {
  readonly graph: ScoreGraph;
  readonly instrument: Instrument;
  readonly submissions: Submission[];
}

export interface CourseOptions {
  readonly patientId?: string;
  readonly scores?: readonly number[];
  /** Indices of answers with a risk flag. */
  readonly flagged?: readonly number[];
  /** Requests without an answer, in days since the first request. */
  readonly missed?: readonly number[];
  readonly direction?: string | null;
  readonly title?: string;
}

const DAY = 86_400_000;
const START = Date.UTC(2026, 5, 1, 12);
const at = (day: number): string => new Date(START + day * DAY).toISOString();

function seriesOf(seriesId: string, name: string, ranges: readonly Range[], scores: readonly number[]) {
  return {
    seriesId,
    seriesType: seriesId === 'GLOBAL' ? 'GLOBAL' : 'SUBSCALE',
    name,
    scoreRanges: ranges.map((range) => ({ ...range })),
    yDomain: { min: 0, max: ranges.at(-1)?.maxScore ?? 0 },
    points: scores.map((score, index) => ({
      submissionId: index + 1,
      formApplicationId: 7,
      completedFillAt: at(index * 14),
      score,
      classification: ranges.find(({ minScore, maxScore }) => minScore <= score && score <= maxScore) ?? null,
      indicators:
        index === 0
          ? null
          : {
              deltaFromPrevious: score - (scores[index - 1] ?? 0),
              deltaFromBaseline: score - (scores[0] ?? 0),
            },
    })),
  };
}

function submissionsOf(patientId: string, scores: readonly number[], options: CourseOptions): Submission[] {
  const request = { formApplicationId: 7, formTemplateId: PHQ9, patientId };
  const answered = scores.map((score, index) => {
    const isFlagged = options.flagged?.includes(index) ?? false;
    return {
      ...request,
      id: index + 1,
      status: 'ANSWERED' as const,
      startedAt: at(index * 14),
      completedFillAt: at(index * 14),
      score,
      hasHighRisk: isFlagged,
      riskFlagCount: isFlagged ? 1 : 0,
    };
  });
  const missed = (options.missed ?? []).map((day, index) => ({
    ...request,
    id: 1000 + index,
    status: 'CANCELED_LATE' as const,
    startedAt: at(day),
  }));
  return [...answered, ...missed];
}

function courseOf(
  title: string,
  shortTitle: string,
  series: ScoreGraph['series'],
  scores: readonly number[],
  options: CourseOptions,
  direction: string | null,
): Course {
  const patientId = options.patientId ?? ANA;
  return {
    graph: { formTemplateId: PHQ9, patientId, generatedAt: at(scores.length * 14), series },
    instrument: {
      id: PHQ9,
      title,
      shortTitle,
      config: { globalScoreConfig: { scoreDirection: direction } },
      subScales: series
        .filter(({ seriesId }) => seriesId !== 'GLOBAL')
        .map(({ name }, index) => ({ id: index + 1, name: name ?? '', scoreDirection: direction })),
    },
    submissions: submissionsOf(patientId, scores, options),
  };
}

/** A course on PHQ-9 with an answer every 14 days from 1 June 2026. */
export function phq9(options: CourseOptions = {}): Course {
  const { scores = [19, 17, 18, 14, 11, 14], direction = 'HIGHER_WORSE', title } = options;
  const series = [seriesOf('GLOBAL', 'PHQ-9', PHQ9_RANGES, scores)];
  return courseOf(title ?? 'Patient Health Questionnaire-9', 'PHQ-9', series, scores, options, direction);
}

/** A course on WHO-5, where higher is better. */
export function who5(options: CourseOptions = {}): Course {
  const scores = options.scores ?? [28, 36, 44, 60];
  const series = [seriesOf('GLOBAL', 'WHO-5', WHO5_RANGES, scores)];
  return courseOf(
    'World Health Organization Well-Being Index',
    'WHO-5',
    series,
    scores,
    options,
    'HIGHER_BETTER',
  );
}

/** A course on DASS-21: three subscales, no score of the whole. */
export function dass21(options: CourseOptions = {}): Course {
  const scores = options.scores ?? [22, 18, 12, 10];
  const series = Object.entries(DASS_CUTS).map(([name, cuts], index) =>
    seriesOf(
      String(index + 1),
      name,
      cuts.map((minScore, band) => ({
        title: DASS_TITLES[band] ?? '',
        color: DASS_COLORS[band] ?? '',
        minScore,
        maxScore: (cuts[band + 1] ?? 43) - 1,
      })),
      scores.map((score) => score + index * 4),
    ),
  );
  return courseOf('Depression Anxiety Stress Scales', 'DASS-21', series, scores, options, 'HIGHER_WORSE');
}

/** A course with what a list says beside its graph: names, classes and the instrument's own ranges. */
export function asListed({ graph, instrument, submissions }: Course): Course {
  const [series] = graph.series;
  const points = new Map(series?.points.map((point) => [point.submissionId, point]));
  const isWhole = series?.seriesType === 'GLOBAL';
  const { id: templateId, title, shortTitle } = instrument;
  return {
    graph,
    instrument: {
      ...instrument,
      scoreRanges: (series?.scoreRanges ?? []).map((range) => ({
        ...range,
        formSubScaleId: isWhole ? null : 1,
      })),
    },
    submissions: submissions.map((one) => ({
      ...one,
      score: isWhole ? one.score : null,
      formTemplate: { templateId, title, shortTitle },
      globalClassification: isWhole ? points.get(one.id)?.classification : null,
      subscaleScores: graph.series.flatMap(({ name, points: own }) => {
        const point = own.find(({ submissionId }) => submissionId === one.id);
        return isWhole || !point ? [] : [{ name: name ?? '', score: point.score }];
      }),
    })),
  };
}
