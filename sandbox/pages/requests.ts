import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { preferredLanguage, SANDBOX_LANGUAGES, type SandboxLanguage } from '../words/index.ts';

/** Most that a form of the control pages or of the EHR may send. */
export const FORM_LIMIT_BYTES = 16_384;
const YEAR_SECONDS = 365 * 86_400;

const isSandboxLanguage = (text: string | undefined): text is SandboxLanguage =>
  SANDBOX_LANGUAGES.some((language) => language === text);

/** The language of a page: the one chosen before, else the browser's, else `fallback`. */
export function readerLanguage(c: Context, cookie: string, fallback: SandboxLanguage): SandboxLanguage {
  const chosen = getCookie(c, cookie);
  const browsers = c.req.header('accept-language') ?? null;
  return isSandboxLanguage(chosen) ? chosen : preferredLanguage(browsers, fallback);
}

/** Keeps the language of a page's `?lang=` in a cookie, and leads to the page without it. */
export const keepLanguage =
  (cookie: string, path: string, originOf: (c: Context) => string): MiddlewareHandler =>
  async (c, next) => {
    const language = c.req.query('lang');
    if (c.req.method !== 'GET' || !isSandboxLanguage(language)) return next();
    setCookie(c, cookie, language, { path, sameSite: 'Lax', httpOnly: true, maxAge: YEAR_SECONDS });
    return c.redirect(`${originOf(c)}${c.req.path}`, 303);
  };

/** Reads a text field of a form. Returns an empty text if it is missing, given twice, or a file. */
export function readField(form: Readonly<Record<string, unknown>>, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}
