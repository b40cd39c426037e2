import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScoreGraph } from '../client/contract/index.ts';
import { scoreView } from '../score/score-view.ts';
import { exportEn } from '../words/compiled/export/en.js';
import { exportPtBR } from '../words/compiled/export/pt-BR.js';
import { panelEn } from '../words/compiled/panel/en.js';
import { panelPtBR } from '../words/compiled/panel/pt-BR.js';
import { createFormat } from '../words/format.ts';
import { completeSpeech } from '../words/say-details.ts';
import { seriesCsv } from './csv.ts';
import { noteText } from './note.ts';

const PATIENT = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const FORM = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const READ_AT = Date.parse('2026-06-16T08:00:00Z');
const provenance = { title: 'PHQ-9', readAt: READ_AT, stale: false, timeZone: 'UTC' };
const speech = completeSpeech({ words: panelEn, format: createFormat(panelEn, 'UTC') });

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

/** A view that lacks an answer of 1 June, after that of the day, and one without a date. */
const withUnread = (view: ReturnType<typeof viewOf>) => ({
  ...view,
  isLatestKnown: false,
  unread: { at: [Date.UTC(2026, 5, 1, 20)], undated: 1 },
});

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
        'PHQ-9: 5 of 27 · Low (0–8)',
        'Answered 3 Jun 2026, 10:30 (UTC)',
        '9 lower than on 2 Jun 2026 (14); was Middle',
        'Scale 0 to 27, direction not known',
        'Ranges: Low 0–8, Middle 9–17, High 18–26',
        'Risk flag in this answer.',
        'A flag prompts clinical review; it is not a diagnosis.',
        'Source: submission 4702, retrieved 16 Jun 2026, 08:00',
      ].join('\n'),
    );
  });

  it('tells no flag from no data', () => {
    expect(noteText(speech, exportEn, view, 1, provenance)).toContain('No risk flag in this answer');
    expect(noteText(speech, exportEn, view, 0, provenance)).toContain('Risk data of this answer unavailable');
  });

  it('says of an instrument that does not ask about risk that it does not, in the note and in each row', () => {
    const without = { ...view.risk, kind: 'none' } as typeof view.risk;
    const asked = { ...view, points: view.points.slice(1, 2), risk: without };
    const unasked = { ...asked, asksNothing: true as const };
    const said = 'PHQ-9 does not ask about suicide or self-harm.';
    const none = 'No risk flag in this answer';
    expect(noteText(speech, exportEn, unasked, 0, provenance)).toContain(said);
    expect(noteText(speech, exportEn, unasked, 0, provenance)).not.toContain(none);
    expect(noteText(speech, exportEn, asked, 0, provenance)).toContain(none);
    expect(seriesCsv(speech, exportEn, unasked, provenance)).toContain(said);
    expect(seriesCsv(speech, exportEn, asked, provenance)).toContain(none);
    // A flag that is there is never explained away.
    const flagged = { ...view, asksNothing: true as const };
    expect(noteText(speech, exportEn, flagged, 2, provenance)).toContain('Risk flag in this answer.');
    expect(noteText(speech, exportEn, flagged, 1, provenance)).toContain(none);
  });

  it('says a flag in another answer too', () => {
    expect(noteText(speech, exportEn, view, 1, provenance)).toContain('\nRisk flag · 3 Jun 2026');
  });

  it('says first that the graph was out of date', () => {
    const text = noteText(speech, exportEn, view, 2, { ...provenance, stale: true });
    expect(text.split('\n')[0]).toBe('Out of date when exported.');
  });

  it('says first what could not be read: answers, and other parts of what the service sent', () => {
    const lost = { ...withUnread(view), unreadable: 2 };
    expect(noteText(speech, exportEn, lost, 2, provenance).split('\n').slice(0, 3)).toEqual([
      'A newer answer may be missing.',
      '2 of 5 answers could not be read.',
      '2 fields could not be read.',
    ]);
  });

  it('names the period, of which alone the answer is the last', () => {
    const period = { since: Date.UTC(2026, 5, 1), until: Date.UTC(2026, 5, 4), isEnded: true };
    const lines = noteText(speech, exportEn, { ...view, ...period }, 2, provenance).split('\n');
    expect(lines.slice(0, 2)).toEqual([
      'Only answers from 1 Jun 2026 until 4 Jun 2026.',
      'PHQ-9: 5 of 27 · Low (0–8)',
    ]);
    const rows = parseCsv(seriesCsv(speech, exportEn, { ...view, ...period }, provenance));
    for (const row of rows.slice(1))
      expect(row.at(-1)).toBe('Only answers from 1 Jun 2026 until 4 Jun 2026.');
  });

  it('is Portuguese in Portuguese', () => {
    const format = createFormat(panelPtBR, 'America/Sao_Paulo');
    const brazilian = completeSpeech({ words: panelPtBR, format });
    const text = noteText(brazilian, exportPtBR, view, 2, {
      ...provenance,
      timeZone: 'America/Sao_Paulo',
    });
    expect(text).toContain('07:30 (Horário Padrão de Brasília)');
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
        '',
        'Risk data of this answer unavailable: check the answers.',
        '2026-06-16T08:00:00.000Z',
        '',
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
        'No risk flag in this answer.',
        '2026-06-16T08:00:00.000Z',
        '',
      ],
    ]);
  });

  it('has a row with a notice for each answer that could not be read, in its place or, without a date, last', () => {
    const view = withUnread(viewOf(['Low', 'Middle', 'High'], [20, 14]));
    const rows = parseCsv(seriesCsv(speech, exportEn, view, provenance)).slice(1);
    expect(rows.map((row) => [row[0]?.slice(0, 10), row[1], row[4], row[12]])).toEqual([
      ['2026-06-01', '4700', '20', ''],
      ['2026-06-01', '', '', 'This answer could not be read.'],
      ['2026-06-02', '4701', '14', ''],
      ['', '', '', 'This answer could not be read.'],
    ]);
  });

  it('says a flag that no row of an answer carries, and calls no answer unavailable that may be the flagged one', () => {
    const view = withUnread(viewOf(['Low', 'Middle', 'High'], [20, 14, 5]));
    // The flagged answer of 3 June is one of those that could not be read.
    const lost = { ...view, points: view.points.slice(0, 2) };
    const risks = (of: typeof view) =>
      parseCsv(seriesCsv(speech, exportEn, of, provenance))
        .slice(1)
        .map((row) => [row[1], row[10], row[12]]);
    const flag = 'Risk flag · 3 Jun 2026 · answers without risk data: 1.';
    expect(risks(lost)).toEqual([
      ['4700', 'Risk data of this answer unavailable: check the answers.', flag],
      ['', flag, `This answer could not be read. ${flag}`],
      ['4701', 'No risk flag in this answer.', flag],
      ['', flag, `This answer could not be read. ${flag}`],
    ]);
    expect(risks(view).map(([, , notice]) => notice)).not.toContain(flag);
  });

  it('compares no score with one beyond an answer that could not be read', () => {
    const { unread, ...view } = withUnread(viewOf(['Low', 'Middle', 'High'], [20, 14, 10]));
    const changes = (undated: number) =>
      parseCsv(seriesCsv(speech, exportEn, { ...view, unread: { ...unread, undated } }, provenance))
        .filter((row) => row[1])
        .slice(1)
        .map((row) => row.slice(8, 10));
    expect(changes(0)).toEqual([
      ['', ''],
      ['', ''],
      ['-4', ''],
    ]);
    expect(changes(1).at(-1)).toEqual(['', '']);
  });

  it('says in every row that the graph was out of date', () => {
    const text = seriesCsv(speech, exportEn, viewOf(['Low'], [3]), { ...provenance, stale: true });
    expect(parseCsv(text)[1]?.at(-1)).toBe('Out of date when exported.');
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
      'Class',
      'Since previous',
      'Since first',
      'Risk',
      'Retrieved at (UTC)',
      'Notice',
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

  it('whatever the titles hold, every row has as many cells, and none begins a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (range, title) => {
        const text = seriesCsv(speech, exportEn, viewOf([range, range, range], [3, 12]), {
          ...provenance,
          title,
        });
        for (const row of parseCsv(text)) {
          expect(row).toHaveLength(13);
          for (const value of row) {
            if (Number.isNaN(Number(value))) expect(value).not.toMatch(/^[=+\-@\t\r]/);
          }
        }
      }),
    );
  });
});
