/**
 * Words of the sandbox's control pages, in English and Brazilian Portuguese.
 *
 * @module
 */
import type { AnswerLanguage } from '../answer/index.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { ControlWords } from './words.ts';

export { type ControlField, type ControlWords, STORY_COURSES, type StoryCourse } from './words.ts';

const WORDS: Readonly<Record<AnswerLanguage, ControlWords>> = { en, 'pt-BR': ptBR };

/** The words of a language. */
export const controlWords = (language: AnswerLanguage): ControlWords => WORDS[language];
