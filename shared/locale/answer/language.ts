/** Languages of the patient's page and of the library. */
export const ANSWER_LANGUAGES = ['en', 'pt-BR'] as const;
export type AnswerLanguage = (typeof ANSWER_LANGUAGES)[number];

/**
 * The language for a BCP 47 tag: any English gives `en`, any Portuguese `pt-BR` (the only one here), and
 * everything else null.
 */
export function matchLanguage(tag: string): AnswerLanguage | null {
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0];
  if (primary === 'en') return 'en';
  return primary === 'pt' ? 'pt-BR' : null;
}
