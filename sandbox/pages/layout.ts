import { html } from 'hono/html';
import {
  answerMessages,
  matchSandboxLanguage,
  preferredLanguage,
  type SandboxLanguage,
} from '../words/index.ts';
import {
  type Markup,
  NOINDEX,
  PAGE_HEADERS,
  renderDocument,
  renderLanguages,
  STYLESHEET_HEADERS,
} from './document.ts';
import { STYLESHEET } from './stylesheet.ts';

export interface PageContext {
  readonly language: SandboxLanguage;
  readonly stylesheet: string;
  /** Path of this page, without a query; the language switch and the form go there. */
  readonly path: string;
}

/** A request to the link `{prefix}/{token}`. */
export interface Visit extends PageContext {
  readonly request: Request;
  readonly token: string;
  readonly query: URLSearchParams;
}

/**
 * Creates the handler of all links under a prefix, and of their stylesheet `{prefix}/assets/{file}`.
 *
 * @param fallback language if a request asks for none of ours
 */
export function createPages(
  prefix: string,
  file: string,
  fallback: SandboxLanguage,
  handle: (visit: Visit) => Promise<Response>,
): (request: Request) => Promise<Response> {
  const stylesheet = `${prefix}/assets/${file}`;
  return async (request) => {
    const { pathname, searchParams: query } = new URL(request.url);
    if (pathname === stylesheet) return new Response(STYLESHEET, { headers: STYLESHEET_HEADERS });
    const language =
      matchSandboxLanguage(query.get('lang') ?? '') ??
      preferredLanguage(request.headers.get('Accept-Language'), fallback);
    const token = pathname.slice(prefix.length + 1);
    return handle({ request, token, query, language, stylesheet, path: `${prefix}/${token}` });
  };
}

export async function replyPage(markup: Markup, status: number, headers = {}): Promise<Response> {
  return new Response(String(await markup), { status, headers: { ...PAGE_HEADERS, ...headers } });
}

/**
 * Renders where to find help, and that this is a demonstration. It is on each of the patient's pages: an answer must
 * not decide who sees it.
 */
function patientFooter({ language }: PageContext): Markup {
  const words = answerMessages[language];
  return html`<section class="help" aria-labelledby="help-title">
<h2 id="help-title">${words.helpTitle}</h2>
<p>${words.help}</p>
</section>
<p class="demonstration">${words.demonstration}</p>`;
}

/** Renders a page; its foot is the patient's, unless `footer` is given. */
export function layout(
  context: PageContext,
  title: string,
  main: Markup,
  footer: Markup = patientFooter(context),
): Markup {
  const { language, stylesheet } = context;
  const words = answerMessages[language];
  return renderDocument({
    language,
    title,
    stylesheets: [stylesheet],
    head: NOINDEX,
    body: html`<body>
<header class="top">
<p class="label">${words.demonstrationLabel}</p>
${renderLanguages(words.switchLanguage, context, answerMessages)}
</header>
<main id="main">
${main}
</main>
<footer class="bottom">
${footer}
</footer>
</body>`,
  });
}

export const notice = (
  context: PageContext,
  title: string,
  sentences: readonly string[],
  footer?: Markup,
): Markup =>
  layout(
    context,
    title,
    html`<h1>${title}</h1>
${sentences.map((sentence) => html`<p class="lead">${sentence}</p>`)}`,
    footer,
  );
