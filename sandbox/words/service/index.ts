/**
 * Words of the sandbox's service: messages, the page of the verification link, what is simulated.
 *
 * @module
 */
import type { AnswerLanguage } from '../answer/index.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { SandboxWords } from './words.ts';

export type { SandboxWords } from './words.ts';

const WORDS: Readonly<Record<AnswerLanguage, SandboxWords>> = { en, 'pt-BR': ptBR };

/** The words of a language. */
export const sandboxWords = (language: AnswerLanguage): SandboxWords => WORDS[language];
