import { type InstrumentDefinition, LIBRARY } from '../../library/index.ts';
import { RISK_ITEM } from '../../library/tags.ts';
import { fold, wordsOf } from './fold.ts';
import { TOPICS } from './topics.ts';

/** An instrument that words of the case speak for. */
export interface Suggestion {
  readonly instrument: InstrumentDefinition;
  /** Share of the case's telling words that speak for it: above 0, at most 1. */
  readonly score: number;
  /** Tags of the instrument that words of the case speak for. */
  readonly tags: readonly number[];
}

export interface RuleResult {
  /** The best first, three at most; equal ones in the order of the library. */
  readonly suggestions: readonly Suggestion[];
  /** True where the case speaks of death or self-harm. */
  readonly mentionsRisk: boolean;
}

const MOST = 3;

const matches = (word: string, term: string): boolean =>
  term.endsWith('*') ? word.startsWith(term.slice(0, -1)) : word === term;

/**
 * Suggests instruments for a case by counting words: each different word that speaks for a tag of an instrument,
 * or is its short title, counts once. Nothing is understood, not even a negation. Invented instruments are left out.
 */
export function suggestInstruments(caseText: string): RuleResult {
  const words = new Set(wordsOf(fold(caseText)));
  const speaking = new Map<number, ReadonlySet<string>>();
  for (const [tag, terms] of TOPICS) {
    const found = [...words].filter((word) => terms.some((term) => matches(word, term)));
    if (found.length > 0) speaking.set(tag, new Set(found));
  }
  const counted = LIBRARY.filter((instrument) => !instrument.invented).map((instrument) => {
    const own = new Set(instrument.tags.flatMap((tag) => [...(speaking.get(tag) ?? [])]));
    const title = fold(instrument.shortTitle);
    if (words.has(title)) own.add(title);
    return { instrument, own, tags: instrument.tags.filter((tag) => speaking.has(tag)) };
  });
  const all = new Set(counted.flatMap(({ own }) => [...own]));
  const suggestions = counted
    .filter(({ own }) => own.size > 0)
    .toSorted((a, b) => b.own.size - a.own.size)
    .slice(0, MOST)
    .map(({ instrument, own, tags }) => ({
      instrument,
      tags,
      score: Math.round((own.size / all.size) * 100) / 100,
    }));
  return { suggestions, mentionsRisk: speaking.has(RISK_ITEM.id) };
}
