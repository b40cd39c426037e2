import { describe, expect, it } from 'vitest';
import { isAnsweredOnce, isInUse } from './open-states.ts';

const ONCE = {
  status: 'IN_PROGRESS',
  recurrenceCycle: 'NOW',
  startedAt: '2026-10-20T12:00:00Z',
  nextAnswerAt: null,
  lastSubmission: { completedFillAt: '2026-10-21T09:00:00Z' },
};

describe('an application that asks once', () => {
  it('is not in use any more once it was answered, whatever its status', () => {
    for (const status of ['CREATED', 'IN_PROGRESS', 'PAUSED', null])
      expect(isInUse({ ...ONCE, status }), String(status)).toBe(false);
    expect(isAnsweredOnce({ ...ONCE, recurrenceCycle: 'ONCE', nextAnswerAt: ONCE.startedAt })).toBe(true);
  });

  it.each([
    ['there is no answer', { lastSubmission: null }],
    ['the answer has no date', { lastSubmission: { completedFillAt: 'soon' } }],
    ['the answer is older than what was asked', { startedAt: '2026-10-22T12:00:00Z' }],
    ['its start is not known', { startedAt: null }],
    ['a request follows', { nextAnswerAt: '2026-10-28T12:00:00Z' }],
    ['it recurs', { recurrenceCycle: 'WEEKLY' }],
    ['its recurrence is not known', { recurrenceCycle: null }],
  ])('is in use while %s', (_why, more) => {
    expect(isInUse({ ...ONCE, ...more })).toBe(true);
  });

  it('is not in use once it is closed', () => {
    expect(isInUse({ ...ONCE, status: 'FINISHED', lastSubmission: null })).toBe(false);
  });
});
