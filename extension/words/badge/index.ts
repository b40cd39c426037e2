/**
 * The words of the toolbar's button.
 *
 * @module
 */
import { matchLanguage } from '../language.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { BadgeWords } from './words.ts';

export type { BadgeWords } from './words.ts';

/** The words for a BCP 47 tag: any Portuguese gives `pt-BR`, everything else English. */
export const badgeWords = (lang: string): BadgeWords => (matchLanguage(lang) === 'pt-BR' ? ptBR : en);
