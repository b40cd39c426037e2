import { describe, expect, it } from 'vitest';
import type { InstrumentSummary, ScoreGraphSummary } from '../client/contract/index.ts';
import { asksNoRisk, factsOf, findBest, judgeChange } from './published.ts';
import { scoreView } from './score-view.ts';
import { shortView } from './short-view.ts';

const patientId = '11111111-1111-4111-8111-111111111111';
const id = '22222222-2222-4222-8222-222222222222';
const day = (at: number): string => new Date(Date.UTC(2026, 0, 1, 12) + at * 86_400_000).toISOString();

const instrument = (
  shortTitle: string,
  items: number,
  scoreDirection = 'HIGHER_WORSE',
): InstrumentSummary => ({
  id,
  shortTitle,
  config: { globalScoreConfig: { scoreDirection } },
  questions: Array.from({ length: items }, () => ({})),
});
const phq9 = instrument('PHQ-9', 9);

/** Answers on days, as `[day, score]`. */
const viewOf = (
  answers: readonly (readonly [number, number])[],
  of: InstrumentSummary = phq9,
  [min, max] = [0, 27],
  more: Partial<Parameters<typeof scoreView>[0]> = {},
) => {
  const points = answers.map(([at, score], index) => ({
    submissionId: index + 1,
    completedFillAt: day(at),
    score,
  }));
  const series: ScoreGraphSummary['series'] = [{ seriesId: 'GLOBAL', yDomain: { min, max }, points }];
  return scoreView({ graph: { patientId, formTemplateId: id, series }, instrument: of, ...more });
};
const judged = (
  answers: readonly (readonly [number, number])[],
  ...rest: [InstrumentSummary?, number[]?]
) => {
  const [of = phq9, scale = [0, 27]] = rest;
  const view = viewOf(answers, of, scale as [number, number]);
  return judgeChange(view, factsOf(view, of));
};

describe('an instrument of the service', () => {
  it.each([
    ['PHQ-9', phq9, [0, 27], 6, true],
    ['GAD-7', instrument('GAD-7', 7), [0, 21], 4, false],
    ['PCL-5', instrument('PCL-5', 20), [0, 80], 15, true],
    ['WHO-5', instrument('WHO-5', 5, 'HIGHER_BETTER'), [0, 100], 24, false],
    ['K10', instrument('K10', 10), [10, 50], undefined, false],
  ] as const)('%s is known by its published figures', (_, of, scale, points, asksAboutRisk) => {
    const facts = factsOf(viewOf([[0, 12]], of, [...scale]), of);
    expect(facts.reliableChange?.points).toBe(points);
    expect(facts.asksAboutRisk).toBe(asksAboutRisk);
  });

  it.each([
    ['another number of questions', instrument('PHQ-9', 8), [0, 27]],
    ['another scale', phq9, [0, 24]],
    ['another direction', instrument('PHQ-9', 9, 'HIGHER_BETTER'), [0, 27]],
    ['another name', instrument('PHQ-10', 9), [0, 27]],
    ['no questions that could be read', { ...phq9, questions: null }, [0, 27]],
  ] as const)('is not known where it has %s', (_, of, scale) => {
    expect(factsOf(viewOf([[0, 12]], of, [...scale]), of)).toMatchObject({
      reliableChange: undefined,
      asksAboutRisk: undefined,
    });
  });

  it('is none for the change of a subscale, whoever gives the figure of the total', () => {
    const own = { reliableChange: { points: 3, source: 'a manual' } };
    const view = { ...viewOf([[0, 12]]), seriesName: 'Avoidance' };
    expect([factsOf(view, phq9), factsOf(view, phq9, own)].map((facts) => facts.reliableChange)).toEqual([
      null,
      null,
    ]);
  });

  it.each([
    ['no score of the whole', null, 21, true],
    ['a score of the whole', 40, 21, false],
    ['another number of questions', null, 42, false],
  ] as const)(
    'with subscales and %s: whether it is known not to ask about risk',
    (_, score, items, isKnown) => {
      const scale = { ...instrument('DASS-21', items), scoreRanges: [] };
      const answer = {
        id: 1,
        patientId,
        formTemplateId: id,
        status: 'ANSWERED',
        completedFillAt: day(0),
        score,
      };
      const view = shortView({ patientId, formId: id, submissions: [answer], scale });
      expect(asksNoRisk(view, scale)).toBe(isKnown);
      expect(asksNoRisk({ ...view, points: [] }, { ...scale, shortTitle: 'GAD-7' })).toBe(false);
    },
  );

  it('is what the page says it is', () => {
    const view = viewOf([[0, 12]]);
    expect(factsOf(view, phq9, { reliableChange: null, asksAboutRisk: false })).toMatchObject({
      reliableChange: null,
      asksAboutRisk: false,
    });
  });
});

describe('a change', () => {
  it('is better or worse only from the published figure on, and within measurement error below it', () => {
    expect(
      judged([
        [0, 10],
        [14, 15],
      ]),
    ).toBe('within');
    expect(
      judged([
        [0, 10],
        [14, 10],
      ]),
    ).toBeNull();
    expect(
      judged([
        [0, 10],
        [14, 16],
      ]),
    ).toBe('worse');
    expect(
      judged([
        [0, 16],
        [14, 10],
      ]),
    ).toBe('better');
    expect(
      judged(
        [
          [0, 40],
          [14, 64],
        ],
        instrument('WHO-5', 5, 'HIGHER_BETTER'),
        [0, 100],
      ),
    ).toBe('better');
  });
  it('is not judged between answers that look back on the same days', () => {
    expect(
      judged([
        [0, 10],
        [13, 20],
      ]),
    ).toBeNull();
  });
  it('is not judged without a figure or a direction, or where a newer answer may be missing', () => {
    expect(
      judged(
        [
          [0, 12],
          [40, 40],
        ],
        instrument('K10', 10),
        [10, 50],
      ),
    ).toBeNull();
    expect(
      judged(
        [
          [0, 10],
          [14, 20],
        ],
        instrument('PHQ-9', 9, 'SIDEWAYS'),
      ),
    ).toBeNull();
    const view = viewOf(
      [
        [0, 10],
        [14, 20],
      ],
      phq9,
      [0, 27],
      { lost: [{ submissionId: 9 }] },
    );
    expect(judgeChange(view, { reliableChange: { points: 6, source: '' } })).toBeNull();
  });
});

describe('the best score', () => {
  it('is the lowest where higher is worse, and none where an answer was not read', () => {
    const answers = [
      [0, 10],
      [14, 4],
      [28, 17],
    ] as const;
    expect(findBest(viewOf(answers))?.score).toBe(4);
    expect(findBest(viewOf(answers, phq9, [0, 27], { lost: [{ completedFillAt: day(7) }] }))).toBeNull();
  });
  it('is none where the service says of that answer that it is not the best', () => {
    const view = viewOf([
      [0, 10],
      [14, 4],
      [28, 17],
    ]);
    const saying = (isBestScore: boolean | null) =>
      findBest({ ...view, points: view.points.map((point) => ({ ...point, indicators: { isBestScore } })) });
    expect(saying(true)?.score).toBe(4);
    expect(saying(null)?.score).toBe(4);
    expect(saying(false)).toBeNull();
  });
});
