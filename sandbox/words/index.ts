/**
 * Words of the sandbox's pages and messages, and the languages that they and the library speak.
 *
 * @module
 */
import { parseAccept } from 'hono/utils/accept';
import { sandboxLanguages } from './compiled/languages.js';

export { answerMessages } from './compiled/answer/all.js';
export type { AnswerMessages } from './compiled/answer/en.js';
export { controlMessages } from './compiled/control/all.js';
export type { ControlMessages } from './compiled/control/en.js';
export { ehrMessages } from './compiled/ehr/all.js';
export type { EhrMessages } from './compiled/ehr/en.js';
export { serviceMessages } from './compiled/service/all.js';

export type SandboxLanguage = keyof typeof sandboxLanguages;
export const SANDBOX_LANGUAGES = Object.keys(sandboxLanguages) as readonly SandboxLanguage[];

/** The locale in which dates of a language are written: with the day first, since 3/4 would be read in two ways. */
export const toDateLocale = (language: SandboxLanguage): string => (language === 'en' ? 'en-GB' : language);

/**
 * Finds the language for a BCP 47 tag of an attribute or of Accept-Language: any English is `en`, any Portuguese
 * `pt-BR`, and everything else null.
 */
export function matchSandboxLanguage(tag: string): SandboxLanguage | null {
  const primary = tag.trim().toLowerCase().split(/[-_;]/)[0];
  return SANDBOX_LANGUAGES.find((language) => language.split('-')[0] === primary) ?? null;
}

/** Tells whether a text is one of {@link SANDBOX_LANGUAGES}, such as in a cookie or in `?lang=`. */
export const isSandboxLanguage = (text: string | undefined): text is SandboxLanguage =>
  SANDBOX_LANGUAGES.some((language) => language === text);

/** Finds the language of a reader: the first of `Accept-Language`, by quality, that is one of ours. */
export const preferredLanguage = (header: string | null, fallback: SandboxLanguage): SandboxLanguage =>
  parseAccept(header ?? '')
    .map(({ type, q }) => (q > 0 ? matchSandboxLanguage(type) : null))
    .find((language) => language !== null) ?? fallback;
