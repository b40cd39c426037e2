/**
 * Words of the demo EHR, in English and Brazilian Portuguese.
 *
 * @module
 */
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { EhrWords } from './words.ts';

export { type EhrWords, OUTAGES, type Outage } from './words.ts';

/** Languages of the demo EHR, each under its own name. */
export const EHR_LANGUAGES = { en: 'English', 'pt-BR': 'Português' } as const;
export type EhrLanguage = keyof typeof EHR_LANGUAGES;

const WORDS: Readonly<Record<EhrLanguage, EhrWords>> = { en, 'pt-BR': ptBR };

export const ehrWords = (language: EhrLanguage): EhrWords => WORDS[language];

/** The language for a BCP 47 tag: any English gives `en`, any Portuguese `pt-BR`, everything else null. */
export function matchEhrLanguage(tag: string): EhrLanguage | null {
  const primary = tag.trim().toLowerCase().split(/[-_;]/)[0];
  if (primary === 'en') return 'en';
  return primary === 'pt' ? 'pt-BR' : null;
}
