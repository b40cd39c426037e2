import type { Instrument, ScoreGraph, Submission } from '@instrument-panel/client/contract';

/** Invented, as everybody of the playground. */
export const IDS = {
  patient: '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01',
  otherPatient: '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a02',
  professional: '9d1b7a60-4c7b-4b62-8b6a-5c1f7a3e2b01',
  form: '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01',
};

/** What the service knows of one patient on one instrument: the shape of a panel's and a sparkline's `data`. */
export interface Course {
  readonly graph: ScoreGraph;
  readonly instrument: Instrument;
  readonly submissions: readonly Submission[];
}

export interface Scale {
  readonly title: string;
  readonly shortTitle: string;
  readonly direction: string | null;
  readonly ranges: readonly (readonly [title: string, color: string, minScore: number, maxScore: number])[];
  /** Names of subscales in place of a score of the whole. */
  readonly subscales?: readonly string[];
}

interface CourseOptions {
  readonly scores: readonly number[];
  /** Days between two answers. */
  readonly every?: number;
  /** Indices of answers with a risk flag. */
  readonly flagged?: readonly number[];
  /** Requests without an answer, in days since the first request. */
  readonly missed?: readonly number[];
  /** Whether submissions say anything of risk. */
  readonly saysRisk?: boolean;
}

const DAY_MS = 86_400_000;
const LATEST = Date.UTC(2026, 10, 9, 12);

/** Makes a course whose latest answer is of 9 November 2026. */
export function courseOf(scale: Scale, options: CourseOptions): Course {
  const { scores, every = 14, flagged = [], missed = [], saysRisk = true } = options;
  const first = LATEST - (scores.length - 1) * every * DAY_MS;
  const at = (day: number): string => new Date(first + day * DAY_MS).toISOString();
  const { title, shortTitle, direction, subscales } = scale;
  const ranges = scale.ranges.map(([name, color, minScore, maxScore]) => ({
    title: name,
    color,
    minScore,
    maxScore,
  }));
  const max = ranges.at(-1)?.maxScore ?? 0;
  const rangeOf = (score: number) =>
    ranges.find(({ minScore, maxScore }) => minScore <= score && score <= maxScore) ?? null;
  const series = (subscales ?? [shortTitle]).map((name, order) => {
    const own = scores.map((score) => Math.min(score + order * 3, max));
    const since = (score: number, index: number): number => score - (own[index] ?? 0);
    return {
      seriesId: subscales ? String(order + 1) : 'GLOBAL',
      seriesType: subscales ? 'SUBSCALE' : 'GLOBAL',
      name,
      scoreRanges: ranges,
      yDomain: { min: 0, max },
      points: own.map((score, index) => ({
        submissionId: index + 1,
        formApplicationId: 7,
        completedFillAt: at(index * every),
        score,
        classification: rangeOf(score),
        indicators: index
          ? { deltaFromPrevious: since(score, index - 1), deltaFromBaseline: since(score, 0) }
          : null,
      })),
    };
  });
  const common = {
    formApplicationId: 7,
    formTemplateId: IDS.form,
    patientId: IDS.patient,
    formTemplate: { templateId: IDS.form, title, shortTitle },
  };
  const answered = scores.map((score, index) => ({
    ...common,
    id: index + 1,
    status: 'ANSWERED' as const,
    startedAt: at(index * every),
    completedFillAt: at(index * every),
    ...(subscales ? {} : { score, globalClassification: rangeOf(score) }),
    ...(saysRisk && { hasHighRisk: flagged.includes(index), riskFlagCount: Number(flagged.includes(index)) }),
  }));
  const unanswered = missed.map((day, index) => ({
    ...common,
    id: 10_000 + index,
    status: 'CANCELED_LATE' as const,
    startedAt: at(day),
  }));
  return {
    graph: {
      formTemplateId: IDS.form,
      patientId: IDS.patient,
      generatedAt: new Date(LATEST).toISOString(),
      series,
    },
    instrument: {
      id: IDS.form,
      title,
      shortTitle,
      config: { globalScoreConfig: { scoreDirection: direction } },
      scoreRanges: subscales ? [] : ranges.map((range) => ({ ...range, formSubScaleId: null })),
      subScales: (subscales ?? []).map((name, index) => ({ id: index + 1, name, scoreDirection: direction })),
    },
    submissions: [...answered, ...unanswered],
  };
}
