import { scoreView } from '@instrument-panel/shared/score';
import { expect, it } from 'vitest';
import { sayMarks } from './readout.ts';

const DASHED = 'Dashed: since the latest answer';

it('explains the line from the latest answer to today, which the last one of a period that is over has not', () => {
  const point = { submissionId: 1, completedFillAt: '2026-06-01T12:00:00Z', score: 4 };
  const series = [{ seriesId: 'GLOBAL', seriesType: 'GLOBAL', points: [point] }];
  const graph = { patientId: '', formTemplateId: '', series };
  const now = Date.parse('2026-08-01T12:00:00Z');
  const marks = (endDate: string | null) => sayMarks('en', [scoreView({ graph, now, endDate })], true);
  expect(marks(null)).toContain(DASHED);
  expect(marks('2026-06-30T00:00:00Z')).not.toContain(DASHED);
});
