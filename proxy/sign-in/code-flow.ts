import type * as Oidc from 'openid-client';
import * as z from 'zod/mini';
import { endPage, selectWords } from '../authorize/pages.ts';
import { digest } from '../authorize/sign-in-store.ts';
import type { Call, ProxyResponse } from '../exchange.ts';
import { logError, toErrorName } from '../log.ts';
import { requireOption } from '../options.ts';
import { Refusal } from '../refusal.ts';
import { isLoopback } from '../storage/settings.ts';
import { HookTooSlow, within } from '../waiting.ts';
import type { BrowserSessions } from './browser-session.ts';
import { Superseded } from './browser-session.ts';
import { findFailure, isOwnRefusal, sayFailure } from './failure.ts';
import type { SessionParts } from './ready-session.ts';

/** A client of an identity provider. */
export interface CodeClient {
  readonly clientId: string;
  /** Of a confidential client. Default: a public client, by PKCE alone. */
  readonly clientSecret?: string;
}

export const isProviderUrl = (text: unknown): text is string => {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  return isPlain && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
};

export function checkClient(option: string, { clientId, clientSecret }: CodeClient): void {
  // RFC 6749, appendix A.1 and A.2: printable, a space among it.
  const isText = (text: unknown) => typeof text === 'string' && /^[\x20-\x7e]{1,512}$/.test(text);
  requireOption(`${option}.clientId`, isText(clientId), 'must be the id that the identity provider gave.');
  const holds = clientSecret === undefined || isText(clientSecret);
  requireOption(`${option}.clientSecret`, holds, 'must be the secret that the identity provider gave.');
}

export const PROVIDER_TIMEOUT_SECONDS = 10;
const PROVIDER_ANSWER_MAX_BYTES = 262_144;
/** How long a person has at the identity provider. */
const SIGN_IN_SECONDS = 900;
/** Its addresses are read again after this time; its keys whenever one is not known. */
const METADATA_TTL_MS = 3_600_000;

/** Fetches, and gives up an answer that is too long. Answers and errors tell their address (`url`, `address`). */
export async function fetchBounded(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    const answer = await fetch(url, { redirect: 'manual', ...init });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.byteLength;
      if (size > PROVIDER_ANSWER_MAX_BYTES) throw new RangeError('The answer is too long.');
      chunks.push(chunk);
    }
    const { status, headers } = answer;
    const body = [204, 304].includes(status) ? null : Buffer.concat(chunks);
    return Object.defineProperty(new Response(body, { status, headers }), 'url', { value: url });
  } catch (error) {
    throw Object.assign(error as Error, { address: url });
  }
}

/** Loaded for the first sign-in only, so that a proxy with a hook of its own never does. */
export const loadOidc = (): Promise<typeof Oidc> => import('openid-client');

/** Writes a text as a form does: letters, digits and `*-._` stand as they are. */
const toFormText = (text: string): string => new URLSearchParams([[text, '']]).toString().slice(0, -1);

/**
 * `client_secret_basic` (RFC 6749, section 2.3.1). That of openid-client also encodes `-`, `_` and `.`, which some servers
 * do not decode: with a UUID in it the secret would be refused.
 */
const toBasic =
  (secret: string): Oidc.ClientAuth =>
  (_server, { client_id: id }, _body, headers) => {
    const credentials = `${toFormText(id)}:${toFormText(secret)}`;
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  };

/** Makes the configuration of openid-client for a provider, by the metadata that `read` gives. */
export function createConfigured(
  { clientId, clientSecret }: CodeClient,
  read: (oidc: typeof Oidc) => Promise<Oidc.ServerMetadata>,
  clock: () => number,
): () => Promise<Oidc.Configuration> {
  let known: { readonly at: number; readonly config: Promise<Oidc.Configuration> } | undefined;
  async function make(): Promise<Oidc.Configuration> {
    const oidc = await loadOidc();
    const server = await read(oidc);
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = methods.includes('client_secret_basic') ? toBasic : oidc.ClientSecretPost;
    const authentication = clientSecret === undefined ? oidc.None() : way(clientSecret);
    const config = new oidc.Configuration(server, clientId, {}, authentication);
    config[oidc.customFetch] = (url, options) => fetchBounded(url, options as RequestInit);
    config.timeout = PROVIDER_TIMEOUT_SECONDS;
    oidc.enableNonRepudiationChecks(config);
    if (new URL(server.issuer).protocol === 'http:') oidc.allowInsecureRequests(config);
    return config;
  }
  return async () => {
    if (!known || clock() - known.at > METADATA_TTL_MS) known = { at: clock(), config: make() };
    const { config } = known;
    try {
      return await config;
    } catch (error) {
      if (known?.config === config) known = undefined;
      throw error;
    }
  };
}

const Begun = z.object({
  /** Hash of the browser's name. */
  browser: z.string(),
  provider: z.number(),
  verifier: z.string(),
  nonce: z.string(),
  begunAt: z.number(),
  returnTo: z.nullable(z.string()),
});
export type Begun = z.infer<typeof Begun>;

export type Tokens = Awaited<ReturnType<typeof Oidc.authorizationCodeGrant>>;

/** Why a sign-in ends with a page: `end` names it, and `hint` says to the operator what the page does not. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly end: Parameters<typeof endPage>[2];
  readonly status: number;
  readonly hint: string;

  constructor(end: SignInRefused['end'], status: number, hint = '') {
    super(end);
    this.end = end;
    this.status = status;
    this.hint = hint;
  }
}

/** A function of the partner's failed: whatever it threw, only the names of both are told. */
class SignInHookFailed extends Error {
  override readonly name = 'SignInHookFailed';
  readonly hint: string;

  constructor(option: string, error: unknown, milliseconds: number) {
    const happened =
      error instanceof HookTooSlow
        ? `did not answer within ${milliseconds / 1_000} s`
        : `threw ${toErrorName(error)}`;
    super(`${option} ${happened}.`);
    this.hint = `${option} ${happened}. Nobody was signed in; look at what it asks.`;
  }
}

/** Calls a function of the partner's, `option`, which has as long as a session hook. */
export async function askSignInHook<Value>(
  { limits }: SessionParts['settings'],
  option: string,
  ask: () => Promise<Value> | Value,
): Promise<Value> {
  try {
    return await within(limits.sessionMs, Promise.resolve().then(ask));
  } catch (error) {
    throw new SignInHookFailed(option, error, limits.sessionMs);
  }
}

/** The page on which a sign-in ends, the code of its answer, and what the log says of it; `hint` may be empty. */
interface SignInEnd {
  readonly end: SignInRefused['end'];
  readonly status: number;
  /** Default: that of the page. */
  readonly code?: string;
  readonly event?: 'sign-in-failed' | 'sign-in-refused' | 'session-hook-failed';
  readonly hint?: string;
}

const refused = (end: SignInEnd['end'], status: number, said: Partial<SignInEnd> = {}): SignInEnd => ({
  end,
  status,
  ...said,
});

async function toEnd(error: unknown): Promise<SignInEnd> {
  if (error instanceof SignInRefused)
    return { end: error.end, status: error.status, event: 'sign-in-refused', hint: error.hint };
  if (error instanceof Superseded) return refused('superseded', 409);
  if (error instanceof SignInHookFailed) {
    const said = { code: 'SESSION_UNAVAILABLE', event: 'session-hook-failed', hint: error.hint } as const;
    return { end: 'unavailable', status: 503, ...said };
  }
  const failure = await findFailure(error);
  if (isOwnRefusal(failure)) return { end: 'declined', status: 400, code: 'ACCESS_DENIED' };
  const said = { event: 'sign-in-failed', hint: sayFailure(failure) } as const;
  return failure.isAway ? refused('unavailable', 503, said) : refused('sign-in-failed', 400, said);
}

/**
 * Answers failures of a sign-in with a page, and tells the operator what failed, in words of this code alone.
 *
 * @param isFramed whether people sign in within a frame of another site: there a page that forbids it would be none
 */
export async function answerPage(
  settings: SessionParts['settings'],
  call: Call,
  isFramed: boolean,
  work: () => Promise<ProxyResponse>,
): Promise<ProxyResponse> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { end, status, code = end, event, hint } = await toEnd(error);
    if (event && hint) logError(settings, event, hint, { requestId: call.id });
    call.refused = code.toUpperCase().replaceAll('-', '_');
    return endPage(status, selectWords(call.request.headers['accept-language']), end, isFramed);
  }
}

const NO_COOKIE =
  'The browser came back without the cookie of this sign-in. In a frame of another site the option session.cookie has to be ' +
  "{ sameSite: 'none', partitioned: true }; elsewhere check publicUrl and https. (docs/guide/sign-in.md#which-cookies-arrive)";

/** The authorization code flow with PKCE, state and nonce, bound to the browser that began it. */
export function createCodeFlow(
  { settings }: Pick<SessionParts, 'settings'>,
  sessions: BrowserSessions,
  providers: readonly (() => Promise<Oidc.Configuration>)[],
  callback: string,
) {
  const pick = (index: number): (() => Promise<Oidc.Configuration>) => {
    const provider = providers[index];
    if (!provider) throw new SignInRefused('too-old', 400);
    return provider;
  };

  return {
    /** Sends the browser to a provider. */
    async begin(
      call: Call,
      provider: number,
      returnTo: string | null,
      parameters: Readonly<Record<string, string>>,
    ): Promise<ProxyResponse> {
      const [oidc, config] = await Promise.all([loadOidc(), pick(provider)()]);
      const { browser, headers } = sessions.nameBrowser(call.request.headers.cookie);
      const [verifier, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomNonce()];
      const begun: Begun = {
        browser: digest(browser),
        provider,
        verifier,
        nonce,
        begunAt: settings.clock(),
        returnTo,
      };
      const state = await sessions.values.make('begun', begun, SIGN_IN_SECONDS);
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        response_type: 'code',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...parameters,
      });
      const location = { location: url.href, 'referrer-policy': 'no-referrer' };
      return { status: 302, headers: { ...location, ...headers }, body: null };
    },

    /** Exchanges what came back for tokens, which openid-client checks. Throws what {@link answerPage} answers. */
    async finish(
      call: Call,
    ): Promise<{ begun: Begun; browser: string; tokens: Tokens; config: Oidc.Configuration }> {
      const query = new URLSearchParams(call.rawQuery);
      const state = query.getAll('state').length === 1 ? query.get('state') : null;
      const spent = state === null ? null : await sessions.values.spend('begun', state, 'used');
      const browser = sessions.readBrowser(call.request.headers.cookie);
      // Of all that a sign-in can lack, this alone fails each time and for everybody.
      if (spent?.first && browser === undefined) throw new SignInRefused('too-old', 400, NO_COOKIE);
      if (state === null || !spent?.first || browser === undefined) throw new SignInRefused('too-old', 400);
      const begun = Begun.parse(JSON.parse(spent.value));
      if (begun.browser !== digest(browser)) throw new SignInRefused('too-old', 400);
      const [oidc, config] = await Promise.all([loadOidc(), pick(begun.provider)()]);
      const tokens = await oidc.authorizationCodeGrant(config, new URL(`${callback}?${call.rawQuery}`), {
        pkceCodeVerifier: begun.verifier,
        expectedState: state,
        expectedNonce: begun.nonce,
        idTokenExpected: true,
      });
      return { begun, browser, tokens, config };
    },
  };
}
