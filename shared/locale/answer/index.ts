/**
 * Words of the patient's page, and the languages that it and the library speak.
 *
 * @module
 */
import { en } from './en.ts';
import { type AnswerLanguage, matchLanguage } from './language.ts';
import { ptBR } from './pt-BR.ts';
import type { AnswerWords } from './words.ts';

export { ANSWER_LANGUAGES, type AnswerLanguage, matchLanguage } from './language.ts';
export type { AnswerWords } from './words.ts';

const WORDS: Readonly<Record<AnswerLanguage, AnswerWords>> = { en, 'pt-BR': ptBR };

/** The words of a language; of English where the text names none that is spoken here. */
export const answerWords = (language: string): AnswerWords => WORDS[matchLanguage(language) ?? 'en'];
