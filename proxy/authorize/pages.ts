import { html } from 'hono/html';
import type { ProxyResponse } from '../exchange.ts';
import { acceptedWords, htmlPage } from '../html-page.ts';
import type { Grant } from '../token/grant.ts';
import { signInMessages } from '../words/compiled/sign-in/all.js';
import type { SignInMessages } from '../words/compiled/sign-in/en.js';
import type { AuthorizationRequest } from './request.ts';

export const selectWords = (accepted: string | undefined): SignInMessages =>
  acceptedWords(signInMessages, accepted);

/** Asks whether a client may act for who is signed in. `ticket` names this showing: it is answered once. */
export function consentPage(
  words: SignInMessages,
  request: AuthorizationRequest,
  grant: Grant,
  { action, ticket, seconds }: { action: string; ticket: string; seconds: number },
): Promise<ProxyResponse> {
  const { client, redirect } = request;
  const { origin } = new URL(redirect);
  const covers = grant.patients ? words.covers({ count: grant.patients.length }) : words.coversAll;
  const content = html`<p>${words.asks({ client: client.name })}</p>
<p id="may">${words.may}</p>
<ul aria-labelledby="may">${grant.actions.map((name) => html`<li>${words.actions[name]}</li>`)}</ul>
<p>${covers} ${words.lasts({ minutes: Math.round(seconds / 60) || 1 })}</p>
<p><strong>${words.own}</strong></p>
<form method="post" action="${action}">
<input type="hidden" name="ticket" value="${ticket}">
<button class="allow" name="decision" value="allow">${words.allow}</button>
<button name="decision" value="deny">${words.deny}</button>
</form>
<p class="soft">${words.back({ address: origin })}</p>`;
  const title = words.title({ client: client.name });
  return htmlPage({ status: 200, lang: words.lang, title, content, formTargets: [origin] });
}

/**
 * A page on which the sign-in ends, with no way back to a client: there is none, or none that may be trusted.
 *
 * @param isFramed whether it may be shown in a frame: it says a sentence, and nothing on it can be clicked
 */
export function endPage(
  status: number,
  words: SignInMessages,
  end: keyof SignInMessages['ends'],
  isFramed = false,
): Promise<ProxyResponse> {
  const { title, sentence } = words.ends[end];
  const content = html`<p role="alert">${sentence}</p>`;
  return htmlPage({ status, lang: words.lang, title, content, isFramed });
}
