import {
  BASE_PATH,
  encodePath,
  getScoreGraph,
  type ScoreGraph,
} from '../../../shared/client/contract/index.ts';
import { patientText } from './caseload-clinic.ts';

export const PROFESSIONAL = '0a6ad1c8-5f0e-4d55-9d6f-0c1f2b3a4d5e';
const patientId = '7d1f1f0e-91a4-4a2c-8a53-b1f0c7a9e6d2';
const formId = '3c9b8a77-6f1d-4e0b-a5c2-9e8d7f6a5b4c';

/** What every contender is asked for: a patient's course on one instrument. */
export const PATH = `${BASE_PATH}${encodePath(getScoreGraph, { professionalId: PROFESSIONAL, patientId, formId })}`;

const RANGES = [
  { title: 'Minimal', color: '#2e7d32', minScore: 0, maxScore: 4 },
  { title: 'Mild', color: '#9e9d24', minScore: 5, maxScore: 9 },
  { title: 'Moderate', color: '#ef6c00', minScore: 10, maxScore: 14 },
  { title: 'Severe', color: '#c62828', minScore: 15, maxScore: 27 },
];

const SCORES = [16, 12, 9, 6];

const points = SCORES.map((score, index) => {
  const rangeOf = (value: number) => RANGES.find(({ maxScore }) => value <= maxScore);
  const previous = SCORES[index - 1] ?? score;
  return {
    submissionId: 4100 + index,
    formApplicationId: 512,
    completedFillAt: `2026-0${index + 1}-03T12:00:00Z`,
    score,
    classification: rangeOf(score) ?? null,
    indicators: {
      deltaFromBaseline: score - 16,
      deltaFromPrevious: score - previous,
      percentChangeFromBaseline: Math.round(((score - 16) / 16) * 100),
      percentChangeFromPrevious: Math.round(((score - previous) / previous) * 100),
      isBestScore: score === 6,
      isWorstScore: score === 16,
      severityCategory: rangeOf(score)?.title ?? null,
      previousSeverityCategory: rangeOf(previous)?.title ?? null,
    },
  };
});

/** A score graph of about 2 KB. */
export const DOCUMENT: ScoreGraph = {
  formTemplateId: formId,
  patientId,
  generatedAt: '2026-05-01T12:00:00Z',
  series: [
    {
      seriesId: 'global',
      seriesType: 'GLOBAL',
      name: 'Total',
      source: 'QUESTIONS',
      calculationMethod: 'SUM',
      scoreRanges: RANGES,
      yDomain: { min: 0, max: 27 },
      points,
    },
  ],
  summary: {
    firstSubmissionCompletedFillAt: '2026-01-03T12:00:00Z',
    lastSubmissionCompletedFillAt: '2026-04-03T12:00:00Z',
    totalAnsweredSubmissions: points.length,
  },
};

/** The one kind of answer that the proxy compresses, here of the same size. */
export const LIST_PATH = '/caseload/patients';
const PATIENTS = 37;
/** The service's answer to it. */
export const LIST = `[${Array.from({ length: PATIENTS }, (_, index) => patientText(index)).join()}]`;
export const isWholeList = (value: unknown): boolean =>
  (value as { readonly patientIds?: readonly unknown[] }).patientIds?.length === PATIENTS;
