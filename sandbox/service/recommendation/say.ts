import { TAGS } from '../../library/index.ts';
import type { AnswerLanguage } from '../../words/answer/index.ts';
import { sandboxWords } from '../../words/service/index.ts';
import type { RuleResult } from './rules.ts';

/** The recommendation in words: that it is simulated, what speaks for each instrument, and risk where it is mentioned. */
export function recommendationText(
  { suggestions, mentionsRisk }: RuleResult,
  language: AnswerLanguage,
): string {
  const words = sandboxWords(language).recommendation;
  const lines = suggestions.map(({ instrument, tags }) => {
    const topics = TAGS.filter(({ id }) => tags.includes(id)).map(({ name }) => name[language]);
    return words.suggests(instrument.shortTitle, instrument.title[language], topics);
  });
  return [
    words.simulated,
    ...(lines.length === 0 ? [words.nothing] : lines),
    ...(mentionsRisk ? [words.risk] : []),
    words.judgment,
  ].join('\n');
}
