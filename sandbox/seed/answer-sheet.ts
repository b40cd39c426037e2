import type { InstrumentDefinition, QuestionDefinition } from '../library/define.ts';
import type { SeededRandom } from './random.ts';

/** A level for each question: the index of the option, counted from the one with the lowest weight. */
type Levels = Map<QuestionDefinition, number>;

const highest = (question: QuestionDefinition): number => question.options.length - 1;

/** Spreads `units` over the questions at random; none gets more than its highest level. */
function spread(questions: readonly QuestionDefinition[], units: number, chance: SeededRandom): Levels {
  const levels: Levels = new Map(questions.map((question) => [question, 0]));
  for (let left = units; left > 0; left -= 1) {
    const open = questions.filter((question) => (levels.get(question) ?? 0) < highest(question));
    const chosen = open[chance.whole(0, open.length - 1)];
    if (chosen === undefined) break;
    levels.set(chosen, (levels.get(chosen) ?? 0) + 1);
  }
  return levels;
}

/** The score that the answers of a sheet must reach. */
interface AnswerTarget {
  /** 0 is the best of the scale, 1 the worst; for an unknown direction, 0 is its lower end. */
  readonly burden: number;
  /** Exact total above the lowest one, in steps of one option; replaces `burden`. */
  readonly units?: number | undefined;
  /** Level of the items that can raise a risk signal; 0 if it is left out. */
  readonly riskLevel?: number | undefined;
}

/**
 * Chooses answers that a patient in this state could give: `{ questionId, value }` for each question, in Portuguese.
 * Items that can raise a risk signal are set apart, since they do not follow the total.
 */
export function answerSheet(
  instrument: InstrumentDefinition,
  { burden, units, riskLevel = 0 }: AnswerTarget,
  chance: SeededRandom,
) {
  const groups = instrument.hasGlobalScore ? [null] : instrument.subscales.map((subscale) => subscale.key);
  const levels: Levels = new Map();
  for (const group of groups) {
    const questions = instrument.questions.filter(({ subscale }) => group === null || subscale === group);
    const { risky = [], plain = [] } = Object.groupBy(questions, ({ options }) =>
      options.some(({ risk }) => risk !== null) ? 'risky' : 'plain',
    );
    const most = questions.reduce((sum, question) => sum + highest(question), 0);
    // Subscales of one person go together, but not in step.
    const own = group === null ? burden : Math.min(1, Math.max(0, burden + chance.between(-0.15, 0.15)));
    const share = instrument.direction === 'HIGHER_BETTER' ? 1 - own : own;
    const wanted = units ?? Math.round(share * most);
    for (const question of risky) levels.set(question, Math.min(riskLevel, highest(question)));
    const taken = risky.reduce((sum, question) => sum + (levels.get(question) ?? 0), 0);
    for (const [question, level] of spread(plain, wanted - taken, chance)) levels.set(question, level);
  }
  return instrument.questions.map((question) => {
    const byWeight = question.options.toSorted((a, b) => a.weight - b.weight);
    return { questionId: question.id, value: byWeight[levels.get(question) ?? 0]?.text.en ?? '' };
  });
}
