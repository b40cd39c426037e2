import { expect, it } from 'vitest';
import { ServiceError } from '../client/errors.ts';
import { panelPtBR } from './compiled/panel/pt-BR.js';
import { createFormat } from './format.ts';
import { analysisRefusal, sayAnalysis } from './say-details.ts';

const speech = { words: panelPtBR, format: createFormat(panelPtBR, 'UTC') };
const facts = { endpoint: 'getLongitudinalAnalysisStatus', status: 403, code: '' };

it('says of an analysis that AI made it, when, and whether it is current', () => {
  const made = { hasAnalysis: true, analysisGeneratedAt: '2026-08-01T12:00:00Z' };
  const sentences = [true, false, undefined].map((isStale) => sayAnalysis(speech, { ...made, isStale }));
  for (const sentence of sentences) expect(sentence).toMatch(/IA.*1 (de )?ago\. (de )?2026/);
  expect(sentences[0]).toContain('anterior às últimas respostas');
  expect(sentences[1]).toMatch(/2026$/);
  expect(sentences[2]).toContain('não se sabe');
  expect(sayAnalysis(speech, { ...made, hasAnalysis: false })).toBe('');
});

it('announces no analysis that a professional is not given, and says where it could not be read', () => {
  const withCode = (code: string) => analysisRefusal(new ServiceError(code, { ...facts, code }));
  expect(withCode('PLAN_WITHOUT_AI_ANALYSIS')).toBe('refused');
  expect(withCode('FORBIDDEN')).toBe('refused');
  expect(analysisRefusal({ code: 'NETWORK', status: null })).toBe('failed');
  expect(sayAnalysis(speech, 'refused')).toBe('');
  expect(sayAnalysis(speech, 'failed')).not.toBe('');
});
