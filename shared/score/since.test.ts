import { expect, it } from 'vitest';
import { scoreView } from './score-view.ts';
import { sinceOf } from './since.ts';

const points = [9, 12, 7].map((score, index) => ({
  submissionId: index + 1,
  completedFillAt: `2026-11-0${index + 1}T12:00:00Z`,
  score,
}));
const graph = { patientId: '', formTemplateId: '', series: [{ seriesId: 'GLOBAL', points }] };

it('compares an answer with the previous and the first one', () => {
  const view = scoreView({ graph });
  expect([0, 1, 2].map((index) => sinceOf(view, index))).toEqual([
    { previous: null, first: null },
    { previous: 3, first: 3 },
    { previous: -5, first: -2 },
  ]);
});

it('compares with no first answer where only those from a date on were read', () => {
  expect(sinceOf(scoreView({ graph, startDate: '2026-11-01T00:00:00Z' }), 2)).toEqual({
    previous: -5,
    first: null,
  });
});
