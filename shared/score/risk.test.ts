import { describe, expect, it } from 'vitest';
import type { Submission } from '../client/contract/index.ts';
import { riskOf, riskStateOf } from './risk.ts';
import { scoreView } from './score-view.ts';

const patientId = '11111111-1111-4111-8111-111111111111';
const formTemplateId = '22222222-2222-4222-8222-222222222222';
const day = (date: number): string => `2026-03-${String(date).padStart(2, '0')}T12:00:00Z`;
const submission = (id: number, more: Partial<Submission> = {}): Submission => ({
  id,
  patientId,
  formTemplateId,
  status: 'ANSWERED',
  completedFillAt: day(id),
  ...more,
});
const answer = (flagType: 'SUICIDE_SELF_HARM' | 'NONE', severity: 'LOW' | 'HIGH') => ({
  id: 1,
  questionId: 9,
  riskFlag: { flagType, severity },
});
const clear = { hasHighRisk: false, riskFlagCount: 0 };

/** What is said of a course that was answered on the given days of March. */
const said = (days: readonly number[], submissions: readonly Submission[] | null) =>
  scoreView({
    graph: {
      patientId,
      formTemplateId,
      series: [
        {
          seriesId: 'GLOBAL',
          points: days.map((id) => ({ submissionId: id, completedFillAt: day(id), score: 5 })),
        },
      ],
    },
    submissions,
  }).risk;

describe('the risk of one submission', () => {
  it.each<[string, Partial<Submission>, string]>([
    ['flagged: hasHighRisk', { hasHighRisk: true }, 'flagged'],
    ['flagged: riskFlagCount', { hasHighRisk: false, riskFlagCount: 1 }, 'flagged'],
    ['flagged: an answer', { ...clear, answers: [answer('SUICIDE_SELF_HARM', 'LOW')] }, 'flagged'],
    ['none: a count of 0', clear, 'none'],
    ['none: every answer says so', { answers: [answer('NONE', 'LOW')] }, 'none'],
    ['unknown: hasHighRisk false does not speak of lower flags', { hasHighRisk: false }, 'unknown'],
    ['unknown: answers without risk data', { answers: [{ id: 1, questionId: 9 }] }, 'unknown'],
    ['unknown: no answers', { answers: [] }, 'unknown'],
    ['unknown: nothing is sent', {}, 'unknown'],
  ])('is %s', (_, sent, risk) => {
    expect(riskOf(submission(1, sent))).toBe(risk);
  });
});

describe('an answer that a graph gives without its date', () => {
  it('is counted once, where the list of submissions has it too', () => {
    const { risk } = scoreView({
      graph: { patientId, formTemplateId, series: [{ seriesId: 'GLOBAL', points: [] }] },
      submissions: [submission(1, { riskFlagCount: 1 }), submission(2, clear)],
      lost: [{ submissionId: 2, score: 5 }],
    });
    expect(risk).toMatchObject({ kind: 'flagged', flagged: 1, answers: 2 });
  });
});

describe('what is said of risk', () => {
  it('is a flag of the latest answer, with the gravest severity of its answers', () => {
    const answers = [answer('SUICIDE_SELF_HARM', 'LOW'), answer('SUICIDE_SELF_HARM', 'HIGH')];
    expect(said([1, 2], [submission(1, clear), submission(2, { riskFlagCount: 2, answers })])).toEqual({
      kind: 'flagged',
      submissionId: 2,
      at: Date.parse(day(2)),
      item: { questionId: 9, flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH', value: null },
      isCurrent: true,
      flagged: 1,
      answers: 2,
      unknown: 0,
    });
  });

  it('is an older flag too, and that a later answer has none', () => {
    const old = submission(1, { hasHighRisk: true, answers: [answer('SUICIDE_SELF_HARM', 'HIGH')] });
    const newer = submission(2, { riskFlagCount: 1, answers: [answer('SUICIDE_SELF_HARM', 'LOW')] });
    expect(said([1, 2, 3], [old, newer, submission(3, clear)])).toMatchObject({
      kind: 'flagged',
      submissionId: 2,
      item: { severity: 'LOW' },
      // The later answer has no answer to that item.
      isCurrent: true,
      flagged: 2,
      answers: 3,
    });
  });

  it('is a dated fact once a later answer to the same item was read, and carries no flag', () => {
    const old = submission(1, { riskFlagCount: 1, answers: [answer('SUICIDE_SELF_HARM', 'HIGH')] });
    const isCurrent = (...later: readonly Partial<Submission>[]) => {
      const rows = later.map((more, index) => submission(index + 2, more));
      const risk = said([1, ...rows.map(({ id }) => id)], [old, ...rows]);
      return risk.kind === 'flagged' && risk.isCurrent;
    };
    expect(isCurrent({ ...clear, answers: [answer('NONE', 'LOW')] })).toBe(false);
    expect(isCurrent({})).toBe(true);
    expect(isCurrent({ ...clear, answers: [{ id: 2, questionId: 8, riskFlag: { flagType: 'NONE' } }] })).toBe(
      true,
    );
  });

  it('stays current while a later request is not answered, whatever that says of flags', () => {
    const flag = submission(1, { riskFlagCount: 1 });
    for (const status of ['CREATED', 'IN_PROGRESS', 'CANCELED'] as const) {
      const later = submission(2, { ...clear, status, completedFillAt: null, startedAt: day(2) });
      expect(riskStateOf([flag, later], [])).toMatchObject({ kind: 'flagged', isCurrent: true });
    }
  });

  it('is the one without a readable date before any older one', () => {
    const undated = submission(3, { completedFillAt: '2199-01-01T00:00:00Z', riskFlagCount: 1 });
    const rows = [submission(1, { riskFlagCount: 1 }), submission(2, clear), undated];
    expect(riskStateOf(rows, [], Date.parse(day(5)))).toMatchObject({
      kind: 'flagged',
      submissionId: 3,
      at: null,
      isCurrent: true,
      flagged: 2,
    });
  });

  it('is of no date where the service gives one that lies in the future', () => {
    const odd = submission(1, { completedFillAt: '2199-01-01T00:00:00Z', hasHighRisk: true });
    expect(riskStateOf([odd], [], Date.parse(day(5)))).toMatchObject({ at: null, isCurrent: true });
  });

  it('is a flag of a submission that could not be read, or of a kind that is new', () => {
    const lost = { completedFillAt: day(3), hasHighRisk: true } as unknown as Submission;
    expect(riskStateOf([submission(1, clear), lost], [])).toMatchObject({
      kind: 'flagged',
      at: Date.parse(day(3)),
    });
    const riskFlag = { flagType: 'HARM_TO_A_CHILD', severity: 'CRITICAL' };
    expect(riskOf(submission(1, { ...clear, answers: [{ id: 1, riskFlag }] }))).toBe('flagged');
  });

  it('is not called none where what was sent of it could not be read', () => {
    for (const field of ['hasHighRisk', 'riskFlagCount', 'answers'])
      expect(riskOf({ ...submission(1, clear), unreadFields: [field] } as Submission)).toBe('unknown');
    expect(riskOf({ ...submission(1, clear), unreadFields: ['deadline'] } as Submission)).toBe('none');
  });

  it('does not take the severity of an answer that is not flagged', () => {
    const answers = [answer('NONE', 'HIGH'), answer('SUICIDE_SELF_HARM', 'LOW')];
    expect(said([1], [submission(1, { answers })])).toMatchObject({ item: { severity: 'LOW' } });
  });

  it('is a flag of a cancelled submission, whose answers are kept', () => {
    const cancelled = submission(3, {
      status: 'CANCELED',
      startedFillAt: day(3),
      completedFillAt: null,
      hasHighRisk: true,
    });
    expect(said([1], [submission(1, clear), cancelled])).toMatchObject({ kind: 'flagged', isCurrent: true });
  });

  it('is a flag of an answer that the graph does not have', () => {
    expect(said([2], [submission(1, { hasHighRisk: true }), submission(2, clear)])).toMatchObject({
      kind: 'flagged',
      isCurrent: false,
    });
  });

  it('is "none as of" the latest answer, and how many earlier ones it cannot speak of', () => {
    expect(said([1, 2], [submission(1), submission(2, clear)])).toEqual({
      kind: 'none',
      asOf: Date.parse(day(2)),
      unknown: 1,
    });
  });

  it.each<[string, readonly Submission[] | null]>([
    ['no submissions were read', null],
    ['the latest answer is not among the submissions', [submission(1, clear)]],
    ['the latest answer carries no risk data', [submission(1, clear), submission(2)]],
    ['a later answer than the graph has carries none', [submission(2, clear), submission(3)]],
    [
      'the submissions are of another patient',
      [1, 2].map((id) => submission(id, { ...clear, patientId: formTemplateId })),
    ],
    [
      'the submissions are of another instrument',
      [1, 2].map((id) => submission(id, { ...clear, formTemplateId: patientId })),
    ],
  ])('is unavailable where %s', (_, submissions) => {
    expect(said([1, 2], submissions)).toEqual({ kind: 'unavailable' });
  });
});
