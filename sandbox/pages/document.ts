import { html } from 'hono/html';
import type { AnswerLanguage } from '../words/index.ts';

/** Markup in which every value is escaped (hono/html). */
export type Markup = ReturnType<typeof html>;

/** Elements of the head that keep a page out of search engines. */
export const NOINDEX: Markup = html`<meta name="robots" content="noindex">`;

const NOTHING_ELSE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

const NO_ACCESS =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Headers of every page: nothing runs, nothing is loaded but our own stylesheet, nobody frames the page, and
 * neither a cache nor a referrer keeps an address that lets its holder answer.
 */
export const PAGE_HEADERS = {
  ...NOTHING_ELSE,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': NO_ACCESS,
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language',
} as const;

/** Headers of a page with our own script, which may call our own origin. */
export const SCRIPT_HEADERS = {
  'Content-Security-Policy': `${NO_ACCESS}; script-src 'self'; connect-src 'self'`,
} as const;

/** Headers of the stylesheet and the script, which contain no personal data. */
export const assetHeaders = (kind: 'css' | 'javascript') => ({
  ...NOTHING_ELSE,
  'Content-Type': `text/${kind}; charset=utf-8`,
  'Cache-Control': 'public, max-age=300',
});

/** Renders a whole document; its stylesheets apply in their order, `head` has further elements of its head. */
export const renderDocument = ({
  language,
  title,
  stylesheets,
  head,
  body,
}: {
  readonly language: AnswerLanguage;
  readonly title: string;
  readonly stylesheets: readonly string[];
  readonly head?: Markup;
  readonly body: Markup;
}): Markup => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head ?? ''}
<title>${title}</title>
${stylesheets.map((path) => html`<link rel="stylesheet" href="${path}">`)}
</head>
${body}
</html>`;

/** Renders links to the page at `path` in each language, by their own names; the current one is marked. */
export const renderLanguages = (
  label: string,
  { path, language }: { readonly path: string; readonly language: AnswerLanguage },
  names: Readonly<Record<string, { readonly languageName: string }>>,
): Markup => html`
<nav class="languages" aria-label="${label}">${Object.entries(names).map(
  ([code, { languageName }]) =>
    html`<a href="${path}?lang=${code}" lang="${code}" hreflang="${code}"${
      code === language ? html` aria-current="true"` : ''
    }>${languageName}</a>`,
)}</nav>`;
