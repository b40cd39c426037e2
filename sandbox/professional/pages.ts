import type { Markup, PageContext } from '../patient/html/layout.ts';
import { PAGE_HEADERS, STYLESHEET_HEADERS } from '../patient/secure-headers.ts';
import { STYLESHEET } from '../patient/stylesheet.ts';
import { preferredLanguage } from '../service/language.ts';
import { matchLanguage, type SandboxLanguage } from '../words/index.ts';
import { linkPage, methodPage } from './html/link-page.ts';
import type { LinkService } from './link-service.ts';

/** HTTP status of what stands behind a link. */
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
      matchLanguage(searchParams.get('lang') ?? '') ??
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
