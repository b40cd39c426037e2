import type { SandboxLanguage } from '../../../sandbox/words/index.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';

/** Words of the front ends, in English; other languages have the same. */
export type FrontEndWords = typeof en;

const WORDS: Readonly<Record<SandboxLanguage, FrontEndWords>> = { en, 'pt-BR': ptBR };

/** Returns the words in a language. */
export const frontEndWords = (language: SandboxLanguage): FrontEndWords => WORDS[language];
