import { describe, expect, it } from 'vitest';
import type { SubmissionSummary } from '../client/contract/index.ts';
import { flagToRead, withFlaggedItem } from './flag.ts';
import type { RiskState } from './view.ts';

const AT = '2026-11-18T12:00:00Z';
const flag = (more: object = {}) => ({
  risk: {
    kind: 'flagged',
    submissionId: 7,
    at: Date.parse(AT),
    item: null,
    isCurrent: true,
    flagged: 1,
    answers: 5,
    unknown: 0,
    ...more,
  } as RiskState,
});
const answer = (severity: string | null, value = 'Nearly every day', questionId = 9) => ({
  questionId,
  value,
  riskFlag: { flagType: 'SUICIDE_SELF_HARM', severity },
});
const clear = { questionId: 1, value: 'Not at all', riskFlag: null };
const detail = (more: object = {}): SubmissionSummary =>
  ({
    id: 7,
    formTemplateId: '22222222-2222-4222-8222-222222222222',
    patientId: '11111111-1111-4111-8111-111111111111',
    completedFillAt: AT,
    hasHighRisk: true,
    riskFlagCount: 1,
    answers: [clear, answer('HIGH')],
    ...more,
  }) as SubmissionSummary;
const item = {
  questionId: 9,
  flagType: 'SUICIDE_SELF_HARM',
  severity: 'HIGH',
  value: 'Nearly every day',
};

describe('the submission that is read for the answer behind a flag', () => {
  it.each([
    ['none without a flag', { risk: { kind: 'none', asOf: 1, unknown: 0 } as const }, null],
    ['none where risk is not known', { risk: { kind: 'unavailable' } as const }, null],
    ['none for a flag that a later answer did not repeat', flag({ isCurrent: false }), null],
    ['none where the list names the answer', flag({ item }), null],
    ['that of a current flag without one', flag(), 7],
  ])('is %s', (_, view, expected) => {
    expect(flagToRead(view)).toBe(expected);
  });
});

describe('a flag whose submission was read', () => {
  it('has its item, answer and severity', () => {
    expect(withFlaggedItem(flag(), detail()).risk).toEqual({ ...flag().risk, item });
  });

  it('has the gravest of several', () => {
    const answers = [answer('HIGH'), answer('LOW', 'Several days', 3)];
    const { risk } = withFlaggedItem(flag(), detail({ answers, riskFlagCount: 2 }));
    expect(risk).toEqual({ ...flag().risk, item });
  });

  it('takes a severity that is not in the list', () => {
    const { risk } = withFlaggedItem(flag(), detail({ answers: [answer('CRITICAL')] }));
    expect(risk).toEqual({ ...flag().risk, item: { ...item, severity: 'CRITICAL' } });
  });

  it.each([
    ['is another', { id: 8 }],
    ['was answered at another time', { completedFillAt: '2026-11-17T12:00:00Z' }],
    ['says no instant', { completedFillAt: null }],
    ['has no flagged answer', { answers: [clear] }],
    ['has no answers', { answers: null }],
    ['counts more flags than it shows', { riskFlagCount: 2 }],
    ['counts no flag', { riskFlagCount: 0 }],
    ['denies that the risk is high', { hasHighRisk: false }],
    ['says that the risk is high, and shows a low one', { answers: [answer('LOW')] }],
    [
      'has an answer that could not be read',
      { answers: [answer('HIGH'), { ...clear, unreadFields: ['x'] }] },
    ],
  ])('stays as it is if the submission %s', (_, more) => {
    const view = flag();
    expect(withFlaggedItem(view, detail(more))).toBe(view);
  });
});
