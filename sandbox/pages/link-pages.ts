/** State of the link of a verification e-mail. */
export type LinkRequest =
  | {
      /** Waits for the professional's approval. */
      readonly kind: 'open';
      readonly partner: string;
      readonly professionalName: string;
      readonly email: string;
    }
  | { readonly kind: 'approved'; readonly partner: string }
  /** Was approved earlier. */
  | { readonly kind: 'used' }
  | { readonly kind: 'unknown' };

/** The part of the service that the page needs. */
export interface LinkService {
  /** Reads the state without changing it. */
  look(token: string): LinkRequest;
  /** Approves a request that waits, and returns `approved`. Any other state stays as it is. */
  approve(token: string): LinkRequest;
}

import { html } from 'hono/html';
import {
  matchSandboxLanguage,
  preferredLanguage,
  type SandboxLanguage,
  serviceMessages,
} from '../words/index.ts';
import type { Markup } from './document.ts';
import { PAGE_HEADERS, STYLESHEET_HEADERS } from './headers.ts';
import { layout, type PageContext } from './layout.ts';
import { STYLESHEET } from './stylesheet.ts';

const page = (context: PageContext, title: string, main: Markup): Markup =>
  layout(
    context,
    title,
    html`<h1>${title}</h1>
${main}`,
    html`<p class="demonstration">${serviceMessages[context.language].link.demonstration}</p>`,
  );

const notice = (context: PageContext, title: string, sentence: string): Markup =>
  page(context, title, html`<p class="lead">${sentence}</p>`);

/** Renders the state of a link; a request that waits has a button. */
function linkPage(context: PageContext, request: LinkRequest): Markup {
  const words = serviceMessages[context.language].link;
  switch (request.kind) {
    case 'open':
      return page(
        context,
        words.title({ partner: request.partner }),
        html`<p class="lead">${words.account({ name: request.professionalName, email: request.email })}</p>
<p>${words.consequence}</p>
<form method="post" action="${context.path}?lang=${context.language}">
<div class="send">
<p id="send-note">${words.notYou}</p>
<button type="submit" aria-describedby="send-note">${words.approve({ partner: request.partner })}</button>
</div>
</form>`,
      );
    case 'approved':
      return notice(context, words.approvedTitle, words.approved({ partner: request.partner }));
    case 'used':
      return notice(context, words.usedTitle, words.used);
    case 'unknown':
      return notice(context, words.unknownTitle, words.unknown);
  }
}

/** Renders the page for another method than GET and POST. */
function methodPage(context: PageContext): Markup {
  const words = serviceMessages[context.language].link;
  return notice(context, words.methodTitle, words.method);
}

/** HTTP status of each state. */
const STATUS = { open: 200, approved: 200, used: 410, unknown: 404 } as const;

async function reply(markup: Markup, status: number, headers: Record<string, string> = {}) {
  return new Response(String(await markup), { status, headers: { ...PAGE_HEADERS, ...headers } });
}

/**
 * The page behind the link of a verification e-mail: a handler for `GET` and `POST {prefix}/{token}`. `GET` shows
 * who asks, with one button; `POST` approves. It needs no script. The address itself is the right to approve, so
 * there is no cookie and no session, and a mail program that looks at the link ahead approves nothing.
 */
export function createLinkPages(
  service: LinkService,
  { prefix, language: fallback }: { readonly prefix: string; readonly language: SandboxLanguage },
): (request: Request) => Promise<Response> {
  const stylesheet = `${prefix}/assets/page.css`;
  return async function linkPages(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === stylesheet) return new Response(STYLESHEET, { headers: STYLESHEET_HEADERS });
    const language =
      matchSandboxLanguage(searchParams.get('lang') ?? '') ??
      preferredLanguage(request.headers.get('Accept-Language'), fallback);
    const token = pathname.slice(prefix.length + 1);
    const context: PageContext = { language, stylesheet, path: `${prefix}/${token}` };
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
      return reply(methodPage(context), 405, { Allow: 'GET, HEAD, POST' });
    }
    const found = request.method === 'POST' ? service.approve(token) : service.look(token);
    return reply(linkPage(context, found), STATUS[found.kind]);
  };
}
