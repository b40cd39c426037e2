import { html } from 'hono/html';
import { type AnswerLanguage, answerMessages, findLanguage, preferredLanguage } from '../words/index.ts';
import {
  assetHeaders,
  type Markup,
  NOINDEX,
  PAGE_HEADERS,
  renderDocument,
  renderLanguages,
} from './document.ts';
import { type Clinic, renderHelp } from './help.ts';
import { STYLESHEET } from './stylesheet.ts';

export interface PageContext<Language extends AnswerLanguage = AnswerLanguage> {
  readonly language: Language;
  /** The languages of the page. */
  readonly languages: readonly Language[];
  readonly clinic: Clinic;
  /** Path of the stylesheet and the script. */
  readonly assets: string;
  readonly stylesheet: string;
  /** Path of this page, without a query; the language switch and the form go there. */
  readonly path: string;
}

/** A request to the link `{prefix}/{token}`. */
export interface Visit<Language extends AnswerLanguage = AnswerLanguage> extends PageContext<Language> {
  readonly request: Request;
  readonly token: string;
  readonly query: URLSearchParams;
}

interface PagesOptions<Language> {
  /** Path of the links, such as `/answer`. */
  readonly prefix: string;
  /** Name of the stylesheet under `{prefix}/assets/`. */
  readonly file: string;
  /** Script under `{prefix}/assets/answer.js`. Default: none. */
  readonly readScript?: () => string;
  readonly languages: readonly Language[];
  /** Language if a request asks for none of them. */
  readonly fallback: Language;
  readonly clinic?: Clinic;
}

/** Creates the handler of all links under a prefix, and of their stylesheet and script under `{prefix}/assets/`. */
export function createPages<Language extends AnswerLanguage>(
  { prefix, file, readScript, languages, fallback, clinic = {} }: PagesOptions<Language>,
  handle: (visit: Visit<Language>) => Promise<Response>,
): (request: Request) => Promise<Response> {
  const assets = `${prefix}/assets`;
  const stylesheet = `${assets}/${file}`;
  return async (request) => {
    const { pathname, searchParams: query } = new URL(request.url);
    if (pathname === stylesheet) return new Response(STYLESHEET, { headers: assetHeaders('css') });
    if (readScript && pathname === `${assets}/answer.js`) {
      return new Response(readScript(), { headers: assetHeaders('javascript') });
    }
    const language =
      findLanguage(query.get('lang') ?? '', languages) ??
      preferredLanguage(request.headers.get('Accept-Language'), fallback, languages);
    const token = pathname.slice(prefix.length + 1);
    const path = `${prefix}/${token}`;
    return handle({ request, token, query, language, languages, clinic, assets, stylesheet, path });
  };
}

export async function replyPage(markup: Markup, status: number, headers = {}): Promise<Response> {
  return new Response(String(await markup), { status, headers: { ...PAGE_HEADERS, ...headers } });
}

/** Renders where to find help, and that this is a demonstration. It is on each of the patient's pages. */
function patientFooter({ language, clinic }: PageContext): Markup {
  const words = answerMessages[language];
  return html`<section class="help" id="help" aria-labelledby="help-title" tabindex="-1">
<h2 id="help-title">${words.helpTitle}</h2>
<p>${words.notWatched}</p>
${renderHelp(clinic, words)}
</section>
<p class="demonstration">${words.demonstration}</p>`;
}

/** Renders a page; its foot is the patient's, to which its head leads, unless `footer` is given. */
export function layout(context: PageContext, title: string, main: Markup, footer?: Markup): Markup {
  const { language, languages, stylesheet, clinic } = context;
  const words = answerMessages[language];
  const names = Object.fromEntries(languages.map((code) => [code, answerMessages[code]]));
  return renderDocument({
    language,
    title: words.pageTitle({ title, clinic: clinic.name ?? null }),
    stylesheets: [stylesheet],
    head: NOINDEX,
    body: html`<body>
<header class="top">
${clinic.name ? html`<p class="clinic">${clinic.name}</p>` : ''}
<p class="label">${words.demonstrationLabel}</p>
${renderLanguages(words.switchLanguage, context, names)}
</header>
${footer ? '' : html`<p class="to-help"><a href="#help">${words.helpLink}</a></p>`}
<main id="main">
${main}
</main>
<footer class="bottom">
${footer ?? patientFooter(context)}
</footer>
</body>`,
  });
}

export const notice = (
  context: PageContext,
  title: string,
  sentences: readonly string[],
  { footer, between = '' }: { readonly footer?: Markup; readonly between?: Markup | '' } = {},
): Markup =>
  layout(
    context,
    title,
    html`<h1>${title}</h1>
${between}
${sentences.map((sentence) => html`<p class="lead">${sentence}</p>`)}`,
    footer,
  );
