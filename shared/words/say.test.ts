import { describe, expect, test, vi } from 'vitest';
import type { ScoreView, ViewPoint } from '../score/index.ts';
import { panelEn } from './compiled/panel/en.js';
import { panelEs } from './compiled/panel/es.js';
import { panelPtBR } from './compiled/panel/pt-BR.js';
import { panelFirstEn } from './compiled/panel-first/en.js';
import { createFormat } from './format.ts';
import { loadMessages, messagesFor } from './panel.ts';
import { sayGraph, sayRisk, sayScore } from './say.ts';
import { completeSpeech, sayPoint } from './say-details.ts';

const point: ViewPoint = {
  submissionId: 2,
  applicationId: 1,
  at: Date.UTC(2026, 10, 12, 12),
  score: 14,
  classification: 'Moderate',
  classificationColor: null,
  band: 2,
  risk: 'none',
  changes: { deltaFromPrevious: 3, deltaFromBaseline: -5 },
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
  seriesKnown: true,
  seriesName: null,
  yMin: 0,
  yMax: 27,
  domainSource: 'service',
  bands: [],
  yTicks: [],
  points: [earlier, point],
  isLatestKnown: true,
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
      'Score 14 of 27, in range Moderate',
      '3 higher than on 12 Oct 2026 (11)',
      'was Mild, now Moderate',
      'Risk: None recorded',
    ]);
  });

  test('has no maximum where the service sent none', () => {
    expect(sayScore(english, { ...view, domainSource: 'scores' }, 14)).toBe('14');
  });
});

test('an answer is not called the latest if a newer one may be missing', () => {
  const last = { ...view, isLatestKnown: false };
  expect(sayGraph(english, last, 'PHQ-9')).toContain(
    'Last answer shown: 12 Nov 2026. A newer one may be missing',
  );
  expect(sayGraph(english, last, 'PHQ-9')).not.toContain('Latest');
});

describe('risk', () => {
  const flagged = {
    kind: 'flagged',
    submissionId: 2,
    at: point.at,
    severity: 'LOW',
    latest: true,
    others: 0,
    gravest: 'LOW',
    unknown: 0,
  } as const;

  test('the three sentences differ, in each language', () => {
    for (const speech of [english, portuguese]) {
      const said = [flagged, view.risk, { kind: 'unavailable' } as const].map((risk) =>
        sayRisk(speech, { ...view, risk }),
      );
      expect(new Set(said).size).toBe(3);
    }
    expect(sayRisk(english, view)).toBe('No risk flag recorded as of 12 Nov 2026');
  });

  test('other flags, the gravest of them and missing data are not hidden by the newest', () => {
    const risk = { ...flagged, latest: false, others: 2, gravest: 'HIGH' as const, unknown: 1 };
    expect(sayRisk(english, { ...view, risk })).toBe(
      'Risk flag in an earlier answer, 12 Nov 2026, severity low, and in 2 other answers, ' +
        'the gravest with severity high, risk data of 1 answer unavailable',
    );
  });
});

test('nothing says that the patient has a disorder', () => {
  expect(sayGraph(english, view, 'PHQ-9')).toBe(
    'Score graph of PHQ-9, 2 answers. Scale 0 to 27, higher is worse. Latest answer 12 Nov 2026: 14 of 27, in range Moderate.',
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
