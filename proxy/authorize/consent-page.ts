import { html } from 'hono/html';
import type { ProxyResponse } from '../exchange.ts';
import type { Grant } from '../session/grant.ts';
import { page } from './page.ts';
import type { AuthorizationRequest } from './request.ts';
import type { PageEnd, PageWords } from './words.ts';

/**
 * The page that asks whether a client may act for who is signed in. It names the client and what it gets.
 *
 * @param action path of the form
 * @param ticket names this showing of the page; it can be answered once
 * @param seconds life of a token
 */
export function consentPage(
  words: PageWords,
  request: AuthorizationRequest,
  grant: Grant,
  { action, ticket, seconds }: { action: string; ticket: string; seconds: number },
): Promise<ProxyResponse> {
  const { client, redirect } = request;
  const { origin } = new URL(redirect);
  const content = html`<p>${words.asks(client.name)}</p>
<p id="may">${words.may}</p>
<ul aria-labelledby="may">${grant.actions.map((name) => html`<li>${words.actions[name]}</li>`)}</ul>
<p>${words.whose(grant.patients?.length ?? null)} ${words.lasts(Math.round(seconds / 60) || 1)}</p>
<p><strong>${words.own}</strong></p>
<form method="post" action="${action}">
<input type="hidden" name="ticket" value="${ticket}">
<button class="allow" name="decision" value="allow">${words.allow}</button>
<button name="decision" value="deny">${words.deny}</button>
</form>
<p class="soft">${words.back(origin)}</p>`;
  return page(200, words, words.title(client.name), content, [origin]);
}

/** A page on which the sign-in ends, with no way back to a client: there is none, or none that may be trusted. */
export function endPage(status: number, words: PageWords, end: PageEnd): Promise<ProxyResponse> {
  const [title, sentence] = words.ends[end];
  return page(status, words, title, html`<p role="alert">${sentence}</p>`);
}
