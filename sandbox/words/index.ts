/**
 * Words of the sandbox's pages and messages, and the languages that they and the library speak.
 *
 * @module
 */
import { parseAccept } from 'hono/utils/accept';
import { answerMessages } from './compiled/answer/all.js';
import { sandboxLanguages } from './compiled/languages.js';

export type { AnswerMessages } from './compiled/answer/en.js';
export { controlMessages } from './compiled/control/all.js';
export type { ControlMessages } from './compiled/control/en.js';
export { ehrMessages } from './compiled/ehr/all.js';
export type { EhrMessages } from './compiled/ehr/en.js';
export { libraryMessages } from './compiled/library/all.js';
export type { LibraryMessages } from './compiled/library/en.js';
export { serviceMessages } from './compiled/service/all.js';
export { tourMessages } from './compiled/tour/all.js';
export type { TourMessages } from './compiled/tour/en.js';
export { answerMessages };

export type SandboxLanguage = keyof typeof sandboxLanguages;
export const SANDBOX_LANGUAGES = Object.keys(sandboxLanguages) as readonly SandboxLanguage[];
/** The languages of the patient's page, more than those of the other pages. */
export type AnswerLanguage = keyof typeof answerMessages;
export const ANSWER_LANGUAGES = Object.keys(answerMessages) as readonly AnswerLanguage[];

/** The locale in which dates of a language are written: with the day first, since 3/4 would be read in two ways. */
export const toDateLocale = (language: SandboxLanguage): string => (language === 'en' ? 'en-GB' : language);

/**
 * Returns the language of `among` with the same primary subtag as a BCP 47 tag: `pt-BR` for `pt` and `pt-PT`. Null if
 * there is none.
 */
export function findLanguage<Language extends string>(
  tag: string,
  among: readonly Language[],
): Language | null {
  const primary = tag.trim().toLowerCase().split(/[-_;]/)[0];
  return among.find((language) => language.split('-')[0] === primary) ?? null;
}

/** Finds the language of a reader: the first of `Accept-Language`, by quality, that is one of `among`. */
export const preferredLanguage = <Language extends string = SandboxLanguage>(
  header: string | null,
  fallback: Language,
  among = SANDBOX_LANGUAGES as readonly string[] as readonly Language[],
): Language =>
  parseAccept(header ?? '')
    .map(({ type, q }) => (q > 0 ? findLanguage(type, among) : null))
    .find((language) => language !== null) ?? fallback;
