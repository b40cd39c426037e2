/**
 * Words of the patient's page, and the languages that it and the library speak.
 *
 * @module
 */
import { en } from './en.ts';
import type { AnswerLanguage } from './language.ts';
import { ptBR } from './pt-BR.ts';
import type { AnswerWords } from './words.ts';

export { ANSWER_LANGUAGES, type AnswerLanguage, matchLanguage } from './language.ts';
export type { AnswerWords } from './words.ts';

const WORDS: Readonly<Record<AnswerLanguage, AnswerWords>> = { en, 'pt-BR': ptBR };

/** The words of a language. */
export const answerWords = (language: AnswerLanguage): AnswerWords => WORDS[language];
