/**
 * The words of the marks in a list, in the extension's languages.
 *
 * @module
 */
import { matchLanguage } from '../language.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { ListWords } from './words.ts';

export type { ListWords } from './words.ts';

/** The words for a BCP 47 tag: any Portuguese gives `pt-BR`, everything else English. */
export const listWords = (tag: string): ListWords => (matchLanguage(tag) === 'pt-BR' ? ptBR : en);
