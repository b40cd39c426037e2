import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScoreGraph } from '../client/contract/index.ts';
import { scoreView } from '../score/score-view.ts';
import { exportEn } from '../words/compiled/export/en.js';
import { exportPtBR } from '../words/compiled/export/pt-BR.js';
import { panelPtBR } from '../words/compiled/panel/pt-BR.js';
import { panelFirstEn } from '../words/compiled/panel-first/en.js';
import { createFormat } from '../words/format.ts';
import { seriesCsv } from './csv.ts';
import { noteText } from './note.ts';

const PATIENT = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const FORM = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const READ_AT = Date.parse('2026-06-16T08:00:00Z');
const provenance = { title: 'PHQ-9', readAt: READ_AT, stale: false, timeZone: 'UTC' };
const speech = { words: panelFirstEn, format: createFormat(panelFirstEn, 'UTC') };

function viewOf(titles: readonly string[], scores: readonly number[]) {
  const ranges = titles.map((title, index) => ({ title, minScore: index * 9, maxScore: index * 9 + 8 }));
  const points = scores.map((score, index) => ({
    submissionId: 4700 + index,
    completedFillAt: new Date(Date.UTC(2026, 5, 1 + index, 10, 30)).toISOString(),
    score,
    classification: { title: titles[Math.floor(score / 9)] ?? '' },
    indicators: {
      deltaFromPrevious: index === 0 ? null : score - (scores[index - 1] ?? 0),
      deltaFromBaseline: score - (scores[0] ?? 0),
    },
  }));
  const graph: ScoreGraph = {
    patientId: PATIENT,
    formTemplateId: FORM,
    series: [
      { seriesId: 'global', seriesType: 'GLOBAL', yDomain: { min: 0, max: 27 }, scoreRanges: ranges, points },
    ],
  };
  const submissions = points.map(({ submissionId, completedFillAt }, index) => ({
    id: submissionId,
    patientId: PATIENT,
    formTemplateId: FORM,
    status: 'ANSWERED' as const,
    completedFillAt,
    ...(index === 0 ? {} : { riskFlagCount: index === 1 ? 0 : 1 }),
  }));
  return scoreView({ graph, submissions, now: READ_AT });
}

/** Reads CSV as RFC 4180 has it, by a machine of its own. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let quoted = false;
  let value = '';
  const push = () => {
    rows.at(-1)?.push(value);
    value = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quoted && char === '"' && text[at + 1] === '"') {
      value += '"';
      at += 1;
    } else if (char === '"') quoted = !quoted;
    else if (!quoted && char === ',') push();
    else if (!quoted && char === '\r' && text[at + 1] === '\n') {
      push();
      rows.push([]);
      at += 1;
    } else value += char;
  }
  return rows.slice(0, -1);
}

describe('the text of a note', () => {
  const view = viewOf(['Low', 'Middle', 'High'], [20, 14, 5]);

  it('says instrument, score, range, date, changes, ranges, risk and where it comes from', () => {
    expect(noteText(speech, exportEn, view, 2, provenance)).toBe(
      [
        'PHQ-9: 5 of 27, in range Low',
        'Answered 3 Jun 2026, 10:30 (UTC)',
        '9 lower than on 2 Jun 2026 (14); was Middle, now Low',
        'Scale 0 to 27, direction not known',
        'Ranges: Low 0 to 8, Middle 9 to 17, High 18 to 26',
        'Risk flag in this answer. It supports the professional’s attention and is not a diagnosis.',
        'Source: submission 4702, read 16 Jun 2026, 08:00',
      ].join('\n'),
    );
  });

  it('tells no flag from no data', () => {
    expect(noteText(speech, exportEn, view, 1, provenance)).toContain('No risk flag recorded');
    expect(noteText(speech, exportEn, view, 0, provenance)).toContain('Risk data of this answer unavailable');
  });

  it('says a flag in another answer too', () => {
    expect(noteText(speech, exportEn, view, 1, provenance)).toContain(
      '\nRisk flag in the latest answer, 3 Jun 2026',
    );
  });

  it('says where the graph was not current', () => {
    const text = noteText(speech, exportEn, view, 2, { ...provenance, stale: true });
    expect(text.split('\n').at(-1)).toBe(
      'Source: submission 4702, read 16 Jun 2026, 08:00, not current when it was copied',
    );
  });

  it('is Portuguese in Portuguese', () => {
    const brazilian = { words: panelPtBR, format: createFormat(panelPtBR, 'America/Sao_Paulo') };
    const text = noteText(brazilian, exportPtBR, view, 2, {
      ...provenance,
      timeZone: 'America/Sao_Paulo',
    });
    expect(text).toContain('07:30 (America/Sao_Paulo)');
    expect(text).toContain('Fonte: resposta nº 4702');
  });

  it('is nothing for a point that is not there', () => {
    expect(noteText(speech, exportEn, view, 3, provenance)).toBe('');
  });
});

describe('a series as CSV', () => {
  it('has a row for each answer, oldest first, and says what is not there by an empty cell', () => {
    const rows = parseCsv(
      seriesCsv(speech, exportEn, viewOf(['Low', 'Middle', 'High'], [20, 14]), provenance),
    );
    expect(rows[0]?.[0]).toBe('\uFEFFAnswered at (UTC)');
    expect(rows.slice(1)).toEqual([
      [
        '2026-06-01T10:30:00.000Z',
        '4700',
        'PHQ-9',
        '',
        '20',
        '0',
        '27',
        'High',
        '',
        '0',
        'Risk data of this answer unavailable: check the answers themselves.',
        '2026-06-16T08:00:00.000Z',
      ],
      [
        '2026-06-02T10:30:00.000Z',
        '4701',
        'PHQ-9',
        '',
        '14',
        '0',
        '27',
        'Middle',
        '-6',
        '-6',
        'No risk flag recorded in this answer.',
        '2026-06-16T08:00:00.000Z',
      ],
    ]);
  });

  it('puts each name above its own values, in whatever order a translation lists them', () => {
    const words = exportEn;
    const sorted = Object.entries(words.columns).sort(([a], [b]) => (a < b ? -1 : 1));
    const columns = Object.fromEntries(sorted) as unknown as typeof words.columns;
    const view = viewOf(['Low', 'Middle', 'High'], [20]);
    const [names, values] = parseCsv(seriesCsv(speech, { ...words, columns }, view, provenance));
    expect(names).toEqual([
      '\uFEFFAnswered at (UTC)',
      'Submission',
      'Instrument',
      'Series',
      'Score',
      'Lowest of the scale',
      'Highest of the scale',
      'Range',
      'Since previous',
      'Since baseline',
      'Risk',
      'Read at (UTC)',
    ]);
    expect(values?.slice(0, 8)).toEqual([
      '2026-06-01T10:30:00.000Z',
      '4700',
      'PHQ-9',
      '',
      '20',
      '0',
      '27',
      'High',
    ]);
  });

  it('whatever the titles hold, every row has twelve cells, and none begins a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (range, title) => {
        const text = seriesCsv(speech, exportEn, viewOf([range, range, range], [3, 12]), {
          ...provenance,
          title,
        });
        for (const row of parseCsv(text)) {
          expect(row).toHaveLength(12);
          for (const value of row) {
            if (Number.isNaN(Number(value))) expect(value).not.toMatch(/^[=+\-@\t\r]/);
          }
        }
      }),
    );
  });
});
