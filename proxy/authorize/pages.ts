import { hash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { ProxyResponse } from '../exchange.ts';
import type { Grant } from '../token/grant.ts';
import { signInMessages } from '../words/compiled/sign-in/all.js';
import type { SignInMessages } from '../words/compiled/sign-in/en.js';
import type { AuthorizationRequest } from './request.ts';

export function selectWords(accepted: string | undefined): SignInMessages {
  const readPrimary = (tag: string): string | undefined => tag.trim().toLowerCase().split(/[-;]/)[0];
  for (const tag of (accepted ?? '').split(',')) {
    const found = Object.values(signInMessages).find(({ lang }) => readPrimary(lang) === readPrimary(tag));
    if (found) return found;
  }
  return signInMessages.en;
}

const STYLE = `
:root { color-scheme: light dark; --page: #f4f6f7; --card: #fff; --ink: #1a2327; --soft: #4c5b62; --line: #b9c5ca; --accent: #0b6268; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --page: #101517; --card: #1a2124; --ink: #e9eff1; --soft: #aebbc1; --line: #3d494e; --accent: #6fcfd3; --on-accent: #06282a; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--ink); font: 1.125rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; overflow-wrap: anywhere; }
main { max-width: 34rem; margin: 6vh auto 0; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .625rem; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
p, ul { margin: 0 0 .75rem; } ul { padding-inline-start: 1.25rem; }
.soft { color: var(--soft); font-size: .9375rem; }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin-block: 1.25rem .75rem; }
button { flex: 1 1 10rem; min-height: 3rem; padding: .5rem 1rem; font: inherit; font-weight: 600; color: var(--accent); background: transparent; border: 2px solid var(--accent); border-radius: .375rem; cursor: pointer; }
button.allow { color: var(--on-accent); background: var(--accent); }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
`;
const STYLE_HASH = hash('sha256', STYLE, 'base64');

/** Markup in which every value from outside is escaped (hono/html). */
type Markup = ReturnType<typeof html>;

/** A page without script or frames. A browser holds its form's redirects to `formTargets` as well. */
async function page(
  status: number,
  words: SignInMessages,
  title: string,
  content: Markup,
  formTargets: readonly string[] = [],
): Promise<ProxyResponse> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  const markup = await html`<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body><main>
<h1>${title}</h1>
${content}
</main></body>
</html>`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': words.lang,
      'content-security-policy': policy.join('; '),
      'x-frame-options': 'DENY',
      // Not no-referrer: it would turn the Origin of the page's own form into "null".
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
    body: String(markup),
  };
}

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
  return page(200, words, words.title({ client: client.name }), content, [origin]);
}

/** A page on which the sign-in ends, with no way back to a client: there is none, or none that may be trusted. */
export function endPage(
  status: number,
  words: SignInMessages,
  end: keyof SignInMessages['ends'],
): Promise<ProxyResponse> {
  const { title, sentence } = words.ends[end];
  return page(status, words, title, html`<p role="alert">${sentence}</p>`);
}
