/**
 * What is wrong with a site's profile, in words.
 *
 * @module
 */
import { matchLanguage } from '../language.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { FaultWords } from './words.ts';

export { sayFault } from './say.ts';

/** The words for a BCP 47 tag: any Portuguese gives `pt-BR`, everything else English. */
export const faultWords = (lang: string): FaultWords => (matchLanguage(lang) === 'pt-BR' ? ptBR : en);
