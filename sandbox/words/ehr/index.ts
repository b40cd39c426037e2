/**
 * Words of the demo EHR, in English and Brazilian Portuguese.
 *
 * @module
 */
import type { Language } from '../language.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { EhrWords } from './words.ts';

export { matchLanguage } from '../language.ts';
export { type EhrWords, OUTAGES, type Outage } from './words.ts';

/** Languages of the demo EHR, each under its own name. */
export const EHR_LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', 'pt-BR': 'Português' };
export type EhrLanguage = Language;

const WORDS: Readonly<Record<EhrLanguage, EhrWords>> = { en, 'pt-BR': ptBR };

export const ehrWords = (language: EhrLanguage): EhrWords => WORDS[language];
