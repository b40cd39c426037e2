import { describe, expect, it } from 'vitest';
import type { ScoredSubmission } from '../../client/contract/index.ts';
import { toOverview } from '../../score/overview.ts';
import { overviewEn } from '../../words/compiled/overview/en.js';
import { createFormat } from '../../words/format.ts';
import { sayNewAnswer, sayRisks, sayRow } from './say.ts';

const ANA = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
const PHQ9 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';
const NOW = Date.UTC(2026, 10, 21, 12);
const speech = { words: overviewEn, format: createFormat(overviewEn, 'UTC') };
const SCALE = {
  id: PHQ9,
  shortTitle: 'PHQ-9',
  config: { globalScoreConfig: { scoreDirection: 'HIGHER_WORSE' } },
  scoreRanges: [
    { title: 'Mild', minScore: 0, maxScore: 9 },
    { title: 'Moderate', minScore: 10, maxScore: 27 },
  ],
};

const answer = (id: number, day: string, score: number | null, more = {}): ScoredSubmission => ({
  id,
  patientId: ANA,
  formTemplateId: PHQ9,
  status: 'ANSWERED',
  completedFillAt: `2026-${day}T09:00:00Z`,
  score,
  hasHighRisk: false,
  riskFlagCount: 0,
  globalClassification: score === null ? null : { title: score < 10 ? 'Mild' : 'Moderate', color: '#c8641a' },
  ...more,
});

function rowOf(submissions: readonly ScoredSubmission[], more = {}) {
  const { rows } = toOverview({
    patientId: ANA,
    submissions,
    lost: [],
    applications: [
      { patientId: ANA, formTemplateId: PHQ9, status: 'PAUSED', nextAnswerAt: '2026-11-25T09:00:00Z' },
    ],
    scales: new Map([[PHQ9, SCALE]]),
    now: NOW,
    ...more,
  });
  if (!rows[0]) throw new Error('there is no row');
  return rows[0];
}
const say = (submissions: readonly ScoredSubmission[], more = {}) =>
  sayRow(speech, rowOf(submissions, more), false);

describe('a row of an instrument', () => {
  it('says score, class, change with its date, age, next request and missed ones', () => {
    const late = answer(3, '11-18', null, { status: 'CANCELED_LATE', startedAt: '2026-11-18T09:00:00Z' });
    expect(say([answer(1, '08-12', 9), answer(2, '11-17', 14), late])).toEqual({
      name: 'PHQ-9',
      direction: '',
      score: '14',
      max: 'of 27',
      range: 'Moderate',
      change: '5 higher than on 12 Aug (9), was Mild',
      last: '4 days ago (17 Nov 2026)',
      next: 'next request 25 Nov',
      missed: '1 missed',
      risk: 'No risk flag in this answer',
      riskShown: 'quiet',
      notes: '',
    });
  });

  it('says nothing that was not sent: no score, class, change or risk of what was never answered', () => {
    const { name: _, next: __, ...rest } = say([]);
    expect(rest).toEqual({
      direction: '',
      score: '',
      max: '',
      range: '',
      change: 'No answers yet',
      last: '',
      missed: '',
      risk: '',
      riskShown: 'quiet',
      notes: '',
    });
  });

  it('is loud with item, answer, severity and date of a flag, and quiet of one that a later answer contradicts', () => {
    const answers = [
      {
        questionId: 9,
        value: 'Nearly every day',
        riskFlag: { flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' },
      },
    ];
    const flagged = answer(1, '11-17', 20, { hasHighRisk: true, riskFlagCount: 1, answers });
    expect(say([flagged])).toMatchObject({
      riskShown: 'flagged',
      risk: 'Suicide or self-harm item: “Nearly every day” · high severity · 17 Nov 2026',
    });
    const later = answer(2, '11-19', 9, {
      answers: [{ questionId: 9, value: 'Not at all', riskFlag: { flagType: 'NONE' } }],
    });
    expect(say([flagged, later])).toMatchObject({
      riskShown: 'quiet',
      risk: 'Last flagged 17 Nov 2026 (1 of 2 answers)',
    });
  });

  it('is loud where risk is not known, and never says that there is none then', () => {
    const unknown = { hasHighRisk: null, riskFlagCount: null };
    expect(say([answer(1, '11-17', 9, unknown)])).toMatchObject({
      riskShown: 'unavailable',
      risk: 'Risk data unavailable: check the answers',
    });
  });

  it('calls no answer the latest while a newer one could not be read, and says that', () => {
    const lost = [
      {
        id: 9,
        patientId: ANA,
        status: 'ANSWERED',
        completedFillAt: '2026-11-19T09:00:00Z',
        formTemplateId: PHQ9,
      },
    ];
    expect(say([answer(1, '11-17', 9)], { lost })).toMatchObject({
      last: 'Last answer read: 4 days ago (17 Nov 2026)',
      notes: 'The newest answer (19 Nov 2026) could not be read',
      riskShown: 'unavailable',
    });
  });

  it('says that an instrument does not ask about risk, and still a flag of it', () => {
    expect(sayRow(speech, rowOf([answer(1, '11-17', 9)]), true).risk).toBe(
      'Does not ask about suicide or self-harm',
    );
    const flagged = answer(1, '11-17', 9, { hasHighRisk: true, riskFlagCount: 1 });
    expect(sayRow(speech, rowOf([flagged]), true)).toMatchObject({ riskShown: 'flagged' });
  });

  it('has the subscales in place of a score that the instrument does not have', () => {
    const subscaleScores = [
      { name: 'Anxiety', score: 10 },
      { name: 'Stress', score: 14 },
    ];
    expect(say([answer(1, '11-17', null, { subscaleScores })])).toMatchObject({
      score: '',
      change: 'Anxiety 10 · Stress 14',
      last: '4 days ago (17 Nov 2026)',
    });
    expect(say([answer(1, '11-17', null)]).change).toBe('1 answer without a total score');
    const undated = answer(2, '11-19', null, { subscaleScores, completedFillAt: null });
    expect(say([undated, answer(1, '11-17', null, { subscaleScores })])).toMatchObject({
      change: '2 answers without a total score',
      last: 'Last answer read: 4 days ago (17 Nov 2026)',
    });
  });

  it('tells of a new answer in one sentence', () => {
    expect(sayNewAnswer(speech, rowOf([answer(1, '11-17', 9)]))).toBe('New answer. PHQ-9 9 of 27, Mild.');
  });
});

describe('the statement of risk for all instruments', () => {
  const flagged = { hasHighRisk: true, riskFlagCount: 1 };
  const unknown = { hasHighRisk: null, riskFlagCount: null };
  const named = (title: string, ...given: Parameters<typeof rowOf>) => ({ ...rowOf(...given), title });
  const later = answer(2, '11-19', 9, {
    answers: [{ questionId: 9, value: 'Not at all', riskFlag: { flagType: 'NONE' } }],
  });
  const earlier = answer(1, '11-12', 20, {
    ...flagged,
    answers: [{ questionId: 9, value: 'Often', riskFlag: { flagType: 'SUICIDE_SELF_HARM' } }],
  });
  const lost = [{ id: 9, patientId: ANA, status: 'ANSWERED', formTemplateId: PHQ9 }];
  const rows = [
    named('A', [answer(1, '11-17', 20, flagged)]),
    named('B', [answer(1, '11-17', 9)]),
    named('C', [answer(1, '11-17', 9, unknown)]),
    named('D', [earlier, later]),
    named('E', [answer(1, '11-17', 9)]),
    named('F', []),
    named('G', [answer(1, '11-17', 9)], { lost }),
    named('H', [answer(1, '11-17', 9)]),
  ];
  const risks = sayRisks(speech, rows, ({ title }) => title === 'E');

  it('names each instrument once, by what is known of it, flags first', () => {
    expect(risks.map(({ text }) => text)).toEqual([
      'Risk flag: A',
      'Risk not known for every answer: C, G',
      'Flagged earlier: D',
      'No risk flag in the latest answer: B, H',
      'No item on suicide or self-harm: E',
    ]);
  });

  it('names the newest flag first, whatever was answered since', () => {
    const since = (day: string) => [answer(2, day, 9, flagged), answer(3, '11-20', 9)];
    const earlier = [named('L', since('10-01')), named('M', since('11-10'))];
    expect(sayRisks(speech, earlier, () => false)).toEqual([
      { group: 'earlier', text: 'Flagged earlier: M, L' },
    ]);
  });

  it('says nothing of what was never answered, and keeps the flag of an instrument that is known not to ask', () => {
    expect(sayRisks(speech, [named('F', [])], () => false)).toEqual([]);
    expect(sayRisks(speech, [named('A', [answer(1, '11-17', 20, flagged)])], () => true)).toEqual([
      { group: 'flagged', text: 'Risk flag: A' },
    ]);
  });
});
