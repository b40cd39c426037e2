import { TAGS } from '../../library/index.ts';
import { type SandboxLanguage, serviceMessages } from '../../words/index.ts';
import type { RuleResult } from './rules.ts';

/** The recommendation in words: that it is simulated, what speaks for each instrument, and risk where it is mentioned. */
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
