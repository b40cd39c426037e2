import { en, type FrontEndWords } from './en.ts';
import { ptBR } from './pt-BR.ts';

const WORDS: Readonly<Record<string, FrontEndWords>> = { en, 'pt-BR': ptBR };

/** Returns the words in a language. Default: English. */
export const frontEndWords = (language: string): FrontEndWords => WORDS[language] ?? en;
