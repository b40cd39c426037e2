import type { InstrumentDefinition, QuestionDefinition } from '../library/define.ts';
import { createRandom, type SeededRandom } from './random.ts';

/** How strongly an item is usually endorsed, by its position. Default: 1. Sleep and fatigue lead, slowing is rare. */
const ENDORSEMENT: Readonly<Record<string, readonly number[]>> = {
  'PHQ-9': [1, 1.05, 1.2, 1.25, 0.95, 1.05, 0.95, 0.6],
  'GAD-7': [1.15, 1, 1.15, 1.05, 0.8, 1.05, 0.85],
};

/** The highest level without a risk: that of the options from the lowest weight on, before the first that raises one. */
function highestSafe({ options }: QuestionDefinition): number {
  const risky = options.toSorted((a, b) => a.weight - b.weight).findIndex(({ risk }) => risk !== null);
  return risky < 0 ? options.length - 1 : risky - 1;
}

/**
 * Chooses answers as one person gives them: every item follows the same severity, each with a lean of its own that the
 * person keeps from answer to answer, and a little that is of the day. Items that can raise a risk stay below it, unless
 * `riskLevel` says otherwise.
 *
 * @param severity 0 is the best end of the scale, 1 the worst
 * @param person names whose leans they are
 * @returns `{ questionId, value }` for each question, in English
 */
export function answerAsPerson(
  instrument: InstrumentDefinition,
  { severity, riskLevel }: { readonly severity: number; readonly riskLevel?: number | undefined },
  person: string,
  chance: SeededRandom,
) {
  const leanOf = (...what: readonly (string | number)[]) =>
    createRandom(person, ...what).between(-0.15, 0.15);
  return instrument.questions.map((question) => {
    const { id, position, subscale, options } = question;
    const highest = options.length - 1;
    const lean = leanOf(id) + (subscale === null ? 0 : leanOf(subscale));
    const weight = ENDORSEMENT[instrument.shortTitle]?.[position - 1] ?? 1;
    const burden = severity * weight + lean * Math.min(1, 3 * severity) + chance.between(-0.16, 0.16);
    const level = Math.round(Math.min(1, Math.max(0, burden)) * highest);
    const safe = highestSafe(question);
    const kept = safe < highest ? Math.min(riskLevel ?? Math.min(level, safe), highest) : level;
    const byWeight = options.toSorted((a, b) => a.weight - b.weight);
    const index = instrument.direction === 'HIGHER_BETTER' ? highest - kept : kept;
    return { questionId: id, value: byWeight[index]?.text.en ?? '' };
  });
}
