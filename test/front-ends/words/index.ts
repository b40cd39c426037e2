import type { SandboxLanguage } from '../../../sandbox/words/index.ts';
import { en, type FrontEndWords } from './en.ts';
import { ptBR } from './pt-BR.ts';

const WORDS: Readonly<Record<SandboxLanguage, FrontEndWords>> = { en, 'pt-BR': ptBR };

/** Returns the words in a language. */
export const frontEndWords = (language: SandboxLanguage): FrontEndWords => WORDS[language];
