import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import { ROLE_RULES } from '@instrument-panel/client/contract';
import { answerConsent, exchangeCode, startSignIn } from '@instrument-panel/client/proxy';
import { type Call, json, type ProxyResponse } from '../exchange.ts';
import { Refusal } from '../refusal.ts';
import { readForm } from '../request-body.ts';
import { type OwnRoute, type Serve, toRouteName } from '../routes.ts';
import { type Grant, narrowGrant } from '../token/grant.ts';
import { mintForGrant, toKnown } from '../token/session.ts';
import type { SignInMessages } from '../words/compiled/sign-in/en.js';
import { consentPage, endPage, selectWords } from './pages.ts';
import {
  type AuthorizationRequest,
  ClientError,
  type RedirectError,
  readRequest,
  redirectTo,
  UnsafeRequest,
  writeRequest,
} from './request.ts';
import { toBoundOrigin, toClientOrigin } from './settings.ts';
import { type Code, type SignInParts, type Ticket, toConsentName } from './sign-in-store.ts';

type TokenError = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

/** An error as OAuth has it (RFC 6749, section 5.2), and in the words of all the proxy's errors. */
function refused(error: TokenError, sentence: string): ProxyResponse {
  return json(400, { error, error_description: sentence, code: error.toUpperCase(), message: sentence });
}

const spent = () =>
  refused('invalid_grant', 'The code is not valid here, was used, or is over a minute old.');

/** Whether the verifier is the one behind the challenge (RFC 7636, section 4.6), in constant time. */
function fits(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return timingSafeEqual(hash('sha256', verifier, 'buffer'), Buffer.from(challenge, 'base64url'));
}

/**
 * `POST /token`: a code and its verifier for a token; for the next one a client asks `/authorize` with `prompt=none`.
 * A code that is shown twice revokes the token of the first time (RFC 6749, section 4.1.2): one of the two who
 * had it should not. One that comes with another client, address, verifier or origin is spent by that.
 */
function createTokenEndpoint({ settings, authorize, store, audit, revoke }: SignInParts): Serve {
  async function mint(
    { client: id, redirect, grant }: Code,
    jti: string,
    call: Call,
  ): Promise<ProxyResponse> {
    const client = authorize.clients.get(id);
    if (!client) return spent();
    const origin = toBoundOrigin(client, redirect, call.request.headers.origin);
    if (origin === null) {
      return refused('invalid_request', 'This client is an add-on of Firefox and must send its own Origin.');
    }
    const named = { route: toRouteName(exchangeCode), origin, jti, call };
    const { token, expiresIn } = await mintForGrant(settings, audit, grant, named);
    const scope = grant.actions.join(' ');
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: expiresIn, scope });
  }

  return async (call) => {
    const { request } = call;
    const form = await readForm(request, settings.limits.bodyBytes);
    if (!form) return refused('invalid_request', 'Each field may come once.');
    const {
      grant_type: type,
      code,
      client_id: client,
      redirect_uri: redirect,
      code_verifier: verifier,
    } = form;
    if (!type) return refused('invalid_request', 'grant_type=authorization_code is needed.');
    if (type !== 'authorization_code') {
      return refused('unsupported_grant_type', 'Only grant_type=authorization_code is served.');
    }
    if (!client || !code || !redirect || !verifier) {
      return refused('invalid_request', 'client_id, code, redirect_uri and code_verifier are needed.');
    }
    if (!authorize.clients.has(client)) return refused('invalid_client', 'The client_id is not known.');
    const jti = randomUUID();
    const found = await store.spendCode(code, jti);
    if (!found) return spent();
    if ('reused' in found) {
      await revoke(found.reused);
      return spent();
    }
    const matches = found.client === client && found.redirect === redirect;
    if (!matches || !fits(verifier, found.challenge)) return spent();
    Object.assign(call, toKnown(found.grant));
    return mint(found, jti, call);
  };
}

function toClientError(error: unknown, request: AuthorizationRequest): unknown {
  if (!(error instanceof Refusal)) return error;
  const code: RedirectError = error.status === 503 ? 'temporarily_unavailable' : 'server_error';
  return new ClientError(code, error.message, request);
}

/** Throws a ClientError if the client asked for more than the grant, or for a token not given to clients. */
function narrowToRequest(grant: Grant, request: AuthorizationRequest): Grant {
  if (!ROLE_RULES[grant.role].isForBrowsers) {
    const message = 'A token of operations is for servers, never for a browser.';
    throw new ClientError('access_denied', message, request);
  }
  if (request.actions?.some((action) => !grant.actions.includes(action))) {
    throw new ClientError('invalid_scope', 'The scope goes beyond what the person may do.', request);
  }
  try {
    return narrowGrant(grant, { actions: request.actions });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ClientError('access_denied', error.message, request);
  }
}

/** Ends with a page, and leaves the code to log, metrics and trail. */
function endRefused(call: Call, code: string, ...page: Parameters<typeof endPage>): Promise<ProxyResponse> {
  call.refused = code;
  return endPage(...page);
}

/** `/authorize` (RFC 6749, section 4.1; RFC 9700): the session hook says who, a page asks for consent. */
class AuthorizationEndpoint {
  readonly #parts: SignInParts;
  readonly #address: string;

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#address = `${parts.publicUrl}/authorize`;
  }

  readonly start: Serve = (call) =>
    this.#tellErrors(call, 302, async (words) => {
      const request = readRequest(call.rawQuery, this.#parts.authorize);
      try {
        return await this.#proceed(call, request, words);
      } catch (error) {
        throw toClientError(error, request);
      }
    });

  /** `POST /authorize`: the answer to the consent page. */
  readonly answer: Serve = (call) =>
    this.#tellErrors(call, 303, async (words) => {
      const { origin, 'sec-fetch-site': site } = call.request.headers;
      // Browsers send Origin with every POST, so its lack is a no as well.
      const isOwn = origin === new URL(this.#address).origin && (site ?? 'same-origin') === 'same-origin';
      if (!isOwn) return endRefused(call, 'ORIGIN_NOT_ALLOWED', 403, words, 'forged');
      const { settings, store } = this.#parts;
      const form = await readForm(call.request, settings.limits.bodyBytes);
      const ticket = form && (await store.spendTicket(form.ticket ?? ''));
      if (!ticket) return endRefused(call, 'TOO_OLD', 400, words, 'too-old');
      const request = this.#toRequest(ticket);
      try {
        const grant = await this.#readGrant(call, request);
        if (grant?.sub !== ticket.sub)
          return await endRefused(call, 'SUPERSEDED', 403, words, 'other-person');
        const isAllowed = form.decision === 'allow';
        // What the page did not show was not allowed.
        if (isAllowed && toConsentName(request, grant) !== ticket.shown)
          return await this.#askPerson(request, grant, words);
        return await this.#decide(request, grant, isAllowed);
      } catch (error) {
        throw toClientError(error, request);
      }
    });

  /** Answers errors with a page, or with a redirect if the client's address may be trusted. */
  async #tellErrors(
    call: Call,
    status: 302 | 303,
    work: (words: SignInMessages) => Promise<ProxyResponse>,
  ): Promise<ProxyResponse> {
    const words = selectWords(call.request.headers['accept-language']);
    try {
      return await work(words);
    } catch (error) {
      if (error instanceof UnsafeRequest) {
        const code = error.reason === 'client' ? 'INVALID_CLIENT' : 'INVALID_REQUEST';
        return endRefused(call, code, 400, words, error.reason);
      }
      if (!(error instanceof ClientError)) throw error;
      call.refused = error.code;
      return this.#sendBack(error.to, { error: error.code, error_description: error.message }, status);
    }
  }

  #sendBack(
    { redirect, state }: ClientError['to'],
    parameters: Readonly<Record<string, string>>,
    status: 302 | 303,
  ): ProxyResponse {
    return redirectTo(status, redirect, { ...parameters, state, iss: this.#parts.publicUrl });
  }

  /** The signed-in person's grant, narrowed to the request; null if signed out. */
  async #readGrant(call: Call, request: AuthorizationRequest): Promise<Grant | null> {
    const { client, redirect, actions } = request;
    try {
      const origin = toClientOrigin(client, redirect);
      const scope = actions === undefined ? {} : { actions: [...actions] };
      const { headers, raw } = call.request;
      const { cookie } = headers;
      const grant = await this.#parts.askHook({
        cookie,
        authorization: undefined,
        origin,
        scope,
        request: raw,
      });
      Object.assign(call, toKnown(grant));
      return narrowToRequest(grant, request);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'NOT_SIGNED_IN') return null;
      throw error;
    }
  }

  async #proceed(call: Call, request: AuthorizationRequest, words: SignInMessages): Promise<ProxyResponse> {
    const grant = await this.#readGrant(call, request);
    if (!grant) return this.#sendToLogin(request, words);
    if (request.prompt !== 'consent' && (await this.#parts.store.hasConsent(request, grant))) {
      return this.#issueCode(request, grant, 302);
    }
    if (request.prompt === 'none') {
      throw new ClientError('interaction_required', 'The person has to be asked first.', request);
    }
    return this.#askPerson(request, grant, words);
  }

  async #sendToLogin(request: AuthorizationRequest, words: SignInMessages): Promise<ProxyResponse> {
    if (request.prompt === 'none') throw new ClientError('login_required', 'Nobody is signed in.', request);
    const { loginUrl } = this.#parts.authorize;
    if (loginUrl === null) return endPage(401, words, 'signed-out');
    return redirectTo(302, loginUrl, { return_to: `${this.#address}?${writeRequest(request)}` });
  }

  async #askPerson(
    request: AuthorizationRequest,
    grant: Grant,
    words: SignInMessages,
  ): Promise<ProxyResponse> {
    const { client, redirect, challenge, state, actions } = request;
    const ticket = await this.#parts.store.makeTicket({
      client: client.id,
      redirect,
      challenge,
      sub: grant.sub,
      state,
      actions,
      shown: toConsentName(request, grant),
    });
    const action = new URL(this.#address).pathname;
    const seconds = this.#parts.settings.limits.tokenSeconds;
    return consentPage(words, request, grant, { action, ticket, seconds });
  }

  #toRequest({ client: id, redirect, challenge, state, actions }: Ticket): AuthorizationRequest {
    const client = this.#parts.authorize.clients.get(id);
    if (!client?.redirects.includes(redirect)) throw new UnsafeRequest('client');
    return { client, redirect, challenge, state, actions, prompt: undefined };
  }

  async #decide(request: AuthorizationRequest, grant: Grant, isAllowed: boolean): Promise<ProxyResponse> {
    const { store } = this.#parts;
    if (!isAllowed) {
      await store.forgetConsent(request, grant);
      throw new ClientError('access_denied', 'The person did not allow it.', request);
    }
    await store.rememberConsent(request, grant);
    return this.#issueCode(request, grant, 303);
  }

  async #issueCode(request: AuthorizationRequest, grant: Grant, status: 302 | 303): Promise<ProxyResponse> {
    const { client, redirect, challenge } = request;
    const stored = { client: client.id, redirect, challenge, grant };
    return this.#sendBack(request, { code: await this.#parts.store.makeCode(stored) }, status);
  }
}

export function createSignInRoutes(parts: SignInParts): readonly OwnRoute[] {
  const authorization = new AuthorizationEndpoint(parts);
  return [
    { endpoint: startSignIn, serve: authorization.start },
    { endpoint: answerConsent, serve: authorization.answer },
    { endpoint: exchangeCode, serve: createTokenEndpoint(parts) },
  ];
}
