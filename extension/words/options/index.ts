/**
 * The words of the options.
 *
 * @module
 */
import { matchLanguage } from '../language.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { OptionsWords } from './words.ts';

export { OPTIONS_SECTIONS, type OptionsSection, type OptionsWords } from './words.ts';

/** The words for a BCP 47 tag: any Portuguese gives `pt-BR`, everything else English. */
export const optionsWords = (lang: string): OptionsWords => (matchLanguage(lang) === 'pt-BR' ? ptBR : en);
