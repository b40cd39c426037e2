import { ACTIONS, type Action } from '@instrument-panel/client/contract';
import type { ProxyResponse } from '../exchange.ts';
import type { AuthorizeClient } from '../options.ts';
import type { AuthorizeSettings } from './settings.ts';

export interface AuthorizationRequest {
  readonly client: AuthorizeClient;
  readonly redirect: string;
  readonly state: string | undefined;
  /** `code_challenge`, of which S256 is the only method. */
  readonly challenge: string;
  /** `scope`; absent: all that the person may do. */
  readonly actions: readonly Action[] | undefined;
  /** `none`: answer at once or with an error; `consent`: show the page even if it was allowed before. */
  readonly prompt: 'none' | 'consent' | undefined;
}

/** Why a request is answered by a page and never by a redirect: there is no address that may be trusted. */
type UnsafeReason = 'client' | 'redirect';

/** A request whose client or redirect address is not listed (RFC 6749, section 4.1.2.1). */
export class UnsafeRequest extends Error {
  override readonly name = 'UnsafeRequest';
  readonly reason: UnsafeReason;

  constructor(reason: UnsafeReason) {
    super(`The ${reason} of the authorization request is not listed.`);
    this.reason = reason;
  }
}

/** The errors that a client gets by redirect (RFC 6749, section 4.1.2.1; OpenID Connect Core, section 3.1.2.6). */
export type RedirectError =
  | 'invalid_request'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied'
  | 'login_required'
  | 'interaction_required'
  | 'temporarily_unavailable'
  | 'server_error';

export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: RedirectError;
  readonly to: Pick<AuthorizationRequest, 'redirect' | 'state'>;

  constructor(code: RedirectError, description: string, to: ClientError['to']) {
    super(description);
    this.code = code;
    this.to = to;
  }
}

/** The one value of a parameter; null if it comes twice (RFC 6749, section 3.1). An empty one counts as absent. */
function single(query: URLSearchParams, name: string): string | undefined | null {
  const values = query.getAll(name);
  if (values.length > 1) return null;
  return values[0] === '' ? undefined : values[0];
}

function readActions(scope: string | undefined): readonly Action[] | undefined | null {
  if (scope === undefined) return undefined;
  const words = [...new Set(scope.split(' '))];
  const actions = words.map((word) => ACTIONS.find((known) => known === word));
  return actions.every((action) => action !== undefined) ? actions : null;
}

/** The state, undefined without one; null where it comes twice or cannot be sent back. */
function readState(query: URLSearchParams): string | null | undefined {
  const state = single(query, 'state');
  return state === undefined || (state !== null && /^[\x20-\x7e]{1,1024}$/.test(state)) ? state : null;
}

/** The challenge; null without one. Without the method it would be "plain", which protects nothing (RFC 7636, section 4.3). */
function readChallenge(query: URLSearchParams): string | null {
  const challenge = single(query, 'code_challenge') ?? '';
  const isHashed = single(query, 'code_challenge_method') === 'S256';
  return isHashed && /^[\w-]{43}$/.test(challenge) ? challenge : null;
}

/** Throws an UnsafeRequest if client or redirect are not listed or come twice, a ClientError for all else. */
export function readRequest(rawQuery: string, { clients }: AuthorizeSettings): AuthorizationRequest {
  const query = new URLSearchParams(rawQuery);
  const client = clients.get(single(query, 'client_id') ?? '');
  if (!client) throw new UnsafeRequest('client');
  const redirect = single(query, 'redirect_uri');
  if (!redirect || !client.redirects.includes(redirect)) throw new UnsafeRequest('redirect');

  const state = readState(query);
  const to = { redirect, state: state ?? undefined };
  const refuse = (code: RedirectError, sentence: string) => new ClientError(code, sentence, to);
  if (state === null)
    throw refuse('invalid_request', 'state must be one text of at most 1024 printable characters.');

  const type = single(query, 'response_type');
  if (!type) throw refuse('invalid_request', 'response_type=code is needed, once.');
  if (type !== 'code') throw refuse('unsupported_response_type', 'Only response_type=code is served.');
  const challenge = readChallenge(query);
  if (challenge === null)
    throw refuse('invalid_request', 'code_challenge and code_challenge_method=S256 are needed (RFC 7636).');
  const scope = single(query, 'scope');
  const actions = scope === null ? null : readActions(scope);
  if (actions === null) throw refuse('invalid_scope', `scope holds some of: ${ACTIONS.join(' ')}.`);
  const prompt = single(query, 'prompt');
  if (prompt === null) throw refuse('invalid_request', 'prompt may come once.');
  return {
    client,
    redirect,
    state: to.state,
    challenge,
    actions,
    prompt: prompt === 'none' || prompt === 'consent' ? prompt : undefined,
  };
}

export function writeRequest(request: AuthorizationRequest): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: request.client.id,
    redirect_uri: request.redirect,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
  });
  if (request.state !== undefined) query.set('state', request.state);
  if (request.actions !== undefined) query.set('scope', request.actions.join(' '));
  if (request.prompt !== undefined) query.set('prompt', request.prompt);
  return query.toString();
}

/** A redirect with parameters added. Not 307: it would send the form on (RFC 9700, section 4.12). */
export function redirectTo(
  status: 302 | 303,
  address: string,
  parameters: Readonly<Record<string, string | undefined>>,
): ProxyResponse {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return { status, headers: { location: url.href, 'referrer-policy': 'no-referrer' }, body: null };
}
