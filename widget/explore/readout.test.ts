import { scoreView } from '@instrument-panel/shared/score';
import { exploreEn } from '@instrument-panel/shared/words/compiled/explore/en';
import { panelEn } from '@instrument-panel/shared/words/compiled/panel/en';
import { createFormat } from '@instrument-panel/shared/words/format';
import { expect, it } from 'vitest';
import { sayMarks, sayRows, sayRowsAt } from './readout.ts';

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

it('says beside a score, the latest or that at the cursor, that the scores lie outside the ranges, and nothing of it where they do not', () => {
  const speech = { words: panelEn, format: createFormat(panelEn, 'UTC') };
  const say = (score: number) => {
    const points = [{ submissionId: 1, completedFillAt: '2026-06-01T12:00:00Z', score }];
    const scoreRanges = [{ title: 'Low', minScore: 0, maxScore: 27 }];
    const series = [{ seriesId: 'GLOBAL', seriesType: 'GLOBAL', scoreRanges, points }];
    const view = scoreView({ graph: { patientId: '', formTemplateId: '', series } });
    const drawn = { rows: [{ view, name: 'PHQ-9' }] } as never;
    const other = { line: {}, at: {} } as never;
    return [
      ...sayRows(speech, drawn),
      ...sayRowsAt(speech, exploreEn, drawn, other, Date.parse('2026-07-01')),
    ];
  };
  const DISPUTED = 'Scores lie outside the ranges';
  expect(say(31).map(({ lines }) => lines.at(-1))).toEqual([DISPUTED, DISPUTED]);
  expect(say(14).flatMap(({ lines }) => lines)).not.toContain(DISPUTED);
  // Where a row has no room for all of it, no score stands without what is not known of it.
  expect(say(31).map(({ facts }) => facts.slice(1))).toEqual([['…'], ['…']]);
  expect(say(14).map(({ facts }) => facts.at(-1))).toEqual(['14 of 27', 'Score 14 of 27, class not known']);
});

it('says beside a score that parts of what the service sent could not be read, such as a request without its id', () => {
  const speech = { words: panelEn, format: createFormat(panelEn, 'UTC') };
  const points = [{ submissionId: 1, completedFillAt: '2026-06-01T12:00:00Z', score: 4 }];
  const series = [{ seriesId: 'GLOBAL', seriesType: 'GLOBAL', points }];
  const say = (unreadable: number) => {
    const view = scoreView({ graph: { patientId: '', formTemplateId: '', series }, unreadable });
    return sayRows(speech, { rows: [{ view, name: 'WHO-5' }] } as never).flatMap(({ lines }) => lines);
  };
  expect(say(1)).toContain('1 field could not be read');
  expect(say(0).join()).not.toContain('could not be read');
});
