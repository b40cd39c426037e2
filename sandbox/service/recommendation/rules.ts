import { TAGS, type TagName } from '../../library/define.ts';
import { LIBRARY } from '../../library/index.ts';
import { libraryMessages, type SandboxLanguage, serviceMessages } from '../../words/index.ts';

/** Text as it is compared: lower case, without accents, every run of blanks one space. */
export const normalizeText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** Words of every language that speak for a tag of the library, as {@link normalizeText} returns them. */
const TOPICS = Object.values(libraryMessages).map((words): Partial<Record<TagName, string>> => words.topics);

const matches = (word: string, term: string): boolean =>
  term.endsWith('*') ? word.startsWith(term.slice(0, -1)) : word === term;

/**
 * Suggests instruments for a case by counting words: each different word that speaks for a tag of an instrument,
 * or is its short title, counts once. Nothing is understood, not even a negation. Invented instruments are left out.
 *
 * @returns three instruments at most, the best first and equal ones in the order of the library, each with its tags
 *   that words of the case match and its share of all matching words (0 to 1); and whether death or self-harm is named
 */
export function suggestInstruments(caseText: string) {
  // Letters and digits, with hyphens inside.
  const words = new Set(normalizeText(caseText).match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu));
  const speaking = (tag: TagName): readonly string[] => {
    const terms = TOPICS.flatMap((topics) => topics[tag]?.split(' ') ?? []);
    return [...words].filter((word) => terms.some((term) => matches(word, term)));
  };
  const counted = LIBRARY.filter(({ invented }) => !invented).map((instrument) => {
    const title = normalizeText(instrument.shortTitle);
    const own = new Set([...instrument.tags.flatMap(speaking), ...(words.has(title) ? [title] : [])]);
    return { instrument, own, tags: instrument.tags.filter((tag) => speaking(tag).length > 0) };
  });
  const all = new Set(counted.flatMap(({ own }) => [...own]));
  const suggestions = counted
    .filter(({ own }) => own.size > 0)
    .toSorted((a, b) => b.own.size - a.own.size)
    .slice(0, 3)
    .map(({ own, ...rest }) => ({ ...rest, score: Math.round((own.size / all.size) * 100) / 100 }));
  return { suggestions, mentionsRisk: speaking('RISK_ITEM').length > 0 };
}

/** Renders the recommendation as text: that it is simulated, the reason for each instrument, and a risk. */
export function recommendationText(
  { suggestions, mentionsRisk }: ReturnType<typeof suggestInstruments>,
  language: SandboxLanguage,
): string {
  const words = serviceMessages[language].recommendation;
  const lines = suggestions.map(({ instrument: { shortTitle, title }, tags }) => {
    const topics = tags.map((tag) => TAGS[tag].name[language]).join(', ') || null;
    return words.suggests({ shortTitle, title: title[language], topics });
  });
  return [
    words.simulated,
    ...(lines.length === 0 ? [words.nothing] : lines),
    ...(mentionsRisk ? [words.risk] : []),
    words.judgment,
  ].join('\n');
}
