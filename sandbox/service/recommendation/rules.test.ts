import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIBRARY } from '../../library/index.ts';
import { suggestInstruments } from './rules.ts';

const titles = (text: string) =>
  suggestInstruments(text).suggestions.map(({ instrument }) => instrument.shortTitle);

describe('suggested instruments', () => {
  it.each([
    ['Sadness and guilt for weeks', 'PHQ-9'],
    ['Tristeza e desesperança há semanas', 'PHQ-9'],
    ['Constant worry and panic', 'GAD-7'],
    ['Preocupação constante e pânico', 'GAD-7'],
    ['Nightmares and flashbacks after an assault', 'PCL-5'],
    ['Pesadelos desde o acidente', 'PCL-5'],
    ['Headache, nausea and stomach pain', 'PHQ-15'],
    ['Cefaleia e tontura', 'PHQ-15'],
    ['Burnout and exhaustion at work', 'K10'],
    ['How is her well-being?', 'WHO-5'],
    ['O bem-estar dele', 'WHO-5'],
    ['Please repeat the K10.', 'K10'],
  ])('%j: %s first', (text, first) => {
    expect(titles(text)[0]).toBe(first);
  });

  it('come from three at most, best first, and an invented one never', () => {
    const { suggestions } = suggestInstruments(
      'depressed, anxious, stressed, traumatised, pain, well-being, screening, DEMO-6',
    );
    expect(suggestions).toHaveLength(3);
    const scores = suggestions.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(titles('DEMO-6')).toEqual([]);
  });

  it('take one that speaks to all of a case before those that speak to a part', () => {
    expect(titles('depression, anxiety and stress')[0]).toBe('DASS-21');
    expect(suggestInstruments('depression, anxiety and stress').suggestions[0]?.score).toBe(1);
  });

  it('are none where no word tells anything', () => {
    expect(suggestInstruments('A person came to the clinic.')).toEqual({
      suggestions: [],
      mentionsRisk: false,
    });
  });

  it.each(['Thoughts of suicide', 'Ideação suicida', 'self-harm', 'quer morrer'])(
    'say that %j mentions a risk, and suggest one that asks about it',
    (text) => {
      const { mentionsRisk } = suggestInstruments(text);
      expect(mentionsRisk).toBe(true);
      expect(titles(text)).toContain('PHQ-9');
    },
  );

  it('are the same for the same text, with a score above 0 and at most 1, for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const result = suggestInstruments(text);
        expect(suggestInstruments(text)).toEqual(result);
        for (const { score, instrument } of result.suggestions) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(LIBRARY).toContain(instrument);
        }
      }),
    );
  });
});
