import { html } from 'hono/html';
import { layout, type Markup, type PageContext } from '../../patient/html/layout.ts';
import { serviceMessages } from '../../words/index.ts';
import type { LinkRequest } from '../link-service.ts';

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

/** What stands behind the link, in words; a request that waits has the one button. */
export function linkPage(context: PageContext, request: LinkRequest): Markup {
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

/** Another method than GET and POST. */
export function methodPage(context: PageContext): Markup {
  const words = serviceMessages[context.language].link;
  return notice(context, words.methodTitle, words.method);
}
