import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIBRARY } from '../library/index.ts';
import { phq9 } from '../library/instruments/phq-9.ts';
import { who5 } from '../library/instruments/who-5.ts';
import { checkAnswers, type GivenAnswer, scoreAnswers } from '../library/score.ts';
import { answerSheet } from './answer-sheet.ts';
import { createRandom } from './random.ts';

const score = (instrument: typeof phq9, sheet: readonly GivenAnswer[]) =>
  scoreAnswers(instrument, checkAnswers(instrument, sheet).answers);

const total = (instrument: typeof phq9, burden: number) =>
  score(instrument, answerSheet(instrument, { burden }, createRandom('test'))).total;

describe('answerSheet', () => {
  it.each(LIBRARY)('$shortTitle: is always complete and valid', (instrument) => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(),
        fc.nat({ max: 4 }),
        (burden, number, riskLevel) => {
          const sheet = answerSheet(instrument, { burden, riskLevel }, createRandom(number));
          expect(checkAnswers(instrument, sheet).problems).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('goes from the best to the worst end, whichever way the scale runs', () => {
    expect([total(phq9, 0), total(phq9, 1)]).toEqual([0, 24]);
    expect([total(who5, 0), total(who5, 1)]).toEqual([100, 0]);
  });

  it('meets an exact total together with the level of the risk item', () => {
    const sheet = answerSheet(phq9, { burden: 0.9, units: 4, riskLevel: 3 }, createRandom('test'));
    expect(score(phq9, sheet)).toMatchObject({ total: 4, hasHighRisk: true, riskFlagCount: 1 });
  });
});
