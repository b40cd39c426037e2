import { expect, it } from 'vitest';
import type { SubmissionSummary } from '../client/contract/index.ts';
import { scoreView } from '../score/score-view.ts';
import { panelEn } from '../words/compiled/panel/en.js';
import { createFormat } from '../words/format.ts';
import { completeSpeech } from '../words/say-details.ts';
import { sayNotes } from './graph.ts';

const ANA = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
const FORM = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';
const speech = completeSpeech({ words: panelEn, format: createFormat(panelEn, 'UTC') });
const row = (id: number, more: object = {}): SubmissionSummary => ({
  id,
  patientId: ANA,
  formTemplateId: FORM,
  status: 'ANSWERED',
  completedFillAt: `2026-11-0${id}T12:00:00Z`,
  ...more,
});
/** What the notes say of the third of three requests, the others being answered; `before` adds to the second. */
function notes(
  third: object,
  { isWhole = true, before, ...more }: { isWhole?: boolean; unreadable?: number; before?: object } = {},
) {
  const rows = [row(1), row(2, before), row(3, third)];
  const points = [row(1), row(2)].map(({ id, completedFillAt }) => ({
    submissionId: id,
    completedFillAt: completedFillAt ?? '',
    score: 9,
  }));
  const graph = { patientId: ANA, formTemplateId: FORM, series: [{ seriesId: 'GLOBAL', points }] };
  const view = scoreView({ graph, submissions: rows, now: Date.UTC(2026, 10, 8), ...more });
  return sayNotes(speech, view, new Map(rows.map((one) => [one.id, one])), isWhole);
}
const OPEN = { status: 'STARTED', completedFillAt: null, startedAt: '2026-11-07T12:00:00Z' };

it('says that none was missed where every request was answered, or can still be', () => {
  expect(notes({ ...OPEN, deadline: '2026-11-09T12:00:00Z' })).toMatch(/^None missed( ·|$)/);
  expect(notes({ ...OPEN, deadline: null })).toMatch(/^None missed( ·|$)/);
});

it('does not say that none was missed where a state does not carry it, or not everything was read', () => {
  for (const third of [
    { ...OPEN, status: 'LATE' },
    { ...OPEN, status: 'CANCELED_IDLE' },
    { ...OPEN, status: 'PAUSED' },
    { ...OPEN, status: null },
    { ...OPEN, deadline: '2026-11-07T13:00:00Z' },
    { completedFillAt: 'soon' },
  ])
    expect(notes(third), JSON.stringify(third)).not.toMatch(/none missed/i);
  const open = { ...OPEN, deadline: '2026-11-09T12:00:00Z' };
  expect(notes(open, { unreadable: 1 })).not.toMatch(/none missed/i);
  expect(notes(open, { isWhole: false })).not.toMatch(/none missed/i);
});

it('says the plan that recurs, also after a request that is asked for once', () => {
  const open = (recurrenceCycle: string, nextAnswerAt: string | null) => ({
    formApplication: { status: 'IN_PROGRESS', recurrenceCycle, nextAnswerAt },
  });
  const weekly = open('WEEKLY', '2026-11-12T12:00:00Z');
  const said = /^Weekly · next request 12 Nov( ·|$)/;
  expect(notes(open('NOW', null), { before: weekly })).toMatch(said);
  expect(notes(weekly, { before: open('NOW', null) })).toMatch(said);
  expect(notes(open('ONCE', '2026-11-10T12:00:00Z'), { before: weekly })).toMatch(
    /^Weekly · next request 12 Nov( ·|$)/,
  );
  expect(notes(open('ONCE', '2026-11-10T12:00:00Z'))).toMatch(/^Next request 10 Nov( ·|$)/);
});
