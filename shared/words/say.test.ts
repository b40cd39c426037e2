import { describe, expect, test, vi } from 'vitest';
import type { ScoreView, ViewPoint } from '../score/index.ts';
import { panelEn } from './compiled/panel/en.js';
import { panelEs } from './compiled/panel/es.js';
import { panelPtBR } from './compiled/panel/pt-BR.js';
import { panelFirstEn } from './compiled/panel-first/en.js';
import { createFormat } from './format.ts';
import { loadMessages, messagesFor } from './panel.ts';
import { sayRisk } from './say.ts';
import { completeSpeech, sayGraph, sayPoint, sayScore } from './say-details.ts';

const point: ViewPoint = {
  submissionId: 2,
  applicationId: 1,
  at: Date.UTC(2026, 10, 12, 12),
  score: 14,
  classification: 'Moderate',
  classificationColor: null,
  band: 2,
  risk: 'none',
};
const earlier: ViewPoint = {
  ...point,
  submissionId: 1,
  at: Date.UTC(2026, 9, 12, 12),
  score: 11,
  classification: 'Mild',
};
const view: ScoreView = {
  patientId: '',
  formTemplateId: '',
  seriesId: 'GLOBAL',
  seriesName: null,
  yMin: 0,
  yMax: 27,
  domainSource: 'service',
  bands: [],
  yTicks: [],
  points: [earlier, point],
  unread: { at: [], undated: 0 },
  isLatestKnown: true,
  since: null,
  until: null,
  isEnded: false,
  missedCount: 0,
  now: null,
  missed: [],
  gaps: new Set(),
  from: point.at,
  to: point.at,
  direction: 'higher-worse',
  risk: { kind: 'none', asOf: point.at, unknown: 0 },
  unreadable: 0,
};
const english = completeSpeech({ words: panelFirstEn, format: createFormat(panelFirstEn, 'UTC') });
const portuguese = { words: panelPtBR, format: createFormat(panelPtBR, 'UTC') };

describe('an answer', () => {
  test('is said with its score of the maximum, range, changes and risk', () => {
    expect(sayPoint(english, view, 1)).toEqual([
      '12 Nov 2026, 12:00',
      'Score 14 of 27, Moderate',
      '3 higher than on 12 Oct 2026 (11)',
      'was Mild',
      'Risk: None recorded',
    ]);
  });

  test('is said with both ends of a scale that does not begin at 0, in each language', () => {
    const k10 = { ...view, yMin: 10, yMax: 50 };
    expect(sayScore(english, k10, 38)).toBe('38 (10 to 50)');
    expect(sayScore(portuguese, k10, 38)).toBe('38 (10 a 50)');
    const spanish = { words: panelEs, format: createFormat(panelEs, 'UTC') };
    expect(sayScore(spanish, { ...k10, yMin: -2.5 }, 38)).toBe('38 (−2,5 a 50)');
    expect(sayPoint(english, { ...view, asksNothing: true }, 1)).toContain('Risk: Not asked');
    expect(sayPoint(english, k10, 1)).toContain('Score 14 (10 to 50), Moderate');
  });

  test('has no maximum where the service sent none', () => {
    expect(sayScore(english, { ...view, domainSource: 'scores' }, 14)).toBe('14');
  });
});

test('an answer is not called the latest if a newer one may be missing', () => {
  const last = { ...view, isLatestKnown: false, unread: { at: [Date.UTC(2026, 10, 19)], undated: 0 } };
  expect(sayGraph(english, last, 'PHQ-9')).toMatch(/^The newest answer \(19 Nov 2026\) could not be read\. /);
  expect(sayGraph(english, last, 'PHQ-9')).toContain('Last answer read: 12 Nov 2026');
  expect(sayGraph(english, last, 'PHQ-9')).not.toContain('Latest');
});

describe('a period', () => {
  const period = { since: Date.UTC(2026, 8, 1), until: Date.UTC(2026, 10, 15), isEnded: true };

  test('that is over has a last answer, which is not called the latest, and its days are named', () => {
    expect(sayGraph(english, { ...view, ...period }, 'PHQ-9')).toBe(
      'Score graph of PHQ-9, 2 answers. Only answers from 1 Sep 2026 until 15 Nov 2026. ' +
        'Scale 0 to 27, higher is worse. ' +
        'Last answer in the period: 12 Nov 2026. 14 of 27, Moderate.',
    );
    for (const words of [panelPtBR, panelEs]) {
      const speech = { words, format: createFormat(words, 'UTC') };
      const said = sayGraph(speech, { ...view, ...period }, 'PHQ-9');
      expect(said).toMatch(/per[íi]odo/);
      expect(said).not.toMatch(/mais recente|más reciente/);
    }
  });

  test('that reaches to today has a latest answer', () => {
    const said = sayGraph(english, { ...view, ...period, until: null, isEnded: false }, 'PHQ-9');
    expect(said).toContain('Only answers from 1 Sep 2026. ');
    expect(said).toContain('Latest answer 12 Nov 2026');
  });
});

describe('risk', () => {
  const flagged = {
    kind: 'flagged',
    submissionId: 2,
    at: point.at,
    item: { questionId: 9, flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH', value: 'Nearly every day' },
    isCurrent: true,
    flagged: 1,
    answers: 50,
    unknown: 0,
  } as const;

  test('the three sentences differ, in each language', () => {
    for (const speech of [english, portuguese]) {
      const said = [flagged, view.risk, { kind: 'unavailable' } as const].map((risk) =>
        sayRisk(speech, { ...view, risk }),
      );
      expect(new Set(said).size).toBe(3);
    }
    expect(sayRisk(english, view)).toBe('No risk flag in the answer of 12 Nov 2026');
  });

  test('a flag is said with its item, answer, severity and date, and what is not known of it is left out', () => {
    const saidOf = (more: object) => sayRisk(english, { ...view, risk: { ...flagged, ...more } });
    expect(saidOf({})).toBe('Suicide or self-harm item: “Nearly every day” · high severity · 12 Nov 2026');
    expect(saidOf({ item: { ...flagged.item, number: 9 } })).toBe(
      'Suicide or self-harm item 9: “Nearly every day” · high severity · 12 Nov 2026',
    );
    expect(saidOf({ item: { ...flagged.item, flagType: 'NEW', number: 9 } })).toMatch(
      /^Risk flag \(item 9\): /,
    );
    expect(saidOf({ item: null, at: null })).toBe('Risk flag');
    const odd = { questionId: 9, flagType: 'constructor', severity: 'CRITICAL', value: null };
    expect(saidOf({ item: odd })).toBe('Risk flag · CRITICAL · 12 Nov 2026');
  });

  test('other flags and missing data are not hidden by the newest flag', () => {
    const saidOf = (more: object) => sayRisk(english, { ...view, risk: { ...flagged, ...more } });
    expect(saidOf({ flagged: 2, unknown: 1 })).toBe(
      'Suicide or self-harm item: “Nearly every day” · high severity · 12 Nov 2026 · flagged in 2 of 50 answers · answers without risk data: 1',
    );
    expect(saidOf({ flagged: 2, isCurrent: false })).toBe('Last flagged 12 Nov 2026 (2 of 50 answers)');
  });
});

test('nothing says that the patient has a disorder', () => {
  expect(sayGraph(english, view, 'PHQ-9')).toBe(
    'Score graph of PHQ-9, 2 answers. Scale 0 to 27, higher is worse. Latest answer 12 Nov 2026. 14 of 27, Moderate.',
  );
});

describe('languages', () => {
  test.each([
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['PT-br', 'pt-BR'],
    ['es', 'es'],
    ['es-MX', 'es'],
    ['en-GB', 'en'],
    ['xx', 'en'],
    ['', 'en'],
    ['ptx', 'en'],
  ])('%s is answered in %s', async (asked, given) => {
    expect((await loadMessages(asked)).lang).toBe(given);
    expect(messagesFor(asked)?.lang).toBe(given);
  });

  test('a language that is still to be fetched has no words, rather than English ones', async () => {
    vi.resetModules();
    const fresh = await import('./panel.ts');
    expect(fresh.messagesFor('en')?.lang).toBe('en');
    expect(fresh.messagesFor('pt-BR')).toBeNull();
    await fresh.loadMessages('pt-BR');
    expect(fresh.messagesFor('pt-BR')?.lang).toBe('pt-BR');
  });

  test('where the words of a language cannot be fetched, they are English', async () => {
    vi.resetModules();
    vi.doMock('./compiled/panel/pt-BR.js', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const fresh = await import('./panel.ts');
    expect((await fresh.loadMessages('pt-BR')).lang).toBe('en');
    expect(fresh.messagesFor('pt-BR')?.lang).toBe('en');
    vi.doUnmock('./compiled/panel/pt-BR.js');
  });

  test.each([
    ['pt-BR', panelPtBR],
    ['es', panelEs],
  ])('no sentence of %s is left in English', (_, translated) => {
    const texts = (words: object): string[] =>
      Object.values(words).flatMap((word): string[] =>
        typeof word === 'string'
          ? [word]
          : typeof word === 'object'
            ? texts(word)
            : [String(word({ count: 7, date: 'X' }))],
      );
    const left = texts(panelEn).filter(
      (text) => text.length > 12 && !text.startsWith('undefined') && texts(translated).includes(text),
    );
    expect(left).toEqual([]);
  });
});
