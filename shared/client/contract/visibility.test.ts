import { describe, expect, it } from 'vitest';
import { hiddenFields, listSensitiveFields } from './views.ts';

const RISK = ['hasHighRisk', 'riskFlag', 'riskFlagCount'];
const INTERPRETATION = [
  'classification',
  'globalClassification',
  'interpretativeAnalysis',
  'isBestScore',
  'isWorstScore',
  'previousSeverityCategory',
  'psychometricIndicators',
  'scoreRanges',
  'severityCategory',
  'subscaleClassifications',
];

describe('who sees which field', () => {
  it.each(['professional', 'operations'] as const)('%s sees all but the answer token', (role) => {
    expect(hiddenFields(role)).toEqual(['answerToken']);
  });

  it('a patient sees neither risk nor what interprets a score', () => {
    expect(hiddenFields('patient').toSorted()).toEqual(
      ['answerToken', ...RISK, ...INTERPRETATION].toSorted(),
    );
  });

  it('a patient sees what the partner turns on, and never the answer token', () => {
    const shown = (showRisk: boolean, showInterpretation: boolean) =>
      hiddenFields('patient', { showRisk, showInterpretation }).toSorted();
    expect(shown(true, false)).toEqual(['answerToken', ...INTERPRETATION].toSorted());
    expect(shown(false, true)).toEqual(['answerToken', ...RISK].toSorted());
    expect(shown(true, true)).toEqual(['answerToken']);
  });

  it('a field has one sensitivity wherever it stands, since it is hidden by its name', () => {
    for (const sensitivities of listSensitiveFields().values()) expect(sensitivities.size).toBe(1);
  });
});
