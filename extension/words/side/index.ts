/**
 * The words of the side panel.
 *
 * @module
 */
import { matchLanguage } from '../language.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { SideWords } from './words.ts';

export { type FoundName, SIDE_SECTIONS, type SideSection, type SideWords } from './words.ts';

/** The words for a BCP 47 tag: any Portuguese gives `pt-BR`, everything else English. */
export const sideWords = (lang: string): SideWords => (matchLanguage(lang) === 'pt-BR' ? ptBR : en);
