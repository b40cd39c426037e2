/** Languages of the sandbox's own pages: the patient's, the professional's, the demo EHR's, the library's texts. */
export const LANGUAGES = ['en', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The language for a BCP 47 tag, as it stands in an attribute or in Accept-Language: any English gives `en`, any
 * Portuguese `pt-BR` (the only one here), and everything else null.
 */
export function matchLanguage(tag: string): Language | null {
  const primary = tag.trim().toLowerCase().split(/[-_;]/)[0];
  if (primary === 'en') return 'en';
  return primary === 'pt' ? 'pt-BR' : null;
}
