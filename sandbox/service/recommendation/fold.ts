/** Text as it is compared: lower case, without accents, every run of blanks one space. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** The words of folded text: letters and digits, with hyphens inside. */
export const wordsOf = (folded: string): readonly string[] =>
  folded.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
