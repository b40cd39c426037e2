import { html } from 'hono/html';
import { approveLink, type LinkRequest, lookAtLink } from '../service/linking.ts';
import { LINK_PATH } from '../service/records/professional.ts';
import type { ServiceContext } from '../service/service.ts';
import { SANDBOX_LANGUAGES, type SandboxLanguage, serviceMessages } from '../words/index.ts';
import type { Markup } from './document.ts';
import { createPages, layout, notice, type PageContext, replyPage } from './layout.ts';

/** Renders the state of a link, or the refusal of another method; a request that waits has a button. */
function linkPage(
  context: PageContext<SandboxLanguage>,
  request: LinkRequest | { readonly kind: 'method' },
): Markup {
  const words = serviceMessages[context.language].link;
  const footer = html`<p class="demonstration">${words.demonstration}</p>`;
  switch (request.kind) {
    case 'open': {
      const { partner, professionalName: name, email } = request;
      const title = words.title({ partner });
      const main = html`<h1>${title}</h1>
<p class="lead">${words.account({ name, email })}</p>
<p>${words.consequence}</p>
<form method="post" action="${context.path}?lang=${context.language}">
<div class="send">
<p id="send-note">${words.notYou}</p>
<button type="submit" aria-describedby="send-note">${words.approve({ partner })}</button>
</div>
</form>`;
      return layout(context, title, main, footer);
    }
    case 'approved':
      return notice(context, words.approvedTitle, [words.approved({ partner: request.partner })], { footer });
    default:
      return notice(context, words[`${request.kind}Title`], [words[request.kind]], { footer });
  }
}

const STATUS = { open: 200, approved: 200, used: 410, unknown: 404 } as const;

/**
 * The page behind the link of a verification e-mail: a handler for `GET` and `POST /connect/{token}`. `GET` shows
 * who asks, with one button; `POST` approves. It needs no script. The address itself is the right to approve, so
 * there is no cookie and no session, and a mail program that looks at the link ahead approves nothing.
 */
export function createLinkPages(service: ServiceContext) {
  const { language: fallback } = service;
  const options = { prefix: LINK_PATH, file: 'page.css', languages: SANDBOX_LANGUAGES, fallback };
  return createPages(options, async (visit) => {
    const { method } = visit.request;
    if (!['GET', 'HEAD', 'POST'].includes(method)) {
      return replyPage(linkPage(visit, { kind: 'method' }), 405, { Allow: 'GET, HEAD, POST' });
    }
    const found = (method === 'POST' ? approveLink : lookAtLink)(service, visit.token);
    return replyPage(linkPage(visit, found), STATUS[found.kind]);
  });
}
