import { describe, expect, it } from 'vitest';
import type { SubmissionSummary } from '../client/contract/index.ts';
import { flagToRead, withFlaggedItem, withItemNumber } from './flag.ts';
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

describe('the number of a flagged item', () => {
  const flagged = flag({ item });
  const numberOf = (questions: readonly unknown[]) => {
    const { risk } = withItemNumber(flagged, questions);
    return risk.kind === 'flagged' ? risk.item?.number : undefined;
  };
  const questions = (first: number) => [7, 8, 9].map((id, index) => ({ id, position: index + first }));

  it('is that of its place, whether places begin at 0 or at 1', () => {
    expect(numberOf(questions(1))).toBe(3);
    expect(numberOf(questions(0))).toBe(3);
  });

  it.each([
    ['the questions are not known', []],
    ['places begin elsewhere', questions(2)],
    ['a question is no object', [null, ...questions(1).slice(1)]],
    [
      'a place is not said',
      [
        { id: 7, position: null },
        { id: 8, position: 3 },
        { id: 9, position: 1 },
      ],
    ],
    ['two questions have one place', [...questions(1), { id: 6, position: 3 }]],
    ['two questions have the id', [...questions(1), { id: 9, position: 4 }]],
    ['a place is no whole number', [...questions(1).slice(0, 2), { id: 9, position: 2.5 }]],
    ['a place is far away', [...questions(1).slice(0, 2), { id: 9, position: 99 }]],
    [
      'another place is far away',
      [
        { id: 7, position: 1 },
        { id: 8, position: 99 },
        { id: 9, position: 3 },
      ],
    ],
    [
      'one is left out',
      [
        { id: 7, position: 0 },
        { id: 8, position: 2 },
        { id: 9, position: 3 },
      ],
    ],
    ['none is that of the answer', questions(1).slice(0, 2)],
  ])('is not known where %s', (_, given) => {
    expect(numberOf(given)).toBeUndefined();
    expect(withItemNumber(flagged, given)).toBe(flagged);
  });

  it('is not looked for without a flagged item', () => {
    const view = flag();
    expect(withItemNumber(view, questions(1))).toBe(view);
  });
});
