import { expect, it } from 'vitest';
import { exportEn } from '../words/compiled/export/en.js';
import { itemEn } from '../words/compiled/item/en.js';
import { panelEn } from '../words/compiled/panel/en.js';
import { createFormat } from '../words/format.ts';
import { completeSpeech } from '../words/say-details.ts';
import { answerSheet, sayFlag } from './answered.ts';
import { phq9, phq9Answered } from './submission.fixture.ts';
import { sayScored, sayStanding, sayWhen, submissionText } from './submission-text.ts';

const speech = completeSpeech({ words: panelEn, format: createFormat(panelEn, 'UTC') });
const words = { speech, item: itemEn, exported: exportEn };
const SHEET = [0, 1, 2, 3, 0, 1, 2, 0, 1];
const flag = (severity: 'LOW' | 'HIGH' | null) => ({ flagType: 'SUICIDE_SELF_HARM' as const, severity });
const answers = (flags: Readonly<Record<number, ReturnType<typeof flag>>>) =>
  (phq9Answered(SHEET).answers ?? []).map((answer, index) => ({ ...answer, riskFlag: flags[index] ?? null }));

it('has flagged answers by gravity, severity not given first, and all answers by their places', () => {
  const sheet = answerSheet({ answers: answers({ 2: flag('LOW'), 5: flag('HIGH'), 8: flag(null) }) }, phq9);
  expect(sheet.flagged.map(({ questionId }) => questionId)).toEqual([109, 106, 103]);
  expect(sheet.items.map(({ questionId }) => questionId)).toEqual(SHEET.map((_, index) => 101 + index));
});

it('a flag of type NONE is none', () => {
  const none = answers({}).map((answer) => ({ ...answer, riskFlag: { flagType: 'NONE' as const } }));
  expect(answerSheet({ answers: none }, phq9).flagged).toEqual([]);
});

it('counts the questions of the instrument that have no answer, and says where it cannot', () => {
  const some = answers({}).slice(0, 7);
  expect(answerSheet({ answers: some }, phq9)).toMatchObject({ unanswered: 2 });
  expect(answerSheet({ answers: some }, phq9).items).toHaveLength(9);
  expect(answerSheet({ answers: some }, null).unanswered).toBeNull();
});

it('a submission as text has score, range, risk, every answer and its source', () => {
  const submission = phq9Answered(SHEET, {
    answers: answers({ 8: flag('HIGH') }),
    hasHighRisk: true,
    riskFlagCount: 1,
  });
  const lines = submissionText(words, submission, phq9, {
    title: 'PHQ-9',
    readAt: Date.UTC(2026, 5, 16, 8),
    timeZone: 'UTC',
    unreadable: 0,
  }).split('\n');
  expect(lines.slice(0, 6)).toEqual([
    'PHQ-9: 10 · Moderate (10–14)',
    'Answered 15 Jun 2026, 10:30 (UTC)',
    'Ranges: Minimal 0–4, Mild 5–9, Moderate 10–14, Moderately severe 15–19, Severe 20–27',
    'Risk flag in this answer.',
    'A flag prompts clinical review; it is not a diagnosis. An answer without a flag does not rule out risk.',
    '! 9. Topic 9: Several days · 1 · Suicide or self-harm · high severity',
  ]);
  expect(lines).toHaveLength(15);
  expect(lines.at(-1)).toBe('Source: submission 4711, retrieved 16 Jun 2026, 08:00');
});

it('numbers items by the positions of the instrument, whether these begin at 0 or 1', () => {
  const numbers = (positions: readonly (number | null)[]) => {
    const asked = positions.map((position, index) => ({
      id: 101 + index,
      title: `Topic ${index}`,
      position,
    }));
    return answerSheet({ answers: [] }, { ...phq9, questions: asked }).items.map(({ number }) => number);
  };
  expect(numbers([1, 2, 3])).toEqual([1, 2, 3]);
  expect(numbers([0, 1, 2])).toEqual([1, 2, 3]);
  expect(numbers([2, 3, 4]), 'the first is not known').toEqual([null, null, null]);
  expect(numbers([1, 1, 2]), 'one number for two items').toEqual([null, null, null]);
});

it.each([
  ['an unknown word', 'SELF_NEGLECT', 'CRITICAL', 'Unknown type of risk flag (SELF_NEGLECT) · CRITICAL'],
  ['no word at all', null, null, 'Unknown type of risk flag · severity not given'],
  ['a word of JavaScript', 'constructor', 'toString', 'Unknown type of risk flag (constructor) · toString'],
])('a flag of a kind that is not known stays a flag: %s', (_, type, severity, said) => {
  expect(sayFlag(itemEn, { type, severity })).toBe(said);
});

it.each([
  ['a class that holds the score', 5, { title: 'Mild', minScore: 5, maxScore: 9 }, '5 · Mild (5–9)'],
  ['a class without bounds', 5, { title: 'Mild' }, '5 · Mild'],
  ['no class', 5, null, '5'],
  ['a class without a name', 5, { title: ' ', minScore: 5, maxScore: 9 }, '5'],
  [
    'a class that does not hold it',
    5,
    { title: 'Severe', minScore: 20, maxScore: 27 },
    '5, sent with the class Severe (20–27), which does not match',
  ],
  [
    'a class that is not that of its range',
    5,
    { title: 'Severe' },
    '5, sent with the class Severe, which does not match',
  ],
  ['a score beside all ranges', 1e9, { title: 'Severe' }, '1000000000, outside the ranges (0–27)'],
  ['no score', null, { title: 'Severe' }, 'No score sent'],
])('a score is said with %s', (_, score, classification, said) => {
  const ranges = phq9.scoreRanges ?? [];
  expect(sayScored(words, { subscale: null, score, classification, ranges })).toBe(said);
});

it('a score of an instrument whose ranges are not known is said as it is', () => {
  const classification = { title: 'Mild', minScore: 5, maxScore: 9 };
  expect(sayScored(words, { subscale: null, score: 5, classification, ranges: [] })).toBe('5 · Mild (5–9)');
});

it('a number that is no score is said as such, also where no ranges are known', () => {
  const said = sayScored(words, { subscale: null, score: 1e9, classification: null, ranges: [] });
  expect(said).toBe('1000000000, longer than any scale');
});

it('a list of ranges with a gap in it says nothing of a score: one that was not read may hold it', () => {
  const submission = phq9Answered(SHEET, { score: 22, globalClassification: { title: 'Severe' } });
  const instrument = { ...phq9, scoreRanges: phq9.scoreRanges?.slice(0, 4), unreadFields: ['scoreRanges'] };
  const provenance = { title: 'PHQ-9', readAt: 0, timeZone: 'UTC', unreadable: 1 };
  const text = submissionText(words, submission, instrument, provenance);
  expect(text).toContain('PHQ-9: 22 · Severe\n');
  expect(text).not.toContain('Minimal');
});

it('an answer that the service dates after its own clock has no date', () => {
  const submission = phq9Answered(SHEET, { completedFillAt: '2199-01-01T10:30:00Z' });
  const now = Date.UTC(2026, 5, 16);
  expect(sayStanding(words, submission, 'UTC', now)).toBe('Answered · date not known');
  expect(sayWhen(words, submission, 'UTC', now)).toBe('Answered · date not known');
  expect(sayWhen(words, phq9Answered(SHEET), 'UTC', now)).toBe('yesterday (15 Jun 2026), 10:30 (UTC)');
});

it('an answer without a flag is said not to rule out risk, unless the instrument is known not to ask', () => {
  const submission = phq9Answered(SHEET, { riskFlagCount: 0, hasHighRisk: false });
  const provenance = { title: 'PHQ-9', readAt: 0, timeZone: 'UTC', unreadable: 0 };
  const text = submissionText(words, submission, phq9, provenance);
  expect(text).toContain(
    '\nNo risk flag in this answer.\nAn answer without a flag does not rule out risk.\n1. Topic 1',
  );
  const unasked = submissionText(words, submission, phq9, { ...provenance, unasked: 'GAD-7' });
  expect(unasked).toContain('\nGAD-7 does not ask about suicide or self-harm.\n1. Topic 1');
  expect(unasked).not.toMatch(/flag/i);
});

it('a flag is said, and risk data that are missing, of an instrument that is known not to ask too', () => {
  const provenance = { title: 'GAD-7', readAt: 0, timeZone: 'UTC', unreadable: 0, unasked: 'GAD-7' };
  const flagged = phq9Answered(SHEET, { hasHighRisk: true, riskFlagCount: 1 });
  expect(submissionText(words, flagged, phq9, provenance)).toContain('\nRisk flag in this answer.\n');
  const unknown = phq9Answered(SHEET, { hasHighRisk: null, riskFlagCount: null });
  expect(submissionText(words, unknown, phq9, provenance)).toContain(
    '\nRisk data of this answer unavailable',
  );
});
