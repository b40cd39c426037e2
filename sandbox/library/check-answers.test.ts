import { describe, expect, it } from 'vitest';
import { phq2 } from './instruments/phq-2.ts';
import { checkAnswers } from './score.ts';

const problems = (given: Parameters<typeof checkAnswers>[1]) => {
  const checked = checkAnswers(phq2, given);
  return checked.problems.map(({ questionId, kind }) => `${questionId} ${kind}`);
};

describe('checkAnswers', () => {
  it('takes one option for each question, in any order and either language', () => {
    const checked = checkAnswers(phq2, [
      { questionId: 202, value: 'Vários dias' },
      { questionId: 201, value: 'Nearly every day' },
    ]);
    expect(checked.problems).toEqual([]);
    expect(checked.answers.map(({ question, option }) => [question.id, option.weight])).toEqual([
      [201, 3],
      [202, 1],
    ]);
  });

  it('takes a single text in `values` for an answer', () => {
    expect(
      problems([
        { questionId: 201, values: ['Not at all'] },
        { questionId: 202, value: 'Not at all' },
      ]),
    ).toEqual([]);
  });

  const good = { questionId: 202, value: 'Not at all' };
  it.each([
    ['nothing at all', [], ['201 missing', '202 missing']],
    ['an empty text', [{ questionId: 201, value: '' }, good], ['201 missing']],
    ['a text that is not an option', [{ questionId: 201, value: 'Sometimes' }, good], ['201 not-an-option']],
    ['a weight in place of a text', [{ questionId: 201, value: '0' }, good], ['201 not-an-option']],
    [
      'two texts for one choice',
      [{ questionId: 201, values: ['Not at all', 'Several days'] }, good],
      ['201 not-an-option'],
    ],
    [
      'a value and values that disagree',
      [{ questionId: 201, value: 'Not at all', values: ['Several days'] }, good],
      ['201 not-an-option'],
    ],
    [
      'the same question twice',
      [{ questionId: 201, value: 'Not at all' }, { questionId: 201, value: 'Not at all' }, good],
      ['201 duplicate'],
    ],
    [
      "another instrument's question",
      [{ questionId: 201, value: 'Not at all' }, good, { questionId: 101, value: 'Not at all' }],
      ['101 unknown-question'],
    ],
  ])('refuses %s', (_what, given, expected) => {
    expect(problems(given)).toEqual(expected);
  });
});
