import { expect, it } from 'vitest';
import type { ScoredSubmission } from '../../shared/client/contract/resources/submission.ts';
import { toSummary } from './summary.ts';

const ANA = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
const PHQ9 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';
const DASS = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f02';
const WHO5 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f03';

const answered = (
  id: number,
  formTemplateId: string,
  day: string,
  more: Partial<ScoredSubmission> = {},
): ScoredSubmission => ({
  id,
  formTemplateId,
  patientId: ANA,
  status: 'ANSWERED',
  completedFillAt: `2026-${day}T12:00:00Z`,
  score: 5,
  riskFlagCount: 0,
  ...more,
});
const row = (...submissions: ScoredSubmission[]) => ({
  state: 'course' as const,
  patientId: ANA,
  submissions,
});
const nothing = { scales: {}, unreadable: 0 };

it('draws the instrument answered last, and marks the flag of another', () => {
  const { main, views, risk } = toSummary(
    row(answered(1, PHQ9, '10-01', { riskFlagCount: 1 }), answered(2, WHO5, '11-01')),
    nothing,
  );
  expect(main?.formId).toBe(WHO5);
  expect(views.map(({ formId }) => formId)).toEqual([WHO5, PHQ9]);
  expect(risk).toBe('flagged');
});

it('draws the latest that has a score: an instrument of subscales alone has none of the whole', () => {
  const unscored = { score: null };
  const { main, views } = toSummary(
    row(answered(1, PHQ9, '10-01'), answered(2, WHO5, '11-01', unscored), answered(3, DASS, '09-01')),
    nothing,
  );
  expect(main?.formId).toBe(PHQ9);
  expect(views.map(({ formId }) => formId)).toEqual([WHO5, PHQ9, DASS]);
  const alone = toSummary(row(answered(2, WHO5, '11-01', unscored)), nothing);
  expect(alone.main).toMatchObject({ formId: WHO5, unscored: 1, points: [] });
});

it('where the risk data of one instrument are not there, none is not said', () => {
  expect(
    toSummary(row(answered(1, PHQ9, '10-01', { riskFlagCount: null }), answered(2, WHO5, '11-01')), nothing)
      .risk,
  ).toBe('unavailable');
  expect(toSummary(row(answered(2, WHO5, '11-01')), nothing).risk).toBe('none');
  expect(toSummary(row(), nothing)).toMatchObject({ main: null, views: [], risk: 'unanswered' });
});

it('leaves out whatever is of somebody else', () => {
  const { views } = toSummary(row(answered(1, PHQ9, '10-01', { patientId: WHO5 })), nothing);
  expect(views).toEqual([]);
});

it('takes the ends of the scale by the instrument’s id, however that is written', () => {
  const scale = { id: PHQ9.toUpperCase(), title: 'PHQ-9', scoreRanges: [{ minScore: 0, maxScore: 27 }] };
  const { main } = toSummary(row(answered(1, PHQ9, '10-01')), {
    scales: { [PHQ9.toUpperCase()]: scale },
    unreadable: 0,
  });
  expect(main?.yMax).toBe(27);
});
