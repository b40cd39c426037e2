import type { Audit } from '../audit/audit.ts';
import type { Call, ProxyResponse } from '../exchange.ts';
import type { Settings } from '../options.ts';
import { Refusal } from '../refusal.ts';
import { readForm } from '../request-body.ts';
import type { Grant } from '../token/grant.ts';
import { createHookAsker } from '../token/session.ts';
import { narrowed, originOf } from './client-grant.ts';
import type { AuthorizeSettings } from './options.ts';
import { consentPage, endPage } from './pages.ts';
import {
  type AuthorizationRequest,
  ClientError,
  type RedirectError,
  readRequest,
  redirectTo,
  UnsafeRequest,
  writeRequest,
} from './request.ts';
import type { SignInStore } from './sign-in-store.ts';
import { type PageWords, wordsFor } from './words.ts';

/** Where the sign-in is and what it rests on. */
export interface SignIn {
  readonly settings: Settings;
  readonly authorize: AuthorizeSettings;
  readonly publicUrl: string;
  readonly store: SignInStore;
  readonly audit: Audit;
}

interface Authorize {
  /** `GET /authorize` */
  readonly ask: (call: Call) => Promise<ProxyResponse>;
  /** `POST /authorize`: the consent page's answer. */
  readonly answer: (call: Call) => Promise<ProxyResponse>;
}

/** What a client is told where the partner's hook could not decide, or the storage is away. */
function failure(error: unknown, request: AuthorizationRequest): unknown {
  if (!(error instanceof Refusal)) return error;
  const code: RedirectError = error.status === 503 ? 'temporarily_unavailable' : 'server_error';
  return new ClientError(code, error.message, request);
}

/**
 * `/authorize`: the authorization endpoint (RFC 6749, section 4.1, with the practice of RFC 9700). The partner's
 * session hook says who is signed in; a page asks them whether the client may act for them.
 */
export function createAuthorize({ settings, authorize, publicUrl, store }: SignIn): Authorize {
  const askHook = createHookAsker(settings);
  const here = `${publicUrl}/authorize`;
  const { origin: ownOrigin, pathname: action } = new URL(here);
  const back = (
    request: ClientError['to'],
    parameters: Readonly<Record<string, string>>,
    status: 302 | 303,
  ) => redirectTo(status, request.redirect, { ...parameters, state: request.state, iss: publicUrl });

  /** Who is signed in, with what they may do; null for nobody. */
  async function signedIn(call: Call, request: AuthorizationRequest): Promise<Grant | null> {
    const { cookie } = call.request.headers;
    const { client, redirect, actions } = request;
    try {
      const origin = originOf(client, redirect);
      const scope = actions === undefined ? {} : { actions: [...actions] };
      return narrowed(await askHook({ cookie, authorization: undefined, origin, scope }), request);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'NOT_SIGNED_IN') return null;
      throw error;
    }
  }

  async function issue(
    request: AuthorizationRequest,
    grant: Grant,
    status: 302 | 303,
  ): Promise<ProxyResponse> {
    const { client, redirect, challenge } = request;
    const code = await store.makeCode({ client: client.id, redirect, challenge, grant: mutable(grant) });
    return back(request, { code }, status);
  }

  async function sendToLogin(request: AuthorizationRequest, words: PageWords): Promise<ProxyResponse> {
    if (request.prompt === 'none') throw new ClientError('login_required', 'Nobody is signed in.', request);
    if (authorize.loginUrl === null) return endPage(401, words, 'signed-out');
    return redirectTo(302, authorize.loginUrl, { return_to: `${here}?${writeRequest(request)}` });
  }

  async function askPerson(
    request: AuthorizationRequest,
    grant: Grant,
    words: PageWords,
  ): Promise<ProxyResponse> {
    const { client, redirect, challenge, state, actions } = request;
    const ticket = await store.makeTicket({
      client: client.id,
      redirect,
      challenge,
      sub: grant.sub,
      ...(state === undefined ? {} : { state }),
      ...(actions === undefined ? {} : { actions: [...actions] }),
    });
    const { tokenSeconds } = settings.limits;
    return consentPage(words, request, grant, { action, ticket, seconds: tokenSeconds });
  }

  async function proceed(
    call: Call,
    request: AuthorizationRequest,
    words: PageWords,
  ): Promise<ProxyResponse> {
    const grant = await signedIn(call, request);
    if (!grant) return sendToLogin(request, words);
    if (request.prompt !== 'consent' && (await store.hasConsent(request, grant))) {
      return issue(request, grant, 302);
    }
    if (request.prompt === 'none') {
      throw new ClientError('interaction_required', 'The person has to be asked first.', request);
    }
    return askPerson(request, grant, words);
  }

  async function ask(call: Call, words: PageWords): Promise<ProxyResponse> {
    const request = readRequest(call.rawQuery, authorize);
    try {
      return await proceed(call, request, words);
    } catch (error) {
      throw failure(error, request);
    }
  }

  /** What the page that is answered was about; null where its client is not listed any more. */
  function requestOf(ticket: NonNullable<Awaited<ReturnType<SignInStore['spendTicket']>>>) {
    const client = authorize.clients.get(ticket.client);
    if (!client?.redirects.includes(ticket.redirect)) return null;
    const { redirect, challenge, state, actions } = ticket;
    return { client, redirect, challenge, state, actions, prompt: undefined };
  }

  async function decide(
    call: Call,
    request: AuthorizationRequest,
    { sub, isAllowed }: { sub: string; isAllowed: boolean },
    words: PageWords,
  ): Promise<ProxyResponse> {
    const grant = await signedIn(call, request);
    if (grant?.sub !== sub) return endPage(403, words, 'other-person');
    if (!isAllowed) {
      await store.forgetConsent(request, grant);
      throw new ClientError('access_denied', 'The person did not allow it.', request);
    }
    await store.rememberConsent(request, grant);
    return issue(request, grant, 303);
  }

  async function answer(call: Call, words: PageWords): Promise<ProxyResponse> {
    const { origin, 'sec-fetch-site': site } = call.request.headers;
    // Browsers send Origin with every POST, so its lack is a no as well.
    if (origin !== ownOrigin || (site ?? 'same-origin') !== 'same-origin')
      return endPage(403, words, 'forged');
    const form = await readForm(call.request, settings.limits.bodyBytes);
    const ticket = form && (await store.spendTicket(form.ticket ?? ''));
    if (!ticket) return endPage(400, words, 'too-old');
    const request = requestOf(ticket);
    if (!request) throw new UnsafeRequest('client');
    const isAllowed = form.decision === 'allow';
    try {
      return await decide(call, request, { sub: ticket.sub, isAllowed }, words);
    } catch (error) {
      throw failure(error, request);
    }
  }

  function tolerating(serve: typeof ask, status: 302 | 303): (call: Call) => Promise<ProxyResponse> {
    return async (call) => {
      const words = wordsFor(call.request.headers['accept-language']);
      try {
        return await serve(call, words);
      } catch (error) {
        if (error instanceof UnsafeRequest) return endPage(400, words, error.reason);
        if (!(error instanceof ClientError)) throw error;
        return back(error.to, { error: error.code, error_description: error.message }, status);
      }
    };
  }

  return { ask: tolerating(ask, 302), answer: tolerating(answer, 303) };
}

/** The grant as it is written down. */
const mutable = ({ actions, patients, ...grant }: Grant) => ({
  ...grant,
  actions: [...actions],
  ...(patients === undefined ? {} : { patients: [...patients] }),
});
