import { en } from './en.ts';
import { es } from './es.ts';
import { ptBR } from './pt-BR.ts';
import type { ExploreWords } from './words.ts';

export type { ExploreWords } from './words.ts';

const WORDS: Readonly<Record<string, ExploreWords>> = { en, es, 'pt-BR': ptBR };

/** The words for the language in which the panel speaks (`lang` of its words). */
export const exploreWords = (lang: string): ExploreWords => WORDS[lang] ?? en;
