import type { ScoreGraph } from '@instrument-panel/client/contract';
import { sayLastChange } from '@instrument-panel/shared/panel/headline';
import { scoreView } from '@instrument-panel/shared/score';
import { panelEn } from '@instrument-panel/shared/words/compiled/panel/en';
import { panelFirstEn } from '@instrument-panel/shared/words/compiled/panel-first/en';
import { createFormat } from '@instrument-panel/shared/words/format';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { expect, it } from 'vitest';
import type { CourseViewModel } from './model.ts';
import { toRiskLine } from './risk-line.ts';

const PATIENT = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const FORM = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const OTHER_FORM = 'dddddddd-dddd-4ddd-8ddd-dddddddddddd';
const graph: ScoreGraph = {
  patientId: PATIENT,
  formTemplateId: FORM,
  series: [{ seriesId: 'GLOBAL', seriesType: 'GLOBAL', points: [] }],
};

/** What a panel of the year 2026 says of risk. */
function say(formTemplateId: string, status: string, isLost = false) {
  const row = { id: 1, patientId: PATIENT, formTemplateId, status, completedFillAt: '2025-06-01T12:00:00Z' };
  const [data, lost] = (isLost ? [[], [row]] : [[row], []]) as [never[], never[]];
  const view = scoreView({ graph, submissions: data, lost, startDate: '2026-01-01', endDate: '2026-12-31' });
  const speech = { words: panelEn, format: createFormat(panelEn, 'UTC') };
  return toRiskLine({
    speech,
    view,
    reading: { submissions: { data, lost } },
  } as unknown as CourseViewModel<WholeSpeech>).text;
}

it('says in a period without answers that the risk of those outside it is not known', () => {
  const unavailable = 'Risk data unavailable: check the answers';
  expect(say(FORM, 'ANSWERED')).toBe(unavailable);
  expect(say(FORM, 'ANSWERED', true)).toBe(unavailable);
  expect(say(FORM, 'LATE')).toBe('No answers yet');
  expect(say(OTHER_FORM, 'ANSWERED')).toBe('No answers yet');
});

it('calls an answer the first only where all answers were read', () => {
  const point = { submissionId: 1, completedFillAt: '2026-06-01T12:00:00Z', score: 4 };
  const one = {
    ...graph,
    series: [{ seriesId: 'GLOBAL', seriesType: 'GLOBAL', points: [point] }],
  } as ScoreGraph;
  const speech = { words: { ...panelFirstEn, ...panelEn }, format: createFormat(panelEn, 'UTC') };
  expect(sayLastChange(speech, scoreView({ graph: one }))).toBe('First answer');
  expect(sayLastChange(speech, scoreView({ graph: one, startDate: '2026-05-01' }))).toBe('');
});
