import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Instrument } from '../../shared/client/contract/index.ts';
import { SANDBOX_LANGUAGES } from '../words/index.ts';
import { TAGS } from './define.ts';
import { findInstrument, LIBRARY } from './index.ts';
import { instrumentJson } from './json.ts';

const both = LIBRARY.flatMap((definition) =>
  SANDBOX_LANGUAGES.map((language) => ({
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
      const plain = definition.invented ? /invent/i : /paraphrase|paráfrase/i;
      expect(json.description).toMatch(plain);
    },
  );

  it.each(LIBRARY)('$shortTitle has a text of its own in both languages for each option', ({ questions }) => {
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
