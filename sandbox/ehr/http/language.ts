import { EHR_LANGUAGES, type EhrLanguage, matchLanguage } from '../../words/ehr/index.ts';

export const LANGUAGE_COOKIE = 'ehr_language';

/** The language of a page: chosen before (cookie), else the first that the browser prefers, else English. */
export function languageOf(cookie: string | undefined, accepted: string | undefined): EhrLanguage {
  if (isLanguage(cookie)) return cookie;
  for (const tag of (accepted ?? '').split(',')) {
    const language = matchLanguage(tag);
    if (language) return language;
  }
  return 'en';
}

export const isLanguage = (text: string | undefined): text is EhrLanguage =>
  text !== undefined && Object.hasOwn(EHR_LANGUAGES, text);

/** A page of this EHR to go to after signing in, or the patient list: never another site. */
export const safePath = (path: string | undefined): string =>
  path !== undefined && /^\/[a-z0-9][a-z0-9/-]*$/i.test(path) ? path : '/patients';
