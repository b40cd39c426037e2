import { describe, expect, it } from 'vitest';
import type { ShortView } from '../score/short-view.ts';
import { sparklineEn as en } from './compiled/sparkline/en.js';
import { sparklineEs as es } from './compiled/sparkline/es.js';
import { sparklinePtBR as ptBR } from './compiled/sparkline/pt-BR.js';
import { createFormat } from './format.ts';
import { sayPicture, sayRiskShort } from './say-picture.ts';

const DAY = 86_400_000;
const FROM = Date.UTC(2026, 0, 1, 12);
const view = (scores: readonly number[], more: Partial<ShortView> = {}): ShortView => ({
  patientId: '',
  formId: '',
  title: 'PHQ-9',
  yMin: 0,
  yMax: 27,
  domainSource: 'ranges',
  points: scores.map((score, at) => ({
    submissionId: at + 1,
    at: FROM + at * DAY,
    score,
    classification: null,
    color: null,
    risk: 'none',
  })),
  unread: { at: [], undated: 0 },
  isLatestKnown: true,
  now: null,
  missed: 0,
  gaps: new Set(),
  from: FROM,
  to: FROM + scores.length * DAY,
  direction: 'higher-worse',
  risk: { kind: 'none', asOf: FROM, unknown: 0 },
  unscored: 0,
  unreadable: 0,
  ...more,
});
const speech = (words: typeof en) => ({ words, format: createFormat(words, 'UTC') });

describe('the picture in words', () => {
  const cases = [
    [
      en,
      'PHQ-9: 3 answers, 1 Jan 2026 to 3 Jan 2026. First 19, lowest 11.5, highest 19, latest 14. Scale 0 to 27, higher is worse. 2 missed.',
    ],
    [
      ptBR,
      'PHQ-9: 3 respostas, de 1 jan. 2026 a 3 jan. 2026. Primeira: 19; menor: 11,5; maior: 19; última: 14. Escala de 0 a 27, quanto maior, pior. Sem resposta: 2.',
    ],
  ] as const;
  it.each(cases)('says count, days, scores, scale and missed requests ($lang)', (words, sentence) => {
    expect(sayPicture(speech(words), view([19, 11.5, 14], { missed: 2 }))).toBe(sentence);
  });

  it.each([
    [en, 'Risk flag in 1 answer.', 'Risk flags in 2 answers.'],
    [ptBR, 'Sinal de risco em 1 resposta.', 'Sinais de risco em 2 respostas.'],
    [es, 'Señal de riesgo en 1 respuesta.', 'Señales de riesgo en 2 respuestas.'],
  ] as const)('says in how many of the answers it draws a flag ($lang)', (words, one, two) => {
    const { points } = view([19, 11.5, 14]);
    const flagged = (count: number) =>
      points.map((point, at) => ({ ...point, risk: at < count ? ('flagged' as const) : point.risk }));
    expect(sayPicture(speech(words), view([], { points: flagged(1) }))).toContain(one);
    expect(sayPicture(speech(words), view([], { points: flagged(2) }))).toContain(two);
    expect(sayPicture(speech(words), view([], { points }))).not.toContain(two.split(' ')[0]);
  });

  it.each([
    [en, 'Risk flag in at least 1 answer.'],
    [ptBR, 'Sinal de risco em pelo menos 1 resposta.'],
    [es, 'Señal de riesgo en al menos 1 respuesta.'],
  ] as const)('counts no flags as all while something is not known ($lang)', (words, sentence) => {
    const [first, ...others] = view([19, 11.5, 14]).points;
    const flagged = first && { ...first, risk: 'flagged' as const };
    const unknown = others.map((one) => ({ ...one, risk: 'unknown' as const }));
    const said = (points: (typeof first)[], more: Partial<ShortView> = {}) =>
      sayPicture(speech(words), view([], { points: points.filter((one) => !!one), ...more }));
    expect(said([flagged, ...unknown])).toContain(sentence);
    expect(said([flagged, ...others], { unread: { at: [FROM], undated: 0 } })).toContain(sentence);
    expect(said([flagged, ...others])).not.toContain(sentence);
  });

  it('says a single answer as one', () => {
    expect(sayPicture(speech(en), view([4]))).toBe(
      'PHQ-9: 1 answer, 1 Jan 2026. Scale 0 to 27, higher is worse.',
    );
    expect(sayPicture(speech(ptBR), view([4]))).toContain('PHQ-9: 1 resposta, 1 jan. 2026.');
  });
});

it.each([
  { isLatestKnown: false, unread: { at: [FROM + 9 * DAY], undated: 0 } },
  { unread: { at: [FROM + DAY / 2], undated: 0 } },
])('calls no score first, lowest or latest while an answer is unread', (more) => {
  expect(sayPicture(speech(en), view([19, 11.5, 14], more))).toBe(
    'PHQ-9: 3 answers, 1 Jan 2026 to 3 Jan 2026. Scale 0 to 27, higher is worse.',
  );
});

describe('risk in a few words', () => {
  it.each([en, ptBR, es])('has three different ones ($lang)', (words) => {
    const flagged = {
      kind: 'flagged',
      submissionId: 1,
      at: FROM,
      item: null,
      isCurrent: true,
      flagged: 1,
      answers: 1,
      unknown: 0,
    } as const;
    const said = [
      sayRiskShort(speech(words), view([1], { risk: flagged })),
      sayRiskShort(speech(words), view([1])),
      sayRiskShort(speech(words), view([1], { risk: { kind: 'unavailable' } })),
    ];
    expect(new Set(said).size).toBe(3);
    expect(said[0]).toContain('2026');
    expect(said[1]).toContain('2026');
    expect(said[2]).not.toContain('2026');
  });
});
