import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineInstrument, type InstrumentDefinition } from './define.ts';
import { LIBRARY } from './index.ts';
import { checkAnswers, findRange, type GivenAnswer, scoreAnswers } from './score.ts';

function instrument(shortTitle: string): InstrumentDefinition {
  const found = LIBRARY.find((candidate) => candidate.shortTitle === shortTitle);
  if (found === undefined) throw new Error(`The library has no ${shortTitle}`);
  return found;
}

/** An answer sheet from the index of the option chosen for each question, in order, as digits. */
function sheet(
  definition: InstrumentDefinition,
  digits: string,
  language: 'en' | 'pt-BR' = 'en',
): GivenAnswer[] {
  return definition.questions.map((question, index) => {
    const value = question.options[Number(digits[index])]?.text[language];
    if (value === undefined) throw new Error(`No option ${digits[index]} for question ${question.position}`);
    return { questionId: question.id, value };
  });
}

/** Scores a sheet that has no problems. */
function score(definition: InstrumentDefinition, given: readonly GivenAnswer[]) {
  const { answers, problems } = checkAnswers(definition, given);
  expect(problems).toEqual([]);
  return { ...scoreAnswers(definition, answers), answers };
}

describe('scoreAnswers', () => {
  // Sums worked out by hand from the papers' weights; each digit is the option chosen, counted from 0.
  it.each([
    ['PHQ-9', '000000000', 0, 'Minimal'],
    ['PHQ-9', '111100000', 4, 'Minimal'],
    ['PHQ-9', '211100000', 5, 'Mild'],
    ['PHQ-9', '222211000', 10, 'Moderate'],
    ['PHQ-9', '222222210', 15, 'Moderately severe'],
    ['PHQ-9', '333322220', 20, 'Severe'],
    ['PHQ-9', '333333333', 27, 'Severe'],
    ['PHQ-2', '11', 2, 'Below the cut-off'],
    ['PHQ-2', '21', 3, 'At or above the cut-off'],
    ['GAD-7', '2111000', 5, 'Mild'],
    ['GAD-7', '3322000', 10, 'Moderate'],
    ['GAD-7', '3333300', 15, 'Severe'],
    ['PHQ-15', '211000000000000', 4, 'Minimal'],
    ['PHQ-15', '222220000000000', 10, 'Medium'],
    ['PHQ-15', '222222222222222', 30, 'High'],
    ['PCL-5', '44444444000000000000', 32, 'Below the cut-off'],
    ['PCL-5', '44444444100000000000', 33, 'At or above the cut-off'],
    ['K10', '0000000000', 10, 'Low'],
    ['K10', '1111110000', 16, 'Moderate'],
    ['K10', '2222220000', 22, 'High'],
    ['K10', '4444400000', 30, 'Very high'],
    ['WHO-5', '00000', 0, 'Low well-being'],
    ['WHO-5', '32222', 44, 'Low well-being'],
    ['WHO-5', '33322', 52, 'Not low'],
    ['WHO-5', '55555', 100, 'Not low'],
  ])('%s answered %s comes to %i, %s', (name, digits, total, title) => {
    const result = score(instrument(name), sheet(instrument(name), digits));
    expect(result.total).toBe(total);
    expect(findRange(instrument(name).ranges, total)?.title.en).toBe(title);
  });

  it('scores the three DASS-21 subscales from their published items, doubled, and no total', () => {
    const dass = instrument('DASS-21');
    // One point on depression items 3, 5, 10, 13, 16, 17, 21; two on anxiety 2, 4, 7, 9, 15, 19, 20; none on stress.
    const depression = [3, 5, 10, 13, 16, 17, 21];
    const anxiety = [2, 4, 7, 9, 15, 19, 20];
    const digits = dass.questions
      .map(({ position }) => (depression.includes(position) ? 1 : anxiety.includes(position) ? 2 : 0))
      .join('');
    const result = score(dass, sheet(dass, digits));
    expect(result.total).toBeNull();
    expect(dass.ranges).toEqual([]);
    expect(
      dass.subscales.map(({ key, ranges }) => {
        const points = result.subscales[key] ?? -1;
        return [key, points, findRange(ranges, points)?.title.en];
      }),
    ).toEqual([
      ['DEPRESSION', 14, 'Moderate'],
      ['ANXIETY', 28, 'Extremely severe'],
      ['STRESS', 0, 'Normal'],
    ]);
  });

  it('puts DASS-21 items 1, 6, 8, 11, 12, 14 and 18 in the stress subscale', () => {
    const stress = instrument('DASS-21').questions.filter((question) => question.subscale === 'STRESS');
    expect(stress.map((question) => question.position)).toEqual([1, 6, 8, 11, 12, 14, 18]);
  });

  it.each([
    ['000000000', []],
    ['000000001', ['LOW']],
    ['000000002', ['MODERATE']],
    ['000000003', ['HIGH']],
    ['333333330', []],
  ])('PHQ-9 answered %s raises %j, by item 9 and not by the total', (digits, severities) => {
    const phq9 = instrument('PHQ-9');
    const result = score(phq9, sheet(phq9, digits));
    expect(result.answers.flatMap(({ option }) => option.risk?.severity ?? [])).toEqual(severities);
    expect(result.riskFlagCount).toBe(severities.length);
    expect(result.hasHighRisk).toBe(severities.some((severity) => severity === 'HIGH'));
  });

  it('PCL-5 raises a low signal only from 3 on item 16', () => {
    const pcl5 = instrument('PCL-5');
    const signalAt = (value: number) =>
      score(pcl5, sheet(pcl5, `000000000000000${value}0000`)).answers[15]?.option.risk?.severity ?? null;
    expect([0, 1, 2, 3, 4].map(signalAt)).toEqual([null, null, null, 'LOW', 'LOW']);
  });

  it('reads the same answers in Portuguese', () => {
    const phq9 = instrument('PHQ-9');
    const digits = '012301230';
    expect(score(phq9, sheet(phq9, digits, 'pt-BR')).total).toBe(12);
    expect(score(phq9, sheet(phq9, digits)).total).toBe(12);
  });

  it.each(LIBRARY)(
    '$shortTitle: each answer moves the score by its own weight, whatever the others are',
    (definition) => {
      const given = fc.tuple(
        ...definition.questions.map((question) => fc.integer({ min: 0, max: question.options.length - 1 })),
      );
      fc.assert(
        fc.property(given, fc.nat(), (indexes, pick) => {
          const at = pick % indexes.length;
          const before = score(definition, sheet(definition, indexes.join('')));
          const lowest = indexes.map((value, index) => (index === at ? 0 : value));
          const after = score(definition, sheet(definition, lowest.join('')));
          const points = (result: typeof before) =>
            result.total ?? Object.values(result.subscales).reduce((total, part) => total + part, 0);
          const step = { 'DASS-21': 2, 'WHO-5': 4 }[definition.shortTitle] ?? 1;
          expect(points(before) - points(after)).toBe((indexes[at] ?? 0) * step);
        }),
        { numRuns: 50 },
      );
    },
  );

  it('counts a reversed item with the weights that run the other way', () => {
    const facts = {
      id: instrument('DEMO-6').id,
      shortTitle: 'PHQ-2',
      references: 'None',
      tags: [],
      ranges: [
        [0, 2, 'calm'],
        [3, 6, 'moderate'],
      ],
    } as const;
    const straight = defineInstrument({ ...facts, series: 1 });
    const reversed = defineInstrument({ ...facts, series: 2, weightOf: (index) => 3 - index });
    const mixed = {
      ...straight,
      questions: [...straight.questions.slice(0, 1), ...reversed.questions.slice(0, 1)],
    };
    const total = (first: string, second: string) =>
      score(mixed, [
        { questionId: 101, value: first },
        { questionId: 201, value: second },
      ]).total;
    const [no, yes] = ['Not at all', 'Nearly every day'];
    expect([total(no, no), total(yes, no), total(no, yes)]).toEqual([3, 6, 0]);
  });

  it('takes no incomplete sheet: a missing answer is a problem that names the question', () => {
    const phq2 = instrument('PHQ-2');
    const { problems } = checkAnswers(phq2, sheet(phq2, '11').slice(0, 1));
    expect(problems).toEqual([{ questionId: 202, kind: 'missing' }]);
  });
});
