import { parseHTML } from 'linkedom';
import { afterEach, expect, it, vi } from 'vitest';
import { scoreView } from '../score/score-view.ts';
import { panelEn } from '../words/compiled/panel/en.js';
import { createFormat } from '../words/format.ts';
import { completeSpeech } from '../words/say-details.ts';
import { createScoreTable } from './score-table.ts';

afterEach(() => vi.unstubAllGlobals());

it('names the period in the caption', () => {
  const { document } = parseHTML('<details open></details>');
  vi.stubGlobal('document', document);
  const details = document.querySelector('details') as HTMLDetailsElement;
  details.open = true;
  const speech = completeSpeech({ words: panelEn, format: createFormat(panelEn, 'UTC') });
  const graph = { patientId: '', formTemplateId: '', series: [{ seriesId: 'GLOBAL', points: [] }] };
  const view = scoreView({ graph, startDate: '2026-06-01T00:00:00Z' });
  createScoreTable(details, details, () => {}).show({
    ...{ speech, view, title: 'PHQ-9', requests: new Map(), isForPatient: false, canOpen: true },
  });
  expect(details.querySelector('caption')?.textContent).toBe(
    'PHQ-9, newest first. Only answers from 1 Jun 2026.',
  );
});

it('keeps an open table, and the focus in it, while it says the same', () => {
  const { document } = parseHTML('<details></details>');
  vi.stubGlobal('document', document);
  const details = document.querySelector('details') as HTMLDetailsElement;
  details.open = true;
  const speech = completeSpeech({ words: panelEn, format: createFormat(panelEn, 'UTC') });
  const table = createScoreTable(details, details, () => {});
  const show = (...scores: readonly number[]) => {
    const points = scores.map((score, index) => ({
      submissionId: index + 1,
      completedFillAt: `2026-11-0${index + 1}T12:00:00Z`,
      score,
    }));
    const graph = { patientId: '', formTemplateId: '', series: [{ seriesId: 'GLOBAL', points }] };
    const view = scoreView({ graph });
    table.show({ speech, view, title: '', requests: new Map(), isForPatient: false, canOpen: true });
    return details.querySelectorAll('table');
  };
  const [first] = show(4);
  expect(show(4)[0]).toBe(first);
  const [second] = show(4, 5);
  expect(second).not.toBe(first);
  expect(details.querySelectorAll('tbody tr')).toHaveLength(2);
});
