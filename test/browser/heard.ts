/** The most words that a sentence for a screen reader has: under 15. */
export const SENTENCE_WORDS_MAX = 14;

export const words = (text: string): string[] => text.split(/\s+/).filter((one) => /[\p{L}\p{N}]/u.test(one));

/**
 * Sentences; a full stop that a lower-case letter follows, or that stands between a short word and a digit, is that of an
 * abbreviation.
 */
export const sentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}“«])|(?<=(?:\p{L}{4}|[\d)”»])[.!?])\s+(?=\d)|\n/u)
    .filter((one) => words(one).length > 0);

export const longSentences = (texts: readonly string[]): string[] =>
  texts.flatMap(sentences).filter((one) => words(one).length > SENTENCE_WORDS_MAX);
