import { en } from './en.ts';
import { es } from './es.ts';
import { ptBR } from './pt-BR.ts';
import type { ItemWords } from './words.ts';

export type { ItemWords } from './words.ts';

const WORDS: Readonly<Record<string, ItemWords>> = { en, es, 'pt-BR': ptBR };

/** The words for the language in which the panel speaks (`lang` of its words). */
export const itemWords = (lang: string): ItemWords => WORDS[lang] ?? en;
