/**
 * Words of the patient's page, and the languages that it and the library speak.
 *
 * @module
 */

import type { Language } from '../language.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { AnswerWords } from './words.ts';

export {
  LANGUAGES as ANSWER_LANGUAGES,
  type Language as AnswerLanguage,
  matchLanguage,
} from '../language.ts';
export type { AnswerWords } from './words.ts';

const WORDS: Readonly<Record<Language, AnswerWords>> = { en, 'pt-BR': ptBR };

/** The words of a language. */
export const answerWords = (language: Language): AnswerWords => WORDS[language];
