import * as oauth from 'oauth4webapi';
import * as z from 'zod/mini';
import type { Environment, Platform } from './platform.ts';
import { proxyAddress, readDocument } from './profiles/document.ts';
import { Refused } from './refusals.ts';

/** Not signed in. `needs-person`: silence did not do; `cancelled`: the person closed it or said no. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly why: 'needs-person' | 'cancelled' | 'unavailable';

  constructor(why: SignInError['why']) {
    super(`Not signed in: ${why}.`);
    this.why = why;
  }
}

/** Public: an extension can keep no secret. The demonstration's proxy has one for each family of browsers. */
const CLIENT = { chromium: 'instrument-panel-extension', firefox: 'instrument-panel-extension-firefox' };
/** OpenID Connect Core, section 3.1.2.6: answers to `prompt=none`. */
const ASKS_FOR_A_PERSON = new Set(['login_required', 'interaction_required', 'consent_required']);

const EXCHANGE_TIMEOUT_MS = 15_000;

/** Chromium's words where the page was not reached or answered 400 and above; other browsers say that a person is needed. */
const NOT_LOADED = /could not be loaded/i;

/** Claims of the proxy's token, which the proxy checks at every use. */
const Claims = z.object({ pro: z.guid(), role: z.literal('professional') });

function professionalOf(token: string): string {
  try {
    const [, claims = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(claims.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    return Claims.parse(JSON.parse(new TextDecoder().decode(bytes))).pro.toLowerCase();
  } catch {
    throw new SignInError('unavailable');
  }
}

async function serverOf(fetch: typeof globalThis.fetch, proxy: string, isFirefox: boolean) {
  const { signIn } = await readDocument(fetch, proxy);
  if (signIn === null) throw new SignInError('unavailable');
  const { issuer, authorizationEndpoint, tokenEndpoint, clients } = signIn;
  // A proxy must not send people, codes or verifiers to another server (RFC 9700, section 4.4).
  const isOwn = [authorizationEndpoint, tokenEndpoint].every((address) => address.startsWith(`${issuer}/`));
  if (proxyAddress(issuer) !== proxyAddress(proxy) || !isOwn) throw new SignInError('unavailable');
  const wanted = isFirefox ? CLIENT.firefox : CLIENT.chromium;
  const id = clients.find((client) => client.id === wanted)?.id ?? clients[0]?.id;
  if (id === undefined) throw new SignInError('unavailable');
  const server: oauth.AuthorizationServer = {
    issuer,
    authorization_endpoint: authorizationEndpoint,
    token_endpoint: tokenEndpoint,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
  return { server, client: { client_id: id } satisfies oauth.Client };
}

/**
 * Asks the proxy for a token (authorization code, PKCE, `state` and `iss` compared; RFC 7636, RFC 9207).
 * Without `interactive` the person sees nothing. Gives the token's life in seconds. Throws a {@link SignInError}.
 */
export async function authorize(
  { identity, isFirefox }: Pick<Platform, 'identity' | 'isFirefox'>,
  { fetch }: Pick<Environment, 'fetch'>,
  proxy: string,
  interactive: boolean,
) {
  const { server, client } = await serverOf(fetch, proxy, isFirefox).catch((error: unknown) => {
    throw error instanceof Refused ? new SignInError('unavailable') : error;
  });
  const redirect = identity.getRedirectURL();
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirect,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...(interactive ? {} : { prompt: 'none' }),
  });
  const url = `${server.authorization_endpoint}?${query}`;
  const answer = await identity.launchWebAuthFlow({ url, interactive }).catch((error: unknown) => {
    if (NOT_LOADED.test(String(error))) throw new SignInError('unavailable');
  });
  if (answer === undefined) throw new SignInError(interactive ? 'cancelled' : 'needs-person');
  const send: typeof fetch = (address, options) =>
    fetch(address, { ...options, redirect: 'error', credentials: 'omit', cache: 'no-store' });
  const options = {
    [oauth.customFetch]: send,
    // http is for this machine only (proxyAddress).
    [oauth.allowInsecureRequests]: server.issuer.startsWith('http:'),
    signal: AbortSignal.timeout(EXCHANGE_TIMEOUT_MS),
  };
  try {
    const granted = oauth.validateAuthResponse(server, client, new URL(answer), state);
    const asked = [server, client, oauth.None(), granted, redirect, verifier, options] as const;
    const response = await oauth.authorizationCodeGrantRequest(...asked);
    const { access_token: token, expires_in: expiresIn } = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      response,
    );
    if (expiresIn === undefined) throw new SignInError('unavailable');
    return { token, expiresIn, professionalId: professionalOf(token) };
  } catch (error) {
    if (error instanceof SignInError) throw error;
    if (!(error instanceof oauth.AuthorizationResponseError)) throw new SignInError('unavailable');
    if (ASKS_FOR_A_PERSON.has(error.error)) throw new SignInError('needs-person');
    throw new SignInError(error.error === 'access_denied' ? 'cancelled' : 'unavailable');
  }
}
