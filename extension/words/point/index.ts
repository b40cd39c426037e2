import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { PointWords } from './words.ts';

export type { PointWords } from './words.ts';

/** The words for a BCP 47 tag: any Portuguese gives `pt-BR`, all else English. */
export const pointWords = (lang: string): PointWords => (/^pt\b/i.test(lang) ? ptBR : en);
