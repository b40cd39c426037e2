import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Instrument } from '../../shared/client/contract/index.ts';
import { ANSWER_LANGUAGES } from '../words/index.ts';
import { defineInstrument, TAGS } from './define.ts';
import { findInstrument, LIBRARY } from './index.ts';
import { instrumentJson } from './json.ts';

const both = LIBRARY.flatMap((definition) =>
  ANSWER_LANGUAGES.map((language) => ({
    name: definition.shortTitle,
    language,
    json: instrumentJson(definition, language),
    definition,
  })),
);

function repeated(ids: readonly number[]): number[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

describe('instrumentJson', () => {
  it.each(both)('$name in $language conforms to the contract and loses nothing through JSON', ({ json }) => {
    expect(z.parse(Instrument, JSON.parse(JSON.stringify(json)))).toEqual(json);
  });

  // Items and option values of the table of facts.
  it.each([
    ['PHQ-9', 9, [0, 1, 2, 3]],
    ['PHQ-2', 2, [0, 1, 2, 3]],
    ['GAD-7', 7, [0, 1, 2, 3]],
    ['PHQ-15', 15, [0, 1, 2]],
    ['PCL-5', 20, [0, 1, 2, 3, 4]],
    ['K10', 10, [1, 2, 3, 4, 5]],
    ['DASS-21', 21, [0, 2, 4, 6]],
    ['WHO-5', 5, [0, 4, 8, 12, 16, 20]],
  ])('%s has %i questions, each with the weights %j', (name, count, weights) => {
    const json = both.find((candidate) => candidate.name === name)?.json;
    expect(json?.questions).toHaveLength(count);
    for (const question of json?.questions ?? []) {
      expect(question.questionOptions?.map((option) => option.weight)).toEqual(weights);
    }
  });

  it('says which way each scale runs, and leaves the invented one unknown', () => {
    const directions = LIBRARY.map((definition) => [
      definition.shortTitle,
      instrumentJson(definition, 'en').config?.globalScoreConfig?.scoreDirection,
    ]);
    expect(Object.fromEntries(directions)).toEqual({
      'PHQ-9': 'HIGHER_WORSE',
      'PHQ-2': 'HIGHER_WORSE',
      'GAD-7': 'HIGHER_WORSE',
      'PHQ-15': 'HIGHER_WORSE',
      'PCL-5': 'HIGHER_WORSE',
      K10: 'HIGHER_WORSE',
      'DASS-21': 'HIGHER_WORSE',
      'WHO-5': 'HIGHER_BETTER',
      'DEMO-6': null,
    });
  });

  it('says of DASS-21 that it has no global score, and gives each item its subscale', () => {
    const json = both.find((candidate) => candidate.name === 'DASS-21')?.json;
    expect(json?.config?.globalScoreConfig?.calculateGlobalScore).toBe(false);
    expect(json?.scoreRanges).toEqual([]);
    const names = json?.subScales?.map((subscale) => [
      subscale.code,
      json.questions?.filter((question) => question.subScaleIds?.includes(subscale.id)).length,
    ]);
    expect(names).toEqual([
      ['DEPRESSION', 7],
      ['ANXIETY', 7],
      ['STRESS', 7],
    ]);
  });

  it.each(both)(
    '$name in $language says that its items are paraphrased, or that it is invented',
    ({ json, definition }) => {
      const plain = definition.invented ? /invent/i : /paraphrase|par[áa]fras/i;
      expect(json.description).toMatch(plain);
    },
  );

  it.each(LIBRARY)('$shortTitle has a text of its own in each language for each option', ({ questions }) => {
    for (const question of questions) {
      const weightOf = new Map<string, number>();
      for (const option of question.options) {
        for (const label of Object.values(option.text)) {
          expect(label.trim()).not.toBe('');
          expect(weightOf.get(label) ?? option.weight).toBe(option.weight);
          weightOf.set(label, option.weight);
        }
      }
    }
  });

  it('uses no id twice in the library', () => {
    const english = both.filter(({ language }) => language === 'en').map(({ json }) => json);
    const questions = english.flatMap((json) => json.questions ?? []);
    const ranges = english.flatMap((json) => [
      ...(json.scoreRanges ?? []),
      ...(json.subScales ?? []).flatMap((subscale) => subscale.scoreRanges ?? []),
    ]);
    expect(repeated(questions.map((question) => question.id))).toEqual([]);
    expect(
      repeated(questions.flatMap((question) => (question.questionOptions ?? []).map(({ id }) => id))),
    ).toEqual([]);
    expect(repeated(ranges.map((range) => range.id ?? 0))).toEqual([]);
    expect(new Set(LIBRARY.map(({ id }) => id)).size).toBe(LIBRARY.length);
  });

  // The longest scale in every series that there can be.
  it('gives no question, option, range or subscale the id of another, in whatever series', () => {
    const facts = { id: '', shortTitle: 'PCL-5', references: '', tags: [] } as const;
    const ranges = [
      [0, 32, 'calm'],
      [33, 80, 'moderate'],
    ] as const;
    const subscales = [...'ABCDE'].map((key) => ({ key, ranges, items: [] }));
    const series = Array.from({ length: 99 }, (_, index) => index + 1);
    const ids = series.flatMap((one) => {
      const { questions, subscales: parts } = defineInstrument({ ...facts, series: one, subscales });
      const nested = [
        ...questions.flatMap(({ options }) => options),
        ...parts.flatMap((part) => part.ranges),
      ];
      return [...questions, ...parts, ...nested].map(({ id }) => id);
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect(() => defineInstrument({ ...facts, series: 100, ranges })).toThrow('series above 99');
  });

  it('keeps the ids of the instruments that there are', () => {
    const [question] = findInstrument('6f1f3a52-8f7c-4a51-9f4e-0b6a1c5d2e09')?.questions.slice(-1) ?? [];
    expect([question?.id, question?.options.map(({ id }) => id)]).toEqual([109, [1090, 1091, 1092, 1093]]);
  });

  it('needs a title for each range', () => {
    const facts = { id: '', series: 10, shortTitle: 'PCL-5', references: '', tags: [] } as const;
    expect(() => defineInstrument({ ...facts, ranges: [[0, 80, 'calm']] })).toThrow(
      'each range needs a title',
    );
  });

  it('tags every instrument, and uses every tag', () => {
    expect(new Set(LIBRARY.flatMap(({ tags }) => tags))).toEqual(new Set(Object.keys(TAGS)));
    expect(LIBRARY.every(({ tags }) => tags.length > 0)).toBe(true);
  });
});

describe('findInstrument', () => {
  it('finds by UUID in any case of letters, and nothing else', () => {
    const [first] = LIBRARY;
    expect(findInstrument(first?.id.toUpperCase() ?? '')).toBe(first);
    expect(findInstrument('00000000-0000-4000-8000-000000000000')).toBeUndefined();
  });
});
