import { Instrument, Submission } from '../client/contract/index.ts';

const FORM = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const PATIENT = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const OPTIONS = ['Not at all', 'Several days', 'More than half the days', 'Nearly every day'];
/** Kroenke, Spitzer, Williams 2001. */
const RANGES = [
  { title: 'Minimal', minScore: 0, maxScore: 4 },
  { title: 'Mild', minScore: 5, maxScore: 9 },
  { title: 'Moderate', minScore: 10, maxScore: 14 },
  { title: 'Moderately severe', minScore: 15, maxScore: 19 },
  { title: 'Severe', minScore: 20, maxScore: 27 },
];

/** PHQ-9 as the service describes it. */
export const phq9: Instrument = Instrument.parse({
  id: FORM,
  title: 'Patient Health Questionnaire-9',
  shortTitle: 'PHQ-9',
  instrumentType: 'STANDARDIZED_SCALE',
  scoreRanges: RANGES,
  questions: Array.from({ length: 9 }, (_, index) => ({
    id: 101 + index,
    title: `Topic ${index + 1}`,
    position: index + 1,
  })),
});

/** An answer sheet of PHQ-9: the weight of each question. */
export function phq9Answered(weights: readonly number[], more: Partial<Submission> = {}): Submission {
  const score = weights.reduce((sum, weight) => sum + weight, 0);
  return Submission.parse({
    id: 4711,
    formTemplateId: FORM,
    formTemplate: { templateId: FORM, title: phq9.title, shortTitle: 'PHQ-9' },
    patientId: PATIENT,
    status: 'ANSWERED',
    completedFillAt: '2026-06-15T10:30:00Z',
    score,
    globalClassification: RANGES.find(({ maxScore }) => score <= maxScore),
    hasHighRisk: false,
    riskFlagCount: 0,
    answers: weights.map((weight, index) => ({
      id: 9000 + index,
      questionId: 101 + index,
      question: { title: `Topic ${index + 1}` },
      value: OPTIONS[weight],
      weight,
    })),
    ...more,
  });
}

/** DASS-21: three subscales, no global score (Lovibond and Lovibond 1995). */
export const dass21Answered: Submission = Submission.parse({
  ...phq9Answered([]),
  formTemplate: { templateId: FORM, title: 'Depression Anxiety Stress Scales', shortTitle: 'DASS-21' },
  score: null,
  globalClassification: null,
  subscaleScores: [
    { id: 1, name: 'Depression', score: 14 },
    { id: 2, name: 'Anxiety', score: 8 },
    { id: 3, name: 'Stress' },
  ],
  subscaleClassifications: {
    DEP: { title: 'Moderate', minScore: 14, maxScore: 20 },
    Anxiety: { title: 'Mild', minScore: 8, maxScore: 9 },
  },
});

/** DASS-21 as the service describes it, as far as its first subscale. */
export const dass21: Instrument = Instrument.parse({
  ...phq9,
  shortTitle: 'DASS-21',
  scoreRanges: [],
  subScales: [
    {
      id: 1,
      name: 'Depression',
      code: 'DEP',
      scoreRanges: [{ title: 'Moderate', minScore: 14, maxScore: 20 }],
    },
  ],
});
