/**
 * The words of the popup.
 *
 * @module
 */
import { matchLanguage } from '../language.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { PopupWords } from './words.ts';

export type { PopupWords } from './words.ts';

/** The words for a BCP 47 tag: any Portuguese gives `pt-BR`, everything else English. */
export const popupWords = (lang: string): PopupWords => (matchLanguage(lang) === 'pt-BR' ? ptBR : en);
