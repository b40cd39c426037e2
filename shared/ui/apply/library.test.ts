import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../client/contract/resources/instrument.ts';
import { choicesOf, findChoices, topicsOf } from './library.ts';

const DEPRESSION = { id: 1, name: 'Depressão' };
const ANXIETY = { id: 2, name: 'Ansiedade' };
const SCREENING = { id: 7, name: 'Triagem breve' };

const instrument = (index: number, more: Omit<Instrument, 'id'>): Instrument => ({
  id: `6D5C2C1E-2F55-4F0A-9A33-1C9B7D2E4F0${index}`,
  ...more,
});
const library = choicesOf([
  instrument(1, { title: 'Patient Health Questionnaire-9', shortTitle: 'PHQ-9', tags: [DEPRESSION] }),
  instrument(2, {
    title: 'Patient Health Questionnaire-2',
    shortTitle: 'PHQ-2',
    tags: [DEPRESSION, SCREENING],
  }),
  instrument(3, { title: 'Patient Health Questionnaire-15', shortTitle: 'PHQ-15', tags: null }),
  instrument(4, {
    title: 'Generalized Anxiety Disorder, 7 items',
    shortTitle: 'GAD-7',
    tags: [ANXIETY],
    description: 'Asks about worry.',
  }),
  instrument(5, { title: 'Índice de bem-estar', shortTitle: null, tags: [DEPRESSION] }),
]);
const names = (query: string, topics: readonly number[] = []) =>
  findChoices(library, query, new Set(topics), 'en').map(({ name }) => name);

describe('finding in the library', () => {
  it('shows everything by name, numbers as numbers, where nothing is asked for', () => {
    expect(names('')).toEqual(['GAD-7', 'Índice de bem-estar', 'PHQ-2', 'PHQ-9', 'PHQ-15']);
    expect(names('  - ')).toHaveLength(5);
  });

  it.each(['phq9', 'PHQ 9', 'PHQ-9', ' phq-9 '])(
    'takes "%s" for the short title, however it is written',
    (typed) => {
      expect(names(typed)[0]).toBe('PHQ-9');
    },
  );

  it('puts short titles that begin so before titles that hold the word', () => {
    expect(names('phq')).toEqual(['PHQ-2', 'PHQ-9', 'PHQ-15']);
    expect(names('phq1')).toEqual(['PHQ-15']);
  });

  it.each([
    ['depressao', ['Índice de bem-estar', 'PHQ-2', 'PHQ-9']],
    ['anxiety', ['GAD-7']],
    ['indice', ['Índice de bem-estar']],
    ['questionnaire 2', ['PHQ-2']],
    ['worry', ['GAD-7']],
    ['orry', []],
    ['phq anxiety', []],
  ])('finds "%s" without accents, in titles, topics and descriptions, all words together', (typed, found) => {
    expect(names(typed)).toEqual(found);
  });

  it('keeps to instruments having any of the topics (docs/service.md#instruments)', () => {
    expect(names('', [2, 7])).toEqual(['GAD-7', 'PHQ-2']);
    expect(names('phq', [1])).toEqual(['PHQ-2', 'PHQ-9']);
  });

  it('lists each topic once, with how many instruments have it', () => {
    expect(topicsOf(library, 'pt-BR')).toEqual([
      { ...ANXIETY, count: 1 },
      { ...DEPRESSION, count: 3 },
      { ...SCREENING, count: 1 },
    ]);
  });

  it('never throws, and finds only what is there, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.integer({ min: 0, max: 8 })),
        (typed, topics) => {
          const found = findChoices(library, typed, new Set(topics), 'en');
          return found.every((one) => library.includes(one)) && new Set(found).size === found.length;
        },
      ),
    );
  });

  it('takes an instrument that is sent twice once, and its UUID in lower case', () => {
    const twice = [1, 1].map((index) => instrument(index, { title: 'Once' }));
    expect(choicesOf(twice).map(({ id, name }) => [id, name])).toEqual([
      ['6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01', 'Once'],
    ]);
  });
});
