import { html } from 'hono/html';
import type { SandboxLanguage } from '../words/index.ts';

/** Markup in which every value is escaped (hono/html). */
export type Markup = ReturnType<typeof html>;

/** Elements of the head that keep a page out of search engines. */
export const NOINDEX: Markup = html`<meta name="robots" content="noindex">`;

const NOTHING_ELSE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

/**
 * Headers of every page: nothing runs, nothing is loaded but our own stylesheet, nobody frames the page, and
 * neither a cache nor a referrer keeps an address that lets its holder answer.
 */
export const PAGE_HEADERS = {
  ...NOTHING_ELSE,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language',
} as const;

/** Headers of the stylesheet, which holds nothing of anybody. */
export const STYLESHEET_HEADERS = {
  ...NOTHING_ELSE,
  'Content-Type': 'text/css; charset=utf-8',
  'Cache-Control': 'public, max-age=300',
} as const;

/** Renders a whole document; its stylesheets apply in their order, `head` has further elements of its head. */
export const renderDocument = ({
  language,
  title,
  stylesheets,
  head,
  body,
}: {
  readonly language: SandboxLanguage;
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
  { path, language }: { readonly path: string; readonly language: SandboxLanguage },
  names: Readonly<Record<SandboxLanguage, { readonly languageName: string }>>,
): Markup => html`
<nav class="languages" aria-label="${label}">${Object.entries(names).map(
  ([code, { languageName }]) =>
    html`<a href="${path}?lang=${code}" lang="${code}" hreflang="${code}"${
      code === language ? html` aria-current="true"` : ''
    }>${languageName}</a>`,
)}</nav>`;
