/** Text as it is compared: lower case, without accents, every run of blanks one space. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** The words of folded text: letters and digits, with hyphens inside. */
const splitWords = (folded: string): readonly string[] =>
  folded.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];

import {
  ANXIETY,
  DEPRESSION,
  RISK_ITEM,
  SCREENING,
  SOMATIC,
  STRESS,
  TRAUMA,
  WELL_BEING,
} from '../../library/build.ts';
import { type InstrumentDefinition, LIBRARY, TAGS } from '../../library/index.ts';
import { type SandboxLanguage, serviceMessages } from '../../words/index.ts';

const terms = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * English and Portuguese terms that speak for a tag of the library, folded (lower case, no accents). A star ends
 * the beginning of a word; without one the whole word is meant.
 */
const TOPICS: ReadonlyMap<number, readonly string[]> = new Map([
  [
    DEPRESSION.id,
    terms(`depress* sad sadness hopeless* tearful* worthless* guilt* anhedoni* apath* low-mood
      deprim* triste* tristeza desesperanca* choro chora culpa culpad* desanim* apati*`),
  ],
  [
    ANXIETY.id,
    terms(`anxi* worry worri* nervous* panic restless* fear fears fearful apprehens* palpitation*
      ansied* ansios* preocup* nervos* panico medo medos inquiet* apreens* palpitac*`),
  ],
  [
    TRAUMA.id,
    terms(`trauma* ptsd flashback* nightmare* assault* accident* abuse* abused violen* hypervigil*
      tept pesadelo* assalt* acident* abuso* abusad* hipervigil*`),
  ],
  [
    STRESS.id,
    terms(`stress* burnout overwhelm* distress* overload* exhaust* irritab*
      estress* sobrecarg* esgotament* esgotad* sofriment* exaust*`),
  ],
  [
    SOMATIC.id,
    terms(`somati* pain pains headache* nausea* dizz* stomach* backache*
      dor dores cefale* nausea* tontur* estomag*`),
  ],
  [
    WELL_BEING.id,
    terms(`well-being wellbeing resilien* vitality flourish*
      bem-estar vitalidade satisfac*`),
  ],
  [SCREENING.id, terms('screening screen brief triagem rastreio rastreament* breve')],
  [
    RISK_ITEM.id,
    terms(`suicid* self-harm* self-injur* autoles* automutil* autoagress* ideation ideacao
      dying die morrer morte matar-se`),
  ],
]);

/** An instrument that matches words of the case. */
interface InstrumentSuggestion {
  readonly instrument: InstrumentDefinition;
  /** Share of the case's matching words that match this instrument: above 0, at most 1. */
  readonly score: number;
  /** Tags of the instrument that words of the case match. */
  readonly tags: readonly number[];
}

interface RuleResult {
  /** The best first, three at most; equal ones in the order of the library. */
  readonly suggestions: readonly InstrumentSuggestion[];
  /** True if the case mentions death or self-harm. */
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
  const words = new Set(splitWords(fold(caseText)));
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

/** Renders the recommendation as text: that it is simulated, the reason for each instrument, and a risk. */
export function recommendationText(
  { suggestions, mentionsRisk }: RuleResult,
  language: SandboxLanguage,
): string {
  const words = serviceMessages[language].recommendation;
  const lines = suggestions.map(({ instrument, tags }) => {
    const topics = TAGS.filter(({ id }) => tags.includes(id)).map(({ name }) => name[language]);
    return words.suggests({
      shortTitle: instrument.shortTitle,
      title: instrument.title[language],
      topics: topics.join(', ') || null,
    });
  });
  return [
    words.simulated,
    ...(lines.length === 0 ? [words.nothing] : lines),
    ...(mentionsRisk ? [words.risk] : []),
    words.judgment,
  ].join('\n');
}
