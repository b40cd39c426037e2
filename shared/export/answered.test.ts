import { expect, it } from 'vitest';
import { exportEn } from '../words/compiled/export/en.js';
import { itemEn } from '../words/compiled/item/en.js';
import { panelEn } from '../words/compiled/panel/en.js';
import { createFormat } from '../words/format.ts';
import { completeSpeech } from '../words/say-details.ts';
import { answerSheet } from './answered.ts';
import { phq9, phq9Answered } from './submission.fixture.ts';
import { submissionText } from './submission-text.ts';

const SHEET = [0, 1, 2, 3, 0, 1, 2, 0, 1];
const flag = (severity: 'LOW' | 'HIGH' | null) => ({ flagType: 'SUICIDE_SELF_HARM' as const, severity });
const answers = (flags: Readonly<Record<number, ReturnType<typeof flag>>>) =>
  (phq9Answered(SHEET).answers ?? []).map((answer, index) => ({ ...answer, riskFlag: flags[index] ?? null }));

it('puts flagged answers first: severity not given, then the gravest, then the others', () => {
  const sheet = answerSheet({ answers: answers({ 2: flag('LOW'), 5: flag('HIGH'), 8: flag(null) }) }, phq9);
  expect(sheet.flagged.map(({ questionId }) => questionId)).toEqual([109, 106, 103]);
  expect(sheet.others.map(({ questionId }) => questionId)).toEqual([101, 102, 104, 105, 107, 108]);
});

it('a flag of type NONE is none', () => {
  const none = answers({}).map((answer) => ({ ...answer, riskFlag: { flagType: 'NONE' as const } }));
  expect(answerSheet({ answers: none }, phq9).flagged).toEqual([]);
});

it('counts the questions of the instrument that have no answer, and says where it cannot', () => {
  const some = answers({}).slice(0, 7);
  expect(answerSheet({ answers: some }, phq9)).toMatchObject({ unanswered: 2 });
  expect(answerSheet({ answers: some }, phq9).others).toHaveLength(9);
  expect(answerSheet({ answers: some }, null).unanswered).toBeNull();
});

it('a submission as text has score, range, risk, every answer and its source', () => {
  const submission = phq9Answered(SHEET, {
    answers: answers({ 8: flag('HIGH') }),
    hasHighRisk: true,
    riskFlagCount: 1,
  });
  const speech = completeSpeech({ words: panelEn, format: createFormat(panelEn, 'UTC') });
  const words = { speech, item: itemEn, exported: exportEn };
  const lines = submissionText(words, submission, phq9, {
    title: 'PHQ-9',
    readAt: Date.UTC(2026, 5, 16, 8),
    timeZone: 'UTC',
    unreadable: 0,
  }).split('\n');
  expect(lines.slice(0, 5)).toEqual([
    'PHQ-9: 10, in range Moderate',
    'Answered 15 Jun 2026, 10:30 (UTC)',
    'Ranges: Minimal 0 to 4, Mild 5 to 9, Moderate 10 to 14, Moderately severe 15 to 19, Severe 20 to 27',
    'Risk flag in this answer. It supports the professional’s attention and is not a diagnosis.',
    '! Topic 9: Several days (counts 1). Risk flag: Suicide or self-harm, severity high',
  ]);
  expect(lines).toHaveLength(14);
  expect(lines.at(-1)).toBe('Source: submission 4711, read 16 Jun 2026, 08:00');
});
